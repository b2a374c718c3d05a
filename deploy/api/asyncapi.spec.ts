import { readFileSync } from 'node:fs';
import { allEvents } from '#contracts';
import { describeEvents } from './asyncapi.js';

const golden = new URL('../../libs/contracts/test/golden/', import.meta.url);
const read = (key: string): { data: object } =>
  JSON.parse(readFileSync(new URL(`${key}.json`, golden), 'utf8'));
const document = describeEvents(read);

interface DataSchema {
  required?: string[];
  properties: Record<string, { type?: string | string[]; pattern?: string; enum?: unknown[] }>;
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

it('describes every event once, with where it is sent', () => {
  const keys = allEvents.map(({ routingKey }) => routingKey).sort();
  expect(Object.keys(document.channels).sort()).toEqual(keys);
  expect(Object.keys(document.operations).sort()).toEqual(keys);
  expect(Object.keys(document.components.messages).sort()).toEqual(keys);
});

it.each(allEvents.map((event) => [event.routingKey, event] as const))(
  '%s: the example fits',
  (key, event) => {
    const schema = document.components.schemas[event.data.name] as unknown as DataSchema;
    const data = read(key).data as Record<string, unknown>;
    for (const name of schema.required ?? []) expect(data).toHaveProperty(name);
    for (const [name, value] of Object.entries(data)) {
      const property = schema.properties[name];
      expect([name, property]).toEqual([name, expect.anything()]);
      if (property?.type !== undefined) {
        const types = [property.type].flat();
        expect([name, types.includes(typeOf(value)) || types.includes(typeof value)]).toEqual([name, true]);
      }
      if (property?.enum) expect(property.enum).toContain(value);
      if (property?.pattern && typeof value === 'string') expect(value).toMatch(new RegExp(property.pattern));
    }
  },
);

it('refers to nothing that is not there', () => {
  for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
    expect([path, found]).toEqual([path, expect.anything()]);
  }
});
