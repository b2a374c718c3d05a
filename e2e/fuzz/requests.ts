import fc from 'fast-check';
import type { Api, Operation, Schema } from './api-document.js';

/** A request that somebody might send, sensible or not. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  actor: string;
}

/** Values that exist, so that requests get past the first check. */
export interface Known {
  /** By the name of a path, query or body field. */
  values: Record<string, readonly string[]>;
  actors: readonly string[];
  /** A small recording that decodes. */
  audio: Buffer;
}

/** What breaks programs that trust their callers. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  2 ** 31,
  2 ** 53,
  'null',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
  [],
  [[[[]]]],
  {},
  { $gt: '' },
  { toString: 'x' },
  '0x10',
  '1e3',
  '-0',
  '9'.repeat(30),
);

/** Values that follow a schema. */
export function following(api: Api, given: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const schema = api.resolve(given);
  const values = known.values[name];
  const own = fitting(api, schema, name, known);
  const some =
    values && values.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, own) : own;
  return schema.nullable ? fc.option(some) : some;
}

function fitting(api: Api, schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const [first, ...others] = schema.oneOf ?? [];
  if (first) return fc.oneof(...[first, ...others].map((one) => following(api, one, name, known)));
  if (schema.type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).map(
      ([field, value]) => [field, following(api, value, field, known)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  if (schema.type === 'array')
    return fc.array(following(api, schema.items ?? {}, name, known), { maxLength: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1000 });
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const minLength = schema.minLength ?? 0;
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 60, 400)) });
}

/** JSON: as described, with one field spoiled, anything at all, or not JSON. */
function jsonBody(api: Api, schema: Schema, known: Known): fc.Arbitrary<string> {
  const valid = following(api, schema, '', known);
  const spoiled = fc.tuple(valid, fc.nat(), nasty).map(([value, index, bad]) => {
    if (typeof value !== 'object' || value === null) return bad;
    const keys = Object.keys(value);
    const key = keys[index % Math.max(1, keys.length)] ?? 'extra';
    return { ...value, [key]: bad };
  });
  const more = fc
    .tuple(valid, fc.string(), nasty)
    .map(([value, key, bad]) => ({ ...(value as object), [key]: bad }));
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: spoiled.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: more.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.constant(`${'['.repeat(5000)}1${']'.repeat(5000)}`) },
  );
}

const BOUNDARY = 'fuzz-boundary';

function multipartBody(api: Api, given: Schema, known: Known): fc.Arbitrary<Buffer> {
  const schema = api.resolve(given);
  const parts = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const isFile = api.resolve(value).format === 'binary';
    const content = isFile
      ? fc.oneof(
          { weight: 1, arbitrary: fc.constant(known.audio) },
          { weight: 3, arbitrary: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)) },
        )
      : fc
          .oneof(following(api, value, name, known), nasty)
          .map((text) => Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));
    return fc.option(
      content.map((bytes) =>
        Buffer.concat([
          Buffer.from(
            `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.webm"' : ''}\r\n\r\n`,
          ),
          bytes,
          Buffer.from('\r\n'),
        ]),
      ),
      { freq: 5 },
    );
  });
  const whole = fc
    .tuple(...parts)
    .map((list) =>
      Buffer.concat([...list.filter((part) => part !== null), Buffer.from(`--${BOUNDARY}--\r\n`)]),
    );
  const cut = fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }));
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 2, arbitrary: cut.map(([body, share]) => body.subarray(0, Math.floor(body.length * share))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)) },
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Lone surrogates cannot be encoded; they are tried inside of JSON. */
const encode = (value: unknown): string => encodeURIComponent(text(value).toWellFormed().slice(0, 2000));

/** Requests for one call of the API. */
export function requestsFor(api: Api, operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const parameter = (name: string, schema: Schema | undefined, weight: number) =>
    fc.oneof(
      { weight, arbitrary: following(api, schema ?? {}, name, known) },
      { weight: 1, arbitrary: nasty },
    );
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const path = fc.record(
    Object.fromEntries(inPath.map((one) => [one.name, parameter(one.name, one.schema, 6)])),
  );
  const query = fc.record(
    Object.fromEntries(inQuery.map((one) => [one.name, parameter(one.name, one.schema, 2)])),
    { requiredKeys: [] },
  );
  const body: fc.Arbitrary<string | Buffer | null> =
    operation.body === null
      ? fc.constant(null)
      : operation.contentType === 'multipart/form-data'
        ? multipartBody(api, operation.body, known)
        : operation.contentType === 'application/json'
          ? jsonBody(api, operation.body, known)
          : fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
  const contentType =
    operation.contentType === 'multipart/form-data'
      ? `multipart/form-data; boundary=${BOUNDARY}`
      : operation.contentType;
  return fc
    .record({
      path,
      query,
      body,
      actor: fc.constantFrom(...known.actors),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant(contentType) },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', '') },
      ),
      range: fc.option(fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=999999999-', 'lines=1'), {
        freq: 12,
      }),
    })
    .map((made) => {
      const filled = operation.template.replace(/\{(\w+)\}/g, (_all, name: string) =>
        encode((made.path as Record<string, unknown>)[name]),
      );
      const search = Object.entries(made.query)
        .map(([name, value]) => `${name}=${encode(value)}`)
        .join('&');
      return {
        method: operation.method,
        path: search === '' ? filled : `${filled}?${search}`,
        headers: {
          prefer: 'respond-async',
          ...(made.body !== null && made.contentType ? { 'content-type': made.contentType } : {}),
          ...(made.range === null ? {} : { range: made.range }),
        },
        body: made.body,
        actor: made.actor,
      };
    });
}
