//   node kafkajs-registry.mjs BOOTSTRAP_SERVERS REGISTRY_URL

import { exchange } from './lib/exchange.mjs';

const [bootstrapServers, registryUrl] = process.argv.slice(2);

// snippet: KafkajsRegistry
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';

const registry = new SchemaRegistry({ host: registryUrl });
const schemaId = await registry.getLatestSchemaId('actonce.intents-value');

const encode = (intent) => registry.encode(schemaId, intent); // The value to send.
const decode = (value) => registry.decode(value); // An outcome, from message.value.
// end snippet

const outcome = await exchange(bootstrapServers, 'inv-4472', encode, decode);
console.log(JSON.stringify({ status: outcome.status, result: outcome.result }));
