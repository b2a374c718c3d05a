import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually, Journey, type Saved, TestSystem, verifyAddress } from '#testing';
import { confirm, type EscrowIntent, escrowAct, escrowReaches, ledgerOf, onboard } from './money/payer.js';
import { violations } from './violations.js';

/** Every call that costs money, many times at once, and with its process killed between any two effects that last. */

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const COPIES = [2, 9, 50];

let system: TestSystem;
let folder: string;
let spoken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-money-faults-'));
  spoken = join(folder, 'tone.webm');
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'libopus', spoken]);
  system = await TestSystem.start({ root });
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const someone = async () => {
  const person = new Journey(system.url, { patienceMs: 60_000 });
  await person.signup();
  return person;
};
const isPaid = (person: Journey, agreementId: string, type = 'contract') =>
  eventually(
    async () => {
      const { status } = await person.ask<{ status: string }>(
        'GET',
        `/api/payments/${agreementId}?type=${type}`,
      );
      if (status !== 'paid') throw new Error(`the payment is ${status}`);
    },
    60_000,
    `a paid ${type}`,
  );
const paidContract = async (person: Journey): Promise<Saved> => {
  const saved = await person.save(spoken);
  const { clientSecret } = await person.createPaymentIntent(saved);
  expect(await confirm(system, clientSecret)).toBe('succeeded');
  await isPaid(person, saved.agreementId);
  await eventually(
    async () => {
      const { status } = await person.ask<{ status: string }>('GET', `/api/agreements/${saved.agreementId}`);
      if (status === 'pending') throw new Error('not unlocked yet');
    },
    30_000,
    'an unlocked contract',
  );
  return saved;
};
/** A contract whose buyer only has to pay: the seller's payouts are set up. */
const readyToHold = async (amount = 100) => {
  const anna = await someone();
  const { agreementId } = await paidContract(anna);
  const json = { agreementId, amount, sellerEmail: anna.emailB, platformFeePercent: 5 };
  await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
  const account = { userId: anna.user.id, email: anna.emailB };
  const { onboardingUrl } = await anna.ask<{ onboardingUrl: string }>('POST', '/api/create-connect-account', {
    json: account,
  });
  await onboard(onboardingUrl);
  await escrowReaches(anna, agreementId, 'requires_payment');
  return { anna, agreementId, json };
};
const heldEscrow = async (amount = 100) => {
  const { anna, agreementId, json } = await readyToHold(amount);
  const { clientSecret } = await anna.ask<EscrowIntent>('POST', '/api/create-escrow-intent', { json });
  expect(await confirm(system, String(clientSecret))).toBe('succeeded');
  await escrowReaches(anna, agreementId, 'held');
  return { anna, agreementId };
};
const intentsOf = (agreementId: string) =>
  system.stripe.listPaymentIntents().filter(({ metadata }) => metadata.agreementId === agreementId);
const transfersOf = (agreementId: string) =>
  system.stripe.listTransfers().filter(({ metadata }) => metadata.agreementId === agreementId);
const isBalanced = async () => expect((await ledgerOf(system, 'stripe')).sum).toBe(0);

