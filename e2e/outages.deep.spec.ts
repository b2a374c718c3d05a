import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  eventually,
  invitationTo,
  Journey,
  letTimePass,
  PartyB,
  type Saved,
  SeededRandom,
  speakAgreement,
  TestSystem,
} from '#testing';
import { confirm, type EscrowIntent, escrowReaches, onboard } from './money/payer.js';
import { Dependencies, type DependencyName, type WayToFail, waysToFail } from './outages/dependencies.js';
import { completeJourney, oneOfEach, outcomeOf } from './outcome.js';
import { violations } from './violations.js';

/**
 * Everything that the product needs is away for a while, in every way, in the middle of everything that people do.
 * `make outages` takes all lengths, `make test-deep` a sample of the shortest.
 */

const root = resolve(import.meta.dirname, '..');
const ALL_SECONDS = [5, 60, 360];
const SAMPLE = 8;
/** After it is back, everything has come to its end by itself within this time. */
const HEALED_MS = 120_000;
/** From the beginning of a journey to the outage: it is recorded, and perhaps paid. */
const AHEAD_MS = 1500;

interface Cell {
  name: DependencyName;
  way: WayToFail;
  seconds: number;
}

function cells(): Cell[] {
  const { OUTAGE_SECONDS: chosen, OUTAGE_ONLY: only = '' } = process.env;
  const of = (seconds: readonly number[]) =>
    Object.entries(waysToFail).flatMap(([name, ways]) =>
      ways.flatMap((way) => seconds.map((one) => ({ name: name as DependencyName, way, seconds: one }))),
    );
  if (chosen !== undefined) {
    const seconds = chosen === 'all' ? ALL_SECONDS : chosen.split(',').map(Number);
    return of(seconds).filter(({ name, way }) => `${name} ${way}`.includes(only));
  }
  const random = new SeededRandom('outages');
  const left = of([5]);
  return Array.from({ length: SAMPLE }, () => left.splice(random.between(0, left.length), 1)).flat();
}

let dependencies: Dependencies;
let system: TestSystem;
let folder: string;
let spoken: string;
let answer: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-outages-speech-'));
  spoken = join(folder, 'deal.wav');
  answer = join(folder, 'answer.wav');
  await speakAgreement(spoken, [{ voice: 'a', text: 'I sell you the blue car for two thousand dollars.' }]);
  await speakAgreement(answer, [{ voice: 'b', text: 'Yes, I agree to that.' }]);
  dependencies = await Dependencies.open();
  system = await TestSystem.start({ root, redirect: (env) => dependencies.redirect(env) });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await dependencies?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Somebody who tries again for as long as it lasts, as the web app lets people do. */
const somebody = (seconds: number) =>
  new Journey(system.url, { patienceMs: AHEAD_MS + seconds * 1000 + HEALED_MS });

/** A contract that waits for party B, who has the link. */
async function invited(anna: Journey): Promise<{ saved: Saved; ben: PartyB }> {
  const saved = await anna.save(spoken, { isRemoteContract: true });
  await anna.signup();
  await anna.pay(saved);
  const ben = new PartyB(system.url, await invitationTo(system.mailboxUrl, anna.emailB));
  await ben.view();
  return { saved, ben };
}

/** A contract with money that is held for the seller. */
async function holding(anna: Journey): Promise<string> {
  const { agreementId } = await completeJourney(system, anna, spoken);
  const json = { agreementId, amount: 100, sellerEmail: anna.emailB, platformFeePercent: 5 };
  await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
  const { onboardingUrl } = await anna.ask<{ onboardingUrl: string }>('POST', '/api/create-connect-account', {
    json: { userId: anna.user.id, email: anna.emailB },
  });
  await onboard(onboardingUrl);
  await escrowReaches(anna, agreementId, 'requires_payment');
  const { clientSecret } = await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
  if ((await confirm(system, String(clientSecret))) !== 'succeeded') throw new Error('not paid');
  await escrowReaches(anna, agreementId, 'held');
  return agreementId;
}

/** Until party B's answer has arrived; the same recording again gets the same answer. */
const consents = (ben: PartyB, timeoutMs: number) =>
  eventually(
    async () => {
      const { status, body } = await ben.consent(answer);
      if (status >= 400) throw new Error(`the consent is answered ${status}: ${JSON.stringify(body)}`);
    },
    timeoutMs,
    'a consent',
  );

/** Lets the money go, however often it takes. */
const releases = (anna: Journey, agreementId: string, timeoutMs: number) =>
  eventually(
    async () => {
      const { status } = await anna.call('POST', `/api/escrow/${agreementId}/release`, { json: {} });
      // Refused when an earlier try, whose answer was lost, has done it.
      if (status >= 400 && status !== 409) throw new Error(`the release is answered ${status}`);
    },
    timeoutMs,
    'a release',
  );

describe.each(cells())('$name, $way for $seconds s', ({ name, way, seconds }) => {
  it(
    'heals by itself: nothing lost, nothing twice, nothing locked',
    async () => {
      const [early, late, remote, buyer] = [
        somebody(seconds),
        somebody(seconds),
        somebody(seconds),
        somebody(seconds),
      ] as const;
      const [{ saved, ben }, escrowId] = await Promise.all([invited(remote), holding(buyer)]);
      const patienceMs = AHEAD_MS + seconds * 1000 + HEALED_MS;
      const first = completeJourney(system, early, spoken, patienceMs);
      await letTimePass(AHEAD_MS, 'a journey is on its way');
      const restore = await dependencies.take(system, name, way);
      let others: Promise<unknown>[];
      try {
        others = [
          completeJourney(system, late, spoken, patienceMs),
          consents(ben, patienceMs),
          releases(buyer, escrowId, patienceMs),
        ];
        // What fails early is told by the end, not by an unhandled rejection in between.
        for (const work of [first, ...others]) work.catch(() => undefined);
        await letTimePass(seconds * 1000, `${name} is away`);
      } finally {
        await restore();
      }
      const back = Date.now();
      const [savedEarly, savedLate] = (await Promise.all([first, ...others])) as [Saved, Saved];
      await remote.reaches(saved.agreementId, 'completed', HEALED_MS);
      await escrowReaches(buyer, escrowId, 'released');
      await system.healthy();
      await system.drain(HEALED_MS);
      const healedMs = Date.now() - back;
      process.stdout.write(`${name}, ${way} for ${seconds} s: healed after ${healedMs} ms\n`);
      expect(healedMs).toBeLessThan(HEALED_MS);
      expect(await outcomeOf(system, early, savedEarly)).toEqual(oneOfEach);
      expect(await outcomeOf(system, late, savedLate)).toEqual(oneOfEach);
      const transfers = system.stripe
        .listTransfers()
        .filter(({ metadata }) => metadata.agreementId === escrowId);
      expect(transfers.map(({ amount }) => amount)).toEqual([9500]);
      expect(await violations(system)).toEqual([]);
    },
    seconds * 1000 + 3 * HEALED_MS,
  );
});
