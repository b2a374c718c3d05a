import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import {
  agreementCovered,
  asSent,
  type Coverage,
  type EscrowChanged,
  type EventEnvelope,
  escrowChanged,
  paymentRefunded,
  paymentRefused,
} from '#contracts';
import { DAY_MS, HOUR_MS, noOrigin, type Principal } from '#platform';
import { until } from '../../../libs/platform/test/test-service.js';
import type { LogRow } from '../src/event-log/event-log.module.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { recordTone, type SavedBody, savedAgreement } from './recordings.fixture.js';
import { FakeServices } from './seals.fixture.js';

const OWNER = 71;
/** Lately, so that nothing is due of what is covered. */
const COVERED_AT = new Date(Date.now() - HOUR_MS).toISOString();
const asService: Principal = { kind: 'service', id: 0, sessionId: null };

let services: FakeServices;
let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-payments-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const once = async (event: EventEnvelope, handler: string) => {
  await under.deliver(event);
  await under.handled(event, handler);
};
const twice = async (event: EventEnvelope, handler: string) => {
  await once(event, handler);
  await under.deliver(event);
  await under.handled(event, handler, 2);
  expect(await under.deadLetters(handler)).toBe(0);
};
const view = async (saved: SavedBody) =>
  (await under.call<Record<string, unknown>>(`/api/agreements/${saved.agreementId}`, user(OWNER))).body;
const logOf = ({ agreementId }: SavedBody) =>
  under.query<{ type: string; actor: string; detail: Record<string, unknown> }>(
    'select type, actor, detail from agreement_events where agreement_id = $1 order by seq',
    [agreementId],
  );
const covered = ({ agreementId }: SavedBody, by: Coverage) =>
  under.event(agreementCovered, {
    coverageId: randomUUID(),
    agreementId,
    userId: OWNER,
    by,
    coveredAt: COVERED_AT,
  });

describe('a covered contract', () => {
  it.each([
    ['subscription', 365],
    ['credit', 30],
  ] as const)('by a %s is unlocked once and kept for %i days', async (by, days) => {
    const saved = await savedAgreement(under, audio, OWNER);
    await twice(covered(saved, by), 'mark-covered');
    const { status, paidAt, expiresAt } = await view(saved);
    expect({ status, paidAt }).toEqual({ status: 'processing', paidAt: COVERED_AT });
    expect(Date.parse(String(expiresAt)) - Date.parse(String(paidAt))).toBe(days * DAY_MS);
    expect((await logOf(saved)).map(({ type }) => type)).toEqual(['recorded', 'claimed', 'covered']);
    const told = await under.told(saved.agreementId);
    expect(told.filter(({ type }) => type === 'agreements.agreement.paid')).toHaveLength(1);
  });

  it('no longer waits for its payment', async () => {
    const owner = 72;
    const saved = await savedAgreement(under, audio, owner);
    const pending = async () =>
      (await under.call<{ agreementId: string }[]>(`/internal/owners/${owner}/pending`, asService)).body;
    expect(await pending()).toEqual([
      {
        agreementId: saved.agreementId,
        planType: 'split-second-contract',
        partyBName: expect.any(String),
        createdAt: expect.any(String),
      },
    ]);
    await once(covered(saved, 'credit'), 'mark-covered');
    expect(await pending()).toEqual([]);
    expect((await under.call(`/internal/owners/${owner}/pending`, user(owner))).status).toBe(403);
  });
});

describe('a payment that a bank has not made', () => {
  const refused = ({ agreementId }: SavedBody) =>
    under.event(paymentRefused, {
      paymentId: randomUUID(),
      agreementId,
      userId: OWNER,
      purpose: 'contract',
      amountCents: 500,
      currency: 'usd',
      refusedAt: '2026-11-24T10:00:00.000Z',
    });
  const askedFor = async ({ agreementId }: SavedBody) =>
    (await under.told(agreementId)).filter(({ type }) => type === 'agreements.payment.requested');

  it('delivered twice has its creator asked once more, once', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await twice(refused(saved), 'ask-for-payment');
    const { expiresAt } = await view(saved);
    expect((await askedFor(saved)).map(({ data }) => data)).toEqual([
      {
        agreementId: saved.agreementId,
        noticeId: expect.any(String),
        kind: 'resend',
        deletesAt: expiresAt,
        hasPaymentFailed: true,
      },
    ]);
  });

  it('has nobody asked where another one was made meanwhile', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await once(covered(saved, 'credit'), 'mark-covered');
    await once(refused(saved), 'ask-for-payment');
    expect(await askedFor(saved)).toEqual([]);
  });
});

describe('a refund', () => {
  it('delivered twice is on record once and changes nothing else', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await once(covered(saved, 'credit'), 'mark-covered');
    const before = await view(saved);
    const event = under.event(paymentRefunded, {
      paymentId: randomUUID(),
      agreementId: saved.agreementId,
      userId: OWNER,
      purpose: 'manual_transcription',
      amountCents: 200,
      currency: 'usd',
      reason: 'late-transcription',
      refundedAt: '2026-11-22T10:00:00.000Z',
    });
    await twice(event, 'note-refund');
    expect((await logOf(saved)).filter(({ type }) => type === 'payment-refunded')).toEqual([
      {
        type: 'payment-refunded',
        actor: 'payments',
        detail: {
          paymentId: event.data.paymentId,
          purpose: 'manual_transcription',
          amountCents: 200,
          currency: 'usd',
          reason: 'late-transcription',
        },
      },
    ]);
    expect(await view(saved)).toEqual(before);
  });
});