/** The same request many times at once; answers the distinct answers. */
async function copies(person: Journey, path: string, json: object, count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await fetch(system.url + path, {
        method: 'POST',
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.user.token}` },
      });
      return `${answer.status} ${await answer.text()}`;
    }),
  );
  return [...new Set(answers)];
}

describe.each(COPIES)('%i copies at once', (count) => {
  it('of create-payment-intent are one PaymentIntent and one answer', async () => {
    const anna = await someone();
    const { agreementId, claimToken } = await anna.save(spoken);
    const json = { planType: 'split-second-contract', agreementId, claimToken };
    const answers = await copies(anna, '/api/create-payment-intent', json, count);
    expect(answers).toEqual([expect.stringMatching(/^200 .*_secret_/)]);
    expect(intentsOf(agreementId)).toHaveLength(1);
  });

  it('of create-subscription are one subscription and one answer', async () => {
    const anna = await someone();
    const answers = await copies(anna, '/api/create-subscription', { userId: anna.user.id }, count);
    expect(answers).toEqual([expect.stringMatching(/^200 .*_secret_/)]);
    const mine = system.stripe
      .listSubscriptions()
      .filter(({ metadata }) => metadata.userId === String(anna.user.id));
    expect(mine).toHaveLength(1);
  });

  it('of create-connect-account are one account', async () => {
    const anna = await someone();
    await verifyAddress(anna, system.mailboxUrl);
    await anna.confirmPassword();
    const json = { userId: anna.user.id, email: anna.emailA };
    const answers = await copies(anna, '/api/create-connect-account', json, count);
    // The links themselves are for one use each.
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    expect(system.stripe.listAccounts().filter(({ email }) => email === anna.emailA)).toHaveLength(1);
  });

  it('of create-escrow-intent are one PaymentIntent and one answer', async () => {
    const { anna, agreementId, json } = await readyToHold();
    const before = intentsOf(agreementId).length;
    const answers = await copies(anna, '/api/create-escrow-intent', json, count);
    expect(answers).toEqual([expect.stringMatching(/^200 .*_secret_/)]);
    expect(intentsOf(agreementId)).toHaveLength(before + 1);
  });

  it('of release are one transfer, and the others are told', async () => {
    const { anna, agreementId } = await heldEscrow();
    await anna.confirmPassword();
    const answers = await copies(anna, `/api/escrow/${agreementId}/release`, {}, count);
    expect(answers.filter((answer) => answer.startsWith('200 '))).toHaveLength(1);
    expect(answers.filter((answer) => !/^(200|409) /.test(answer))).toEqual([]);
    await escrowReaches(anna, agreementId, 'released');
    expect(transfersOf(agreementId)).toHaveLength(1);
    await isBalanced();
  });
});

/** Runs something during which a process dies at the named place, and waits until all is well again. */
async function dyingAt(failpoint: string, work: () => Promise<unknown>): Promise<void> {
  await system.failpoints.arm(failpoint);
  await work();
  await eventually(
    async () => {
      if (system.failpoints.isArmed(failpoint)) throw new Error(`nobody came to ${failpoint}`);
    },
    30_000,
    `a death at ${failpoint}`,
  );
  await system.healthy();
  await system.drain();
}

describe('kill -9', () => {
  it.each(['payments.order.after-row', 'payments.order.after-intent'])(
    'at %s leaves one PaymentIntent, which unlocks once',
    async (failpoint) => {
      const anna = await someone();
      const saved = await anna.save(spoken);
      let clientSecret = '';
      await dyingAt(failpoint, async () => {
        ({ clientSecret } = await anna.createPaymentIntent(saved));
      });
      expect((await anna.createPaymentIntent(saved)).clientSecret).toBe(clientSecret);
      expect(await confirm(system, clientSecret)).toBe('succeeded');
      await isPaid(anna, saved.agreementId);
      expect(intentsOf(saved.agreementId)).toHaveLength(1);
      await isBalanced();
    },
  );

  it.each(['payments.webhook.after-commit', 'payments.stripe-event.before-commit'])(
    'at %s loses and doubles no payment',
    async (failpoint) => {
      const anna = await someone();
      const saved = await anna.save(spoken);
      const { clientSecret } = await anna.createPaymentIntent(saved);
      await system.drain();
      await dyingAt(failpoint, () => confirm(system, clientSecret));
      await isPaid(anna, saved.agreementId);
      const receipts = await anna.ask<object[]>('GET', '/api/user/receipts');
      expect(receipts).toHaveLength(1);
      await isBalanced();
    },
  );

  it.each([
    'payments.customer.after-stripe',
    'payments.subscription.after-row',
    'payments.subscription.after-stripe',
  ])('at %s leaves one subscription', async (failpoint) => {
    const anna = await someone();
    const json = { userId: anna.user.id };
    const create = () => anna.ask<{ clientSecret: string }>('POST', '/api/create-subscription', { json });
    let clientSecret = '';
    await dyingAt(failpoint, async () => {
      ({ clientSecret } = await create());
    });
    expect(await create()).toMatchObject({ clientSecret });
    const mine = system.stripe
      .listSubscriptions()
      .filter(({ metadata }) => metadata.userId === String(anna.user.id));
    expect(mine).toHaveLength(1);
    expect(system.stripe.listCustomers().filter(({ email }) => email === anna.emailA)).toHaveLength(1);
  });

  it('at payments.seller.after-account leaves one account', async () => {
    const anna = await someone();
    await verifyAddress(anna, system.mailboxUrl);
    const json = { userId: anna.user.id, email: anna.emailA };
    await dyingAt('payments.seller.after-account', () =>
      anna.ask('POST', '/api/create-connect-account', { json }),
    );
    expect(system.stripe.listAccounts().filter(({ email }) => email === anna.emailA)).toHaveLength(1);
  });

  it.each(['payments.escrow.after-row', 'payments.escrow.after-intent'])(
    'at %s leaves one held payment',
    async (failpoint) => {
      const { anna, agreementId } = await (async () => {
        if (failpoint === 'payments.escrow.after-intent') return readyToHold();
        const anna = await someone();
        return { anna, ...(await paidContract(anna)) };
      })();
      const json = { agreementId, amount: 100, sellerEmail: anna.emailB, platformFeePercent: 5 };
      const before = intentsOf(agreementId).length;
      await dyingAt(failpoint, () => anna.ask('POST', '/api/create-escrow-intent', { json }));
      const answers = await copies(anna, '/api/create-escrow-intent', json, 2);
      expect(answers).toEqual([expect.stringMatching(/^200 /)]);
      expect(intentsOf(agreementId)).toHaveLength(
        failpoint === 'payments.escrow.after-intent' ? before + 1 : before,
      );
    },
  );

  it('at payments.escrow.after-transfer pays the seller once', async () => {
    const { anna, agreementId } = await heldEscrow();
    await dyingAt('payments.escrow.after-transfer', () => escrowAct(anna, agreementId, 'release'));
    await escrowReaches(anna, agreementId, 'released');
    expect(transfersOf(agreementId).map(({ amount }) => amount)).toEqual([9500]);
    await isBalanced();
  });

  it('at payments.refund.after-stripe pays back once', async () => {
    const anna = await someone();
    const { agreementId } = await paidContract(anna);
    await anna.ask('POST', '/api/request-manual-transcription', { json: { agreementId } });
    const json = { amount: 2, type: 'manual_transcription', agreementId, description: 'by a person' };
    const { clientSecret } = await anna.ask<{ clientSecret: string }>('POST', '/api/create-payment-intent', {
      json,
    });
    expect(await confirm(system, clientSecret)).toBe('succeeded');
    await isPaid(anna, agreementId, 'manual_transcription');
    await system.drain();
    await dyingAt('payments.refund.after-stripe', () => system.moveClock(25 * 3_600_000));
    const status = () =>
      anna.ask<{ status: string }>('GET', `/api/payments/${agreementId}?type=manual_transcription`);
    await eventually(
      async () => {
        if ((await status()).status !== 'refunded') throw new Error('not refunded yet');
      },
      60_000,
      'a refund',
    );
    const [intent] = intentsOf(agreementId).filter(({ amount }) => amount === 200);
    const refunds = system.stripe.listRefunds().filter((refund) => refund.payment_intent === intent?.id);
    expect(refunds.map(({ amount }) => amount)).toEqual([200]);
    await isBalanced();
  });
});

describe('lost answers', () => {
  it('are given again for the same key, and another request under it is refused', async () => {
    const anna = await someone();
    const saved = await anna.save(spoken);
    const key = randomUUID();
    const ask = async (json: object) => {
      const answer = await fetch(`${system.url}/api/create-payment-intent`, {
        method: 'POST',
        body: JSON.stringify(json),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${anna.user.token}`,
          'idempotency-key': key,
        },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const { agreementId, claimToken } = saved;
    const json = { planType: 'split-second-contract', agreementId, claimToken };
    const first = await ask(json);
    expect(first.status).toBe(200);
    expect(await ask(json)).toEqual(first);
    const other = await anna.save(spoken);
    expect(await ask({ ...json, agreementId: other.agreementId })).toMatchObject({ status: 409 });
  });
});

it('leaves everything as it must be', async () => {
  await system.drain();
  expect(await violations(system)).toEqual([]);
}, 120_000);
