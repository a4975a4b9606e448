// An agent with kafkajs as it comes: publishes intents in JSON and waits for the final outcome of each.
//   node publish-many.mjs BOOTSTRAP_SERVERS COUNT
// Prints one JSON object: how many publishes ended in which status.

import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';

const [bootstrapServers, count] = [process.argv[2], Number(process.argv[3])];
const BATCH = 50;
const OPEN = new Set(['UNKNOWN', 'IN_PROGRESS']);

const kafka = new Kafka({
  clientId: 'many',
  brokers: bootstrapServers.split(','),
  logLevel: logLevel.ERROR,
});
const producer = kafka.producer();
const consumer = kafka.consumer({ groupId: `many-${randomUUID()}` });
await Promise.all([producer.connect(), consumer.connect()]);
await consumer.subscribe({ topic: 'actonce.outcomes.json', fromBeginning: true });

const waiting = new Map(); // requestId to order
const ended = {};
let published = 0;
let settled;
const allSettled = new Promise((resolve) => {
  settled = resolve;
});

await consumer.run({
  eachMessage: async ({ message }) => {
    const outcome = JSON.parse(message.value.toString());
    const order = waiting.get(outcome.requestId);
    if (order === undefined || OPEN.has(outcome.status)) {
      return;
    }
    if (outcome.intentId !== order) {
      console.error(`${outcome.requestId} asked for ${order} and is answered for ${outcome.intentId}`);
      process.exit(1); // A consumer that throws would only be restarted.
    }
    waiting.delete(outcome.requestId);
    ended[outcome.status] = (ended[outcome.status] ?? 0) + 1;
    if (published === count && waiting.size === 0) {
      settled();
    }
  },
});

while (published < count) {
  const messages = [];
  for (let i = 0; i < BATCH && published < count; i++, published++) {
    const order = `order-${published}`;
    const requestId = randomUUID();
    waiting.set(requestId, order);
    messages.push({
      // Every other one under a key of its own choice, the others under none.
      key: published % 2 === 0 ? order : null,
      value: JSON.stringify({
        requestId,
        scope: { tenant: 'acme', agent: 'node' },
        action: 'charge_card',
        intentId: order,
        arguments: { order, amount: 149.5 },
        issuedAt: Date.now(),
      }),
      headers: { 'content-type': 'application/json' },
    });
  }
  await producer.send({ topic: 'actonce.intents', messages });
}

await allSettled;
await Promise.all([producer.disconnect(), consumer.disconnect()]);
console.log(JSON.stringify(ended));
