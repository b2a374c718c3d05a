import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as contracts from '#contracts';
import type { System } from './invariant.js';
import { consumers } from './messaging.js';
import { areas, verify } from './verification.js';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = [...areas.values()].flat();

/** The tables of `docs/verify.md`. */
function tables(): string {
  return [...areas]
    .map(([area, invariants]) => {
      const rows = invariants.map(({ name, says, holds }) => `| \`${name}\` | ${says} | ${holds} |`);
      return [`### ${area}`, '', '| Invariant | What must hold | When |', '|---|---|---|', ...rows].join(
        '\n',
      );
    })
    .join('\n\n');
}

describe('the invariants', () => {
  it('are named once, in the words of the field, and say in one sentence what must hold', () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
    expect(all.filter(({ says }) => !/^[A-Z][^.]*\.$/.test(says)).map(({ name }) => name)).toEqual([]);
  });

  it('are in docs/verify.md as they are here', () => {
    const text = read('docs/verify.md');
    expect(text.slice(text.indexOf('### Money')).trim()).toBe(tables());
  });

  it('are as many as the documents say', () => {
    const sums = ['docs/verify.md', 'docs/operations.md'].flatMap((file) => [
      ...read(file).matchAll(/`(\d+) invariants hold, (\d+) violations(?:, (\d+) could not be checked)?`/g),
    ]);
    // In their examples no invariant has two violations.
    const counts = sums.map(([, ...parts]) => parts.reduce((sum, part) => sum + Number(part ?? 0), 0));
    expect(counts).toEqual([all.length, all.length, all.length, all.length]);
  });
});

describe('a paid transcript by a person', () => {
  const settledBefore = new Date('2026-11-29T08:00:00Z');
  const [before, after] = [new Date('2026-11-29T07:00:00Z'), new Date('2026-11-29T08:01:00Z')];

  /** What is said of a payment in this status whose order by a person is as given. */
  async function violations(payment: string, order: object | null): Promise<string[]> {
    const found: string[] = [];
    const databases = {
      payments: { batches: () => [[{ id: 'p1', agreement: '4207731958026614', status: payment }]] },
      transcription: { read: async () => (order === null ? [] : [{ key: 'p1', ...order }]) },
    };
    const findings = {
      checked: () => undefined,
      note: () => undefined,
      violation: (text: string) => found.push(text),
    };
    const invariant = all.find(({ name }) => name === 'paid-transcript-by-a-person-is-ordered');
    await invariant?.check({ databases, settledBefore } as unknown as System, findings);
    return found;
  }

  it.each([
    ['its order was paid back, and the payment is kept', 'paid', { status: 'refunded', dueAt: before }],
    ['its order was paid back before it was ever due', 'paid', { status: 'refunded', dueAt: null }],
    ['nobody has heard of the payment', 'paid', { status: 'requested', dueAt: null }],
    ['there is no order', 'refunded', null],
  ])('is not ordered when %s', async (_what, payment, order) => {
    expect(await violations(payment, order)).toEqual([
      expect.stringMatching(/^payment p1: the transcript by a person of agreement 4207731958026614 is /),
    ]);
  });

  it.each([
    ['it is delivered', 'paid', { status: 'delivered', dueAt: before }],
    ['the payment goes back', 'refunding', { status: 'refunded', dueAt: before }],
    ['the payment went back', 'refunded', { status: 'refunded', dueAt: before }],
    ['it was late just now, which payments is about to hear', 'paid', { status: 'refunded', dueAt: after }],
  ])('is ordered when %s', async (_what, payment, order) => {
    expect(await violations(payment, order)).toEqual([]);
  });
});

/** Handlers as they stand in the services: the event, and the name that the inbox remembers. */
function handlers(): { event: string; consumer: string }[] {
  const files = globSync('services/*/src/**/*.ts', { cwd: root }).filter((file) => !file.includes('.spec.'));
  return files.flatMap((file) => {
    const service = file.split('/')[1] ?? '';
    const methods = read(file).split('@OnEvent(').slice(1);
    return methods.flatMap((method) => {
      const event = /^\w+/.exec(method)?.[0] ?? '';
      const name = /once\(event, '([a-z-]+)'/.exec(method)?.[1];
      // A backup that is restored removes the queues by the names that the inbox remembers.
      const queue =
        /^\w+, '([a-z-]+)'/.exec(method)?.[1] ??
        /\n {2}(?:async )?(\w+)\(/.exec(method)?.[1]?.replace(/([A-Z])/g, (at) => `-${at.toLowerCase()}`);
      if (name !== undefined && name !== queue) throw new Error(`${service}: ${name} is handled as ${queue}`);
      return name === undefined ? [] : [{ event, consumer: `${service} ${name}` }];
    });
  });
}

it('every event is looked for in the inbox of every consumer that has one', () => {
  const routingKey = (name: string): string =>
    (contracts as unknown as Record<string, contracts.EventDefinition>)[name]?.routingKey ?? name;
  const found = Map.groupBy(handlers(), ({ event }) => routingKey(event));
  const inServices = [...found].map(([event, all]) => [event, all.map(({ consumer }) => consumer).sort()]);
  const here = [...consumers].map(([{ routingKey: event }, all]) => [
    event,
    all.map(({ service, name }) => `${service} ${name}`).sort(),
  ]);
  // What only gateways hear stands there without anybody: they have no inbox.
  expect(here.filter(([, all]) => all?.length !== 0).sort()).toEqual(inServices.sort());
  expect(here).toHaveLength(contracts.allEvents.length);
});

it('refuses an environment that it cannot look into, by name', async () => {
  const env = {
    ...{ PORT: '0', AMQP_URL: 'amqp://x', REDIS_URL: 'redis://x', TRANSCRIPTION_URL: 'http://x' },
    ...{
      SERVICE_TOKEN_SECRET: 'x'.repeat(40),
      LINK_SECRET: 'x'.repeat(40),
      LOG_SEAL_SECRET: 'x'.repeat(40),
      SEAL_SIGNING_KEY: 'y'.repeat(40),
      PAYMENTS_URL: 'http://x',
      STORAGE_DISK_ROOT: '/nowhere',
    },
  };
  await expect(verify(env).next()).rejects.toThrow('AUTH_DATABASE_URL is not set');
  await expect(verify({ ...env, VERIFY_SETTLED_SECONDS: 'soon' }).next()).rejects.toThrow(
    'VERIFY_SETTLED_SECONDS=soon',
  );
  await expect(verify({}).next()).rejects.toThrow(/agreements: bad configuration/);
});
