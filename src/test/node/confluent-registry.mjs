//   node confluent-registry.mjs BOOTSTRAP_SERVERS REGISTRY_URL

import { exchange } from './lib/exchange.mjs';

const [bootstrapServers, registryUrl] = process.argv.slice(2);

// snippet: ConfluentRegistry
import {
  AvroDeserializer,
  AvroSerializer,
  SchemaRegistryClient,
  SerdeType,
} from '@confluentinc/schemaregistry';

const client = new SchemaRegistryClient({ baseURLs: [registryUrl] });
const serializer = new AvroSerializer(client, SerdeType.VALUE, {
  autoRegisterSchemas: false,
  useLatestVersion: true,
});
const deserializer = new AvroDeserializer(client, SerdeType.VALUE, {});

const encode = (intent) => serializer.serialize('actonce.intents', intent);
const decode = (value) => deserializer.deserialize('actonce.outcomes', value);
// end snippet

const outcome = await exchange(bootstrapServers, 'inv-4472', encode, decode);
console.log(JSON.stringify({ status: outcome.status, result: outcome.result }));
process.exit(0); // The client keeps timers.
