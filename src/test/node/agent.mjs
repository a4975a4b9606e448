// The agent that the README shows: charges once, and prints what happened.
//   node agent.mjs BOOTSTRAP_SERVERS

// snippet: NodeAgent
import { randomUUID } from 'node:crypto';
import { Kafka } from 'kafkajs';

async function charge(bootstrapServers, intentId, chargeArguments) {
  const kafka = new Kafka({ clientId: 'agent-7', brokers: bootstrapServers.split(',') });
  const producer = kafka.producer();
  const consumer = kafka.consumer({ groupId: 'agent-7' }); // A group of its own: it reads all outcomes.
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'actonce.outcomes.json', fromBeginning: true });
  const requestId = randomUUID(); // New for each publish, also for a retry; the outcome names it.
  const ends = new Map(); // Of this action, by the publish that was admitted.
  const end = new Promise((resolve) => {
    let answer;
    consumer.run({
      eachMessage: async ({ message }) => {
        const outcome = JSON.parse(message.value.toString());
        if (outcome.requestId === requestId) {
          answer = outcome;
        }
        if (outcome.intentId === intentId && ['SUCCEEDED', 'ALREADY_DONE', 'FAILED'].includes(outcome.status)) {
          ends.set(outcome.originalRequestId, outcome);
        }
        if (answer && ['UNKNOWN', 'IN_PROGRESS'].includes(answer.status)) {
          answer = ends.get(answer.originalRequestId) ?? answer; // It ends once for all who wait.
        }
        if (answer && !['UNKNOWN', 'IN_PROGRESS'].includes(answer.status)) {
          resolve(answer);
        }
      },
    });
  });
  const intent = {
    requestId,
    scope: { tenant: 'acme' },
    action: 'charge_card',
    intentId, // The business id: however often it is published, from any client, one charge.
    arguments: chargeArguments,
  };
  await producer.send({
    topic: 'actonce.intents',
    messages: [{ value: JSON.stringify(intent), headers: { 'content-type': 'application/json' } }],
  });
  const outcome = await end;
  await Promise.all([producer.disconnect(), consumer.disconnect()]);
  return outcome; // Give the model outcome.status, outcome.result and outcome.advice.
}
// end snippet

const outcome = await charge(process.argv[2], 'inv-4471', {
  customer_id: 'c_812',
  amount: 149.0,
  currency: 'EUR',
});
console.log(JSON.stringify(outcome));
