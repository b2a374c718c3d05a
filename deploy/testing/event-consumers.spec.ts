import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as contracts from '#contracts';
import { allEvents } from '#contracts';

const root = resolve(import.meta.dirname, '../..');

/** Events that nobody takes, each with the reason why it is told all the same. */
const unheardOnPurpose: Readonly<Record<string, string>> = {};

/** Sources whose handlers change nothing but what open screens show. */
const writesNothing = ['gateway/src/live/live.consumer.ts'];

interface Handler {
  file: string;
  /** The name under which the contracts export its event. */
  event: string;
  method: string;
}

/** The handlers of events of all services. */
function handlers(): Handler[] {
  const found: Handler[] = [];
  for (const service of readdirSync(join(root, 'services'))) {
    const folder = join(root, 'services', service, 'src');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, event = '', method = ''] of source.matchAll(/@OnEvent\((\w+)([\s\S]*?\n {2}\}\n)/g))
        found.push({ file: `${service}/src/${file}`, event, method });
    }
  }
  return found;
}

const subscribed = (): Set<string> => new Set(handlers().map(({ event }) => event));

/** The name under which the contracts export each event. */
const exported = new Map(Object.entries(contracts).map(([name, value]) => [value as unknown, name]));

it('every event of the product has somebody who takes it, or a reason why not', () => {
  const handled = subscribed();
  expect(handled.size).toBeGreaterThan(30);
  const unheard = allEvents
    .filter((event) => !handled.has(exported.get(event) ?? ''))
    .map(({ name }) => name)
    .filter((name) => !(name in unheardOnPurpose));
  expect(unheard).toEqual([]);
});

it('no reason is kept for an event that somebody takes, or that there is not', () => {
  const handled = subscribed();
  const free = allEvents.filter((event) => !handled.has(exported.get(event) ?? '')).map(({ name }) => name);
  expect(Object.keys(unheardOnPurpose).filter((name) => !free.includes(name))).toEqual([]);
});

it('every handler that writes anything takes an event once, however often it is delivered', () => {
  const writing = handlers().filter(({ file }) => !writesNothing.includes(file));
  expect(writing.length).toBeGreaterThan(30);
  const careless = writing.filter(({ method }) => !method.includes('.once(event, '));
  expect(careless.map(({ file, event }) => `${file}: ${event}`)).toEqual([]);
});
