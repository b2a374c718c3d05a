import type { OpenAPIObject } from '@nestjs/swagger';
import { type ErrorCode, errorCatalogue } from '#contracts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = Record<string, unknown>;

/** What a field of this name looks like when its class does not say. */
const FIELDS: Record<string, unknown> = {
  actor: 'user:17',
  address: '203.0.113.7',
  agreementData:
    '{"partyAName":"Anna Miller","partyAEmail":"anna@example.com","partyBName":"Ben Baker",' +
    '"partyBEmail":"ben@example.com","planType":"split-second-contract","amount":"250.00"}',
  agreementId: '4207731958026614',
  bytes: 184_320,
  chunks: '3',
  claimToken: 'Zk3yV9qT0r8LwXc2',
  clientSecret: 'pi_3Q_secret_7d1',
  consent:
    '{"wordingVersion":"2026-11","statements":{"isNamedPerson":true,"agreesToRecording":true,' +
    '"agreesToElectronicRecords":true,"hasHeardTerms":true}}',
  correlationId: '5b1c2f0e-8f0b-4b6e-9d51-0a7b6f6a1e11',
  currency: 'usd',
  currentPassword: 'three brown horses',
  device: 'Mozilla/5.0',
  durationSeconds: 20.34,
  email: 'anna@example.com',
  hash: 'c'.repeat(64),
  key: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c10.q1w2e3',
  message: 'How can I change my email?',
  name: 'Anna Miller',
  newPassword: 'four yellow bicycles',
  password: 'three brown horses',
  paymentIntentId: 'pi_3Q',
  reason: 'Both of us asked for it',
  sha256: '9f2c1e7b5a3d4c6e8f00112233445566778899aabbccddeeff00112233445566',
  text: 'I sell you my bicycle for two hundred dollars.',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  transcript: 'I sell you my bicycle for two hundred dollars.',
  type: 'recorded',
  uploadToken: 'p0VbX6dQ1sNf4yHj',
};

/** Gives every body and every answer in JSON an example, put together from its fields, and names the errors of each call. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      if (!operation) continue;
      addErrors(operation);
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const body of bodies) {
        const { content } = (body ?? {}) as { content?: Record<string, Schema> };
        for (const [mime, media] of Object.entries(content ?? {})) {
          const isData = mime === 'application/json' || mime.startsWith('multipart/');
          if (!isData || !media.schema || 'example' in media) continue;
          media.example = exampleOf(media.schema as Schema, schemas);
        }
      }
    }
  }
}

/** The errors that a call's shape alone allows; its controller names its own, and all others are `default`. */
function addErrors(operation: Operation): void {
  const takes = (place: string) =>
    operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === place);
  const codes: ErrorCode[] = ['too_many_requests', 'unavailable'];
  if (operation.requestBody || takes('query')) codes.push('invalid_input');
  if (operation.security?.length) codes.push('unauthenticated', 'forbidden');
  if (takes('path')) codes.push('not_found');
  for (const code of codes) {
    const { status, title } = errorCatalogue[code];
    operation.responses[status] ??= answer(`${code}: ${title}`, code);
  }
  operation.responses.default = answer('An error of the catalogue', 'internal');
}

function answer(description: string, code: ErrorCode): Operation['responses'][string] {
  const { status, title } = errorCatalogue[code];
  const example = { statusCode: status, code, message: title, correlationId: FIELDS.correlationId };
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' }, example } },
  };
}

/** An example of a schema: what it says itself, or else what its kind suggests. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, field = ''): unknown {
  if ('example' in schema) return schema.example;
  const ref = typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  if (ref) return exampleOf(ref, schemas, field);
  for (const combined of ['allOf', 'oneOf', 'anyOf']) {
    const [first] = (schema[combined] ?? []) as Schema[];
    if (first) return exampleOf(first, schemas, field);
  }
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'object' || schema.properties) {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(
      properties.map(([name, property]) => [name, exampleOf(property, schemas, name)]),
    );
  }
  if (schema.type === 'array') return [exampleOf((schema.items ?? {}) as Schema, schemas, field)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') {
    return typeof FIELDS[field] === 'number' ? FIELDS[field] : (schema.minimum ?? 1);
  }
  return textOf(schema, field);
}

function textOf(schema: Schema, field: string): unknown {
  if (schema.format === 'binary') return '(the bytes of the file)';
  if (schema.format === 'date-time') return '2026-11-21T10:00:00.000Z';
  if (schema.format === 'date') return '2026-11-21';
  if (schema.format === 'uuid') return '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c10';
  return FIELDS[field] ?? (schema.format === 'email' ? FIELDS.email : schema.nullable ? null : 'text');
}
