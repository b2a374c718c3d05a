import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  Journey,
  letTimePass,
  type NativeServers,
  SeededRandom,
  type SystemService,
  speakAgreement,
  systemServices,
  TestSystem,
} from '#testing';
import { completeJourney, oneOfEach, outcomeOf } from './outcome.js';
import { violations } from './violations.js';

const root = resolve(import.meta.dirname, '..');
const SHORT_DEAL = [
  { voice: 'a', text: 'I agree to pay two thousand dollars.' },
  { voice: 'b', text: 'Yes, I agree.' },
] as const;
/** A journey with this recording takes about this long when nothing fails. */
const JOURNEY_MS = 9000;
const PATIENCE_MS = 60_000;

const random = new SeededRandom('faults');

let system: TestSystem;
let folder: string;
let spoken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-faults-'));
  spoken = join(folder, 'deal.wav');
  await speakAgreement(spoken, SHORT_DEAL);
  system = await TestSystem.start({ root });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const native = (): NativeServers => {
  if (!system.servers.native) throw new Error('fault tests need servers of their own');
  return system.servers.native;
};

describe('when a service is killed during a journey', () => {
  it.each([...systemServices, 'gateway'] satisfies SystemService[])(
    '%s: one payment, one transcript, one mail to each party',
    async (service) => {
      const killAfterMs = random.between(0, JOURNEY_MS);
      process.stdout.write(`kill -9 ${service} after ${killAfterMs} ms\n`);
      const person = new Journey(system.url, { patienceMs: PATIENCE_MS });
      const journey = completeJourney(system, person, spoken);
      const killing = letTimePass(killAfterMs, 'somewhere on the way').then(() => {
        const pid = system.pid(service);
        system.kill(service);
        return pid;
      });
      const [saved, killedPid] = await Promise.all([journey, killing]);
      await system.healthy();
      expect(system.pid(service)).not.toBe(killedPid);
      await system.drain();
      expect(await outcomeOf(system, person, saved)).toEqual(oneOfEach);
    },
    400_000,
  );
});

describe('when the broker and the job queue go away', () => {
  it('loses and doubles none of ten parallel journeys', async () => {
    const people = Array.from({ length: 10 }, () => new Journey(system.url, { patienceMs: PATIENCE_MS }));
    const journeys = people.map((person) => completeJourney(system, person, spoken));
    const outage = (async () => {
      await letTimePass(1500, 'the journeys have begun');
      await native().rabbitmq.kill('SIGTERM');
      await letTimePass(3000, 'how long only the broker is away');
      await native().redis.kill('SIGTERM');
      await letTimePass(5000, 'how long both are away');
      await native().redis.restart();
      await letTimePass(2000, 'how long only the broker is away');
      await native().rabbitmq.restart();
    })();
    const [saved] = await Promise.all([Promise.all(journeys), outage]);
    await system.healthy();
    await system.drain(120_000);
    const outcomes = await Promise.all(
      people.map((person, index) => outcomeOf(system, person, saved[index] as (typeof saved)[number])),
    );
    expect(outcomes).toEqual(people.map(() => oneOfEach));
  }, 600_000);
});

it('leaves everything as it must be', async () => {
  await system.drain();
  expect(await violations(system)).toEqual([]);
}, 120_000);