describe('an escrow', () => {
  const changed = ({ agreementId }: SavedBody, step: Partial<EscrowChanged>) =>
    under.event(escrowChanged, {
      escrowId: uuidv7(),
      agreementId,
      buyerId: OWNER,
      change: 'held',
      state: 'held',
      version: 2,
      by: 'stripe',
      amountCents: 200_000,
      currency: 'usd',
      changedAt: '2026-11-21T11:00:00.000Z',
      ...step,
    });
  const stateOf = async (saved: SavedBody) => (await view(saved)).escrowStatus;

  it('delivered twice is one line of the log and the state of the agreement', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await twice(changed(saved, {}), 'note-held-payment');
    expect(await stateOf(saved)).toBe('held');
    expect((await logOf(saved)).filter(({ type }) => type === 'held-payment')).toMatchObject([
      { actor: 'payments:stripe', detail: { change: 'held', state: 'held', amountCents: 200_000 } },
    ]);
  });

  it('is one line of the log by whichever of its names it comes', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const event = changed(saved, {});
    await once(asSent(escrowChanged, event), 'note-held-payment');
    await under.deliver(event);
    await under.handled(event, 'note-held-payment', 2);
    expect(await under.deadLetters('note-held-payment')).toBe(0);
    expect((await logOf(saved)).filter(({ type }) => type === 'held-payment')).toMatchObject([
      { detail: { escrowId: event.data.escrowId, change: 'held' } },
    ]);
  });

  it('says where the person was who took a step, and of an administrator to administrators alone', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    services.origin = { address: '203.0.113.7', device: 'Firefox on a telephone' };
    await twice(changed(saved, { by: 'buyer', change: 'released', version: 3 }), 'note-held-payment');
    await twice(changed(saved, { by: 'admin', change: 'decided', version: 4 }), 'note-held-payment');
    await twice(changed(saved, { by: 'clock', change: 'half-time', version: 5 }), 'note-held-payment');
    services.origin = noOrigin;
    const shown = async (who: Principal) => {
      const { body } = await under.call<LogRow[]>(`/api/agreements/${saved.agreementId}/events`, who);
      return body
        .filter(({ type }) => type === 'held-payment')
        .map(({ actor, address, device }) => [actor, address, device]);
    };
    const buyers = [`user:${OWNER}`, '203.0.113.7', 'Firefox on a telephone'];
    const clocks = ['payments:clock', null, null];
    expect(await shown(user(OWNER))).toEqual([buyers, ['payments:admin', null, null], clocks]);
    expect(await shown({ kind: 'admin', id: 3, sessionId: null })).toEqual([
      buyers,
      ['payments:admin', '203.0.113.7', 'Firefox on a telephone'],
      clocks,
    ]);
  });

  it('is in the log as soon as payments can say who took the step', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const event = changed(saved, { by: 'buyer', change: 'released', version: 3 });
    services.away.add(event.data.escrowId);
    await under.deliver(event);
    const asked = services.asked;
    await until('payments was asked', () => services.asked > asked);
    expect(await stateOf(saved)).toBeNull();
    services.away.delete(event.data.escrowId);
    await under.handled(event, 'note-held-payment');
    expect(await under.deadLetters('note-held-payment')).toBe(0);
    expect((await logOf(saved)).filter(({ type }) => type === 'held-payment')).toHaveLength(1);
  }, 30_000);

  it('tells the owner whether it is theirs to release, as the buyer', async () => {
    const [bought, sold] = [
      await savedAgreement(under, audio, OWNER),
      await savedAgreement(under, audio, OWNER),
    ];
    expect(await view(bought)).toMatchObject({ escrowStatus: null, isEscrowBuyer: false });
    await once(changed(bought, {}), 'note-held-payment');
    await once(changed(sold, { buyerId: OWNER + 1 }), 'note-held-payment');
    expect(await view(bought)).toMatchObject({ escrowStatus: 'held', isEscrowBuyer: true });
    expect(await view(sold)).toMatchObject({ escrowStatus: 'held', isEscrowBuyer: false });
  });

  it('shows the newest of its steps, in whatever order they come', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const escrowId = uuidv7();
    const released = { escrowId, change: 'released', state: 'released', version: 5 } as const;
    await once(changed(saved, released), 'note-held-payment');
    await once(changed(saved, { escrowId }), 'note-held-payment');
    expect(await stateOf(saved)).toBe('released');
    expect((await logOf(saved)).filter(({ type }) => type === 'held-payment')).toHaveLength(2);
  });

  it('after one that came to nothing counts anew', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const [first, second] = [uuidv7(), uuidv7()];
    const failed = { escrowId: first, change: 'failed', state: 'failed', version: 4 } as const;
    await once(changed(saved, failed), 'note-held-payment');
    await once(changed(saved, { escrowId: second, version: 2 }), 'note-held-payment');
    expect(await stateOf(saved)).toBe('held');
    await once(changed(saved, { ...failed, version: 5 }), 'note-held-payment');
    expect(await stateOf(saved)).toBe('held');
  });
});
