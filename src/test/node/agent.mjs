// The agent that interop.md shows. Charges once, or several times at once, and prints what happened, a line each.
//   node agent.mjs BOOTSTRAP_SERVERS [CALLS] [PATIENCE_MS]

// snippet: NodeAgent
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Kafka } from 'kafkajs';

const OPEN = ['PENDING', 'IN_PROGRESS', 'UNKNOWN'];
const REFUSED = ['CONFLICT', 'REJECTED'];
const PENDING = { status: 'PENDING', advice: 'Pending: do not use a new id; publishing the same intent again is safe.' };
const admissionOf = (outcome) => `${outcome.key} ${outcome.generation} ${outcome.originalRequestId}`;

// One per process: its calls, however many at once, share a producer and a consumer.
async function startAgent(bootstrapServers, patienceMs = 30_000) {
  const kafka = new Kafka({ clientId: 'agent-7', brokers: bootstrapServers.split(',') });
  const [producer, admin] = [kafka.producer(), kafka.admin()];
  // A group of its own: processes that share one would take outcomes away from each other.
  const consumer = kafka.consumer({ groupId: `agent-7-${randomUUID()}` });
  await Promise.all([producer.connect(), admin.connect(), consumer.connect()]);
  const topic = 'actonce.outcomes.json';
  const now = await admin.fetchTopicOffsets(topic);
  const waiting = new Map(); // requestId of a call to what takes every outcome for it
  await consumer.subscribe({ topic });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const outcome = JSON.parse(message.value.toString());
      waiting.forEach((take) => take(outcome));
    },
  });
  now.forEach(({ partition, high }) => consumer.seek({ topic, partition, offset: high }));

  async function charge(intentId, chargeArguments) {
    const intent = {
      requestId: randomUUID(), // New for each publish, also for a retry; the outcome names it.
      replyToken: randomBytes(16).toString('base64url'), // A secret: outcomes carry only its hash.
      scope: { tenant: 'acme' },
      action: 'charge_card',
      intentId, // The business id: however often it is published, from any client, one charge.
      arguments: chargeArguments,
    };
    const replyHash = createHash('sha256').update(intent.replyToken).digest('base64url');
    let answer = PENDING;
    let timer;
    const end = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs);
      const news = new Map(); // Of each admission: UNKNOWN or the end, published once for all who wait.
      waiting.set(intent.requestId, (outcome) => {
        const { requestId, scope, action, status } = outcome;
        if (scope.tenant !== intent.scope.tenant || action !== intent.action || outcome.intentId !== intentId) {
          return;
        }
        const mine = requestId === intent.requestId && outcome.replyHash === replyHash;
        if (mine && (answer === PENDING || !REFUSED.includes(status))) {
          answer = outcome;
        }
        if (status === 'UNKNOWN' ? !news.has(admissionOf(outcome)) : !OPEN.concat(REFUSED).includes(status)) {
          news.set(admissionOf(outcome), outcome);
        }
        if (OPEN.includes(answer.status)) {
          answer = news.get(admissionOf(answer)) ?? answer;
        }
        if (!OPEN.includes(answer.status)) {
          resolve();
        }
      });
    });
    try {
      const headers = { 'content-type': 'application/json' };
      await producer.send({ topic: 'actonce.intents', messages: [{ value: JSON.stringify(intent), headers }] });
      await end;
      return answer; // Give the model status, result and advice; not every answer is an end.
    } finally {
      clearTimeout(timer);
      waiting.delete(intent.requestId);
    }
  }
  const stop = () => Promise.all([producer.disconnect(), admin.disconnect(), consumer.disconnect()]);
  return { charge, stop };
}
// end snippet

const [bootstrapServers, calls = '1', patienceMs = '120000'] = process.argv.slice(2);
const agent = await startAgent(bootstrapServers, Number(patienceMs));
const ids = calls === '1' ? ['inv-4471'] : Array.from({ length: Number(calls) }, (_, i) => `inv-${i}`);
const outcomes = await Promise.all(
  ids.map((id) => agent.charge(id, { customer_id: 'c_812', amount: 149.0, currency: 'EUR' })),
);
await agent.stop();
outcomes.forEach((outcome) => console.log(JSON.stringify(outcome)));
