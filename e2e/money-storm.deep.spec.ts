import { readFile } from 'node:fs/promises';
import { letTimePass } from '#testing';
import { World } from './crashes/world.js';
import { ledgerOf } from './money/payer.js';
import { MoneyStorm } from './money/storm.js';
import { violations } from './violations.js';

/** Ten thousand calls about money against each other, on two copies of every service: the books agree to the cent. */

const CALLS = 10_000;
const PEOPLE = 25;
const CONTRACTS_EACH = 4;
const SETTLE_MS = 240_000;

let world: World;
let storm: MoneyStorm;

beforeAll(async () => {
  const began = Date.now();
  const say = (what: string) =>
    process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s: ${what}\n`);
  world = await World.open(2);
  storm = new MoneyStorm(world);
  await storm.prepare(PEOPLE, CONTRACTS_EACH);
  await world.system.drain(240_000);
  say('contracts are there');
  await storm.rage(CALLS);
  say(`${storm.calls} calls`);
  await world.system.drain(SETTLE_MS);
  say('all is quiet');
}, 1_200_000);

afterAll(() => world?.close(), 60_000);

/** How often each answer came, for whoever reads the run. */
function counted(): string {
  const counts = Map.groupBy(storm.answers, ({ call, status, code }) => `${call} ${status} ${code ?? ''}`);
  return [...counts]
    .map(([what, all]) => `${String(all.length).padStart(6)} ${what}`)
    .sort()
    .join('\n');
}

/** What the services wrote of the calls that failed, which nobody can look up once they are gone. */
async function logged(correlationIds: readonly string[]): Promise<string[]> {
  const { system } = world;
  const logs = await Promise.all(system.logFiles().map((file) => readFile(file, 'utf8')));
  const lines = logs.flatMap((log) => log.split('\n'));
  return lines.filter((line) => correlationIds.some((id) => line.includes(id)));
}

it('were answered, and none by a failure of ours', async () => {
  process.stdout.write(`${counted()}\n`);
  expect(storm.calls).toBeGreaterThanOrEqual(CALLS);
  const failed = storm.answers.filter(({ status }) => status >= 500);
  const why = await logged(failed.flatMap(({ correlationId }) => correlationId ?? []));
  expect({ failed, why }).toEqual({ failed: [], why: [] });
  const done = storm.answers.filter(({ status }) => status < 400).length;
  expect(done).toBeGreaterThan(CALLS / 4);
});

it('under one key were one request with one payment', () => {
  const paid = new Set(
    world.system.stripe
      .listPaymentIntents()
      .filter(({ status }) => status === 'succeeded')
      .map(({ id }) => id),
  );
  const wrong = [...storm.keys].filter(
    ([, { requests, intents }]) =>
      requests.size !== 1 || [...intents].filter((id) => paid.has(id)).length > 1,
  );
  expect(wrong).toEqual([]);
  expect(storm.keys.size).toBeGreaterThan(100);
});

it('left nothing that must hold and does not', async () => {
  const { system } = world;
  const until = Date.now() + SETTLE_MS;
  let found: string[] = [];
  do {
    found = await violations(system);
    if (found.length > 0) await letTimePass(2000, 'what is on its way in the broker shows nowhere');
  } while (found.length > 0 && Date.now() < until);
  expect(found).toEqual([]);
}, 400_000);

it("leave the ledger equal to the provider's own books", async () => {
  const { stripe } = world.system;
  const cents = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((sum, { amount }) => sum + amount, 0);
  const back = stripe.listDisputes().filter(({ status }) => status !== 'won');
  const expected =
    cents(stripe.listCharges().filter(({ paid }) => paid)) -
    cents(stripe.listRefunds().filter(({ status }) => status === 'succeeded')) -
    cents(stripe.listTransfers()) -
    cents(back);
  expect(await ledgerOf(world.system, 'stripe')).toEqual({ sum: 0, balance: expected });
});
