// Publishes one intent in Avro and waits for its outcome; encode and decode are what a recipe shows.

import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';

export async function exchange(bootstrapServers, intentId, encode, decode) {
  const kafka = new Kafka({
    clientId: 'avro',
    brokers: bootstrapServers.split(','),
    logLevel: logLevel.ERROR,
  });
  const producer = kafka.producer();
  const consumer = kafka.consumer({ groupId: `avro-${randomUUID()}` });
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'actonce.outcomes', fromBeginning: true });
  const requestId = randomUUID();
  const answer = new Promise((resolve, reject) => {
    consumer.run({
      eachMessage: async ({ message }) => {
        try {
          const outcome = await decode(message.value);
          if (outcome.requestId === requestId && !['UNKNOWN', 'IN_PROGRESS'].includes(outcome.status)) {
            resolve(outcome);
          }
        } catch (error) {
          reject(error);
        }
      },
    });
  });
  const value = await encode({
    requestId,
    scope: { tenant: 'acme' },
    action: 'charge_card',
    intentId,
    arguments: '{"customer_id":"c_812","amount":149.00,"currency":"EUR"}',
  });
  await producer.send({ topic: 'actonce.intents', messages: [{ value }] });
  const outcome = await answer;
  await Promise.all([producer.disconnect(), consumer.disconnect()]);
  return outcome;
}
