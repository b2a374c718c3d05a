import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { targetConstructorToSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { allEvents, type EventDefinition, type FormerName } from '#contracts';
import { EXCHANGE } from '#messaging';

type Schema = Record<string, unknown>;

interface EventsDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string };
  defaultContentType: string;
  channels: Record<string, Schema>;
  operations: Record<string, Schema>;
  components: { messages: Record<string, Schema>; schemas: Record<string, Schema> };
}

const options: Parameters<typeof targetConstructorToSchema>[1] = {
  refPointerPrefix: '#/components/schemas/',
  // The elements of an array are known to nobody else.
  classTransformerMetadataStorage: defaultMetadataStorage,
  additionalConverters: { isDateString: () => ({ type: 'string', format: 'date-time' }) },
};

/**
 * The document of all events, from their definitions alone.
 * @param example the golden message of an event, by routing key
 */
export function describeEvents(example: (routingKey: string) => unknown): EventsDocument {
  const schemas: Record<string, Schema> = { Envelope: envelope };
  const document: EventsDocument = {
    asyncapi: '3.0.0',
    info: {
      title: 'Split Second Contract events',
      version: '1',
      description:
        'What the services tell each other. Consumers ignore fields that they do not know; a breaking change is a ' +
        'new version beside the old one. Every message may come twice.',
    },
    defaultContentType: 'application/json',
    channels: {},
    operations: {},
    components: { messages: {}, schemas },
  };
  for (const event of allEvents) {
    const key = event.routingKey;
    addData(schemas, event);
    document.channels[key] = {
      address: key,
      ...(event.formerly?.isSent ? { description: describeFormer(event.formerly, event.version) } : {}),
      messages: { [key]: { $ref: `#/components/messages/${key}` } },
      bindings: {
        amqp: {
          is: 'routingKey',
          exchange: { name: EXCHANGE, type: 'topic', durable: true },
          bindingVersion: '0.3.0',
        },
      },
    };
    document.operations[key] = {
      action: 'send',
      summary: `Sent by ${event.producer}`,
      channel: { $ref: `#/channels/${key}` },
      messages: [{ $ref: `#/channels/${key}/messages/${key}` }],
    };
    document.components.messages[key] = messageOf(event, example(key));
  }
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b)),
  );
  return document;
}

const text: Schema = { type: 'string' };
const envelope: Schema = {
  type: 'object',
  required: [
    'id',
    'type',
    'version',
    'occurredAt',
    'producer',
    'subject',
    'correlationId',
    'causationId',
    'data',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    type: text,
    version: { type: 'integer', minimum: 1 },
    occurredAt: { type: 'string', format: 'date-time' },
    producer: text,
    subject: { ...text, description: 'What it is about; events with the same subject keep their order' },
    correlationId: text,
    causationId: { type: ['string', 'null'], description: 'The event that caused it' },
    data: { type: 'object' },
  },
};

function messageOf(event: EventDefinition, example: unknown): Schema {
  return {
    name: event.name,
    title: event.data.name,
    contentType: 'application/json',
    payload: {
      allOf: [
        { $ref: '#/components/schemas/Envelope' },
        {
          type: 'object',
          properties: {
            type: { const: event.name },
            version: { const: event.version },
            producer: { const: event.producer },
            data: { $ref: `#/components/schemas/${event.data.name}` },
          },
        },
      ],
    },
    examples: [{ payload: example }],
  };
}

function describeFormer({ name, fields }: FormerName, version: number): string {
  const told = Object.entries(fields).map(([now, then]) => `${then} for ${now}`);
  return `In this release it is still sent as ${[`${name}.v${version}`, ...told].join(', with ')}; consumers take both.`;
}

/** Adds the schema of an event's data, and of what is nested in it. */
function addData(schemas: Record<string, Schema>, event: EventDefinition): void {
  const add = (name: string, schema: Schema) => {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas named ${name}`);
    schemas[name] = schema;
    for (const [, nested = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (nested in schemas) continue;
      const found = validationMetadatasToSchemas(options)[nested];
      if (!found) throw new Error(`${name} holds ${nested}, which is described nowhere`);
      add(nested, nullable(found as Schema));
    }
  };
  add(event.data.name, nullable(targetConstructorToSchema(event.data, options) as Schema));
}

/** What may be left out may also be null. */
function nullable(schema: Schema): Schema {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, property]) => {
      if (required.has(name)) return [name, property];
      if (typeof property.type !== 'string') return [name, { anyOf: [property, { type: 'null' }] }];
      const values = property.enum as unknown[] | undefined;
      return [
        name,
        { ...property, type: [property.type, 'null'], ...(values ? { enum: [...values, null] } : {}) },
      ];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}
