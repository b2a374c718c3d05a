import { randomUUID } from 'node:crypto';
import {
  agreementCancelled,
  consentConfirmed,
  consentObjected,
  contentDeleted,
  type EscrowChange,
  invitationIssued,
  newAgreementId,
  recordingStored,
  resetRequested,
  subscriptionChanged,
  unmailedEscrowChanges,
} from '#contracts';
import { type TrappedMail } from '#stand-ins';
import { eventually } from '#testing';
import type { EscrowFacts } from '../src/facts/facts.js';
import { mailScenarios } from './events.js';
import { consentOfBob, remoteFacts } from './facts.fixture.js';
import { addresses, userEmail } from './internal-api.js';
import { invited, type MailScenario } from './mail-scenario.js';
import { escrowChange } from './money-events.js';
import { happened, NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

/** Support gets many mails; their subjects tell them apart. */
const isAbout =
  (subject: string) =>
  ({ raw }: TrappedMail) =>
    readable(raw).includes(`Subject: ${subject}`);

describe('every event, delivered three times around a stop of the service', () => {
  const all = mailScenarios();

  beforeAll(async () => {
    for (const { agreement, escrow, payment } of all) {
      if (agreement) under.api.agreements.set(...agreement);
      if (escrow) under.api.escrows.set(...escrow);
      if (payment) under.api.payments.set(...payment);
    }
    for (const { event } of all) await under.publish(event);
    await under.stopService();
    for (const { event } of all) await under.publish(event);
    await under.startService();
    // The same fact told by another event.
    for (const { event } of all) await under.publish({ ...event, id: randomUUID() });
    const owed = all.flatMap(({ mails }) => mails).length;
    await eventually(
      async () => {
        const rows = await under.query<{ status: string }>('select status from mails');
        const open = rows.filter(({ status }) => status === 'queued').length;
        if (rows.length < owed || open > 0) throw new Error(`${rows.length} of ${owed} mails, ${open} open`);
        const [inbox] = await under.query<{ count: number }>('select count(*)::int as count from inbox');
        if ((inbox?.count ?? 0) < all.length * 2) throw new Error(`${inbox?.count} events handled`);
      },
      100_000,
      'the end of all mails',
    );
    // The second delivery of each event leaves no row, so it is counted.
    for (const { event } of all) await under.handled(event, 2);
  }, 150_000);

  it.each(all.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    (_name, { mails }: MailScenario) => {
      for (const [to, subject, ...says] of mails) {
        const received = to === SUPPORT ? under.to(to).filter(isAbout(subject)) : under.to(to);
        expect(received).toHaveLength(1);
        const text = readable(received[0]?.raw ?? '');
        expect(text).toContain(`Subject: ${subject}`);
        for (const fact of says) expect(text).toContain(fact);
      }
    },
  );

  it('sends nothing else to anybody', () => {
    const expected = all.flatMap(({ mails }) => mails.map(([to]) => to)).sort();
    expect(under.trap.mails.map(({ to }) => to).sort()).toEqual(expected);
  });
});

const running = { state: 'release_due', releaseAt: '2099-01-01T00:00:00.000Z' } as const;
const past = '2026-01-01T00:00:00.000Z';
const released = { state: 'released', problem: 'Broken', settledAt: past } as const;
const unpaid = { state: 'failed', heldAt: null, sellerReady: false } as const;

/** What payments would answer from now on, and the event that makes us ask. */
function escrowEvents(
  under: NotificationsUnderTest,
  agreementId: string,
  escrowId: string,
  change: EscrowChange,
  facts: Partial<EscrowFacts>,
  version = 1,
) {
  const sellerEmail = addresses(agreementId).partyB.email;
  under.api.escrows.set(escrowId, { agreementId, sellerEmail, ...facts });
  return escrowChange(agreementId, escrowId, change, version);
}

describe('party B says that it was not them', () => {
  const objectedAt = '2026-11-21T08:55:00.000Z';
  const objection = (agreementId: string, confirmationId: string) =>
    happened(consentObjected, { agreementId, ownerId: 17, confirmationId, objectedAt });
  const everybody = ['partyA sent', 'partyB sent', 'support sent'];
  const toA = (agreementId: string) =>
    under.to(addresses(agreementId).partyA.email).map(({ raw }) => readable(raw));

  it('over the own mail, after somebody had said so on party A’s screen: all are told of both, of each once', async () => {
    const agreementId = newAgreementId();
    const [first, second] = [randomUUID(), randomUUID()].map((id) => objection(agreementId, id));
    if (!first || !second) throw new Error('two objections');
    under.api.agreements.set(agreementId, { consents: consentOfBob('objected', null, 'screen') });
    await under.publish(first);
    expect((await under.settled(agreementId, 3)).sort()).toEqual(everybody);
    under.api.agreements.set(agreementId, { consents: consentOfBob('objected', 'I was in Rome.') });
    await under.publish(second);
    expect((await under.settled(agreementId, 6)).sort()).toEqual([...everybody, ...everybody].sort());
    expect(toA(agreementId)).toHaveLength(2);
    expect(toA(agreementId)[1]).toContain('I was in Rome.');
    for (const told of [first, second]) {
      const again = { ...told, id: randomUUID() };
      await under.publish(again);
      await under.handled(again, 1);
    }
    expect(await under.settled(agreementId, 6)).toHaveLength(6);
    expect(toA(agreementId)).toHaveLength(2);
  });
});

it('party B is mailed each yes that came over the mailed link, once; of one on party A’s screen nobody is', async () => {
  const agreementId = newAgreementId();
  under.api.agreements.set(agreementId, { consents: consentOfBob('confirmed_by_link') });
  const yes = (via: 'link' | 'screen') =>
    happened(consentConfirmed, {
      ...{ agreementId, ownerId: 17, confirmationId: randomUUID(), via },
      confirmedAt: '2026-11-21T08:55:00.000Z',
    });
  const overLink = yes('link');
  await under.publish(yes('screen'));
  await under.publish(overLink);
  await under.publish(overLink);
  await under.handled(overLink, 2);
  const again = { ...overLink, id: randomUUID() };
  await under.publish(again);
  await under.handled(again, 1);
  expect(await under.settled(agreementId, 1)).toEqual(['partyB sent']);
  const [mail, ...more] = under.to(addresses(agreementId).partyB.email).map(({ raw }) => readable(raw));
  expect(more).toEqual([]);
  for (const words of ['You confirmed your agreement with Anna Weber', 'not you', 'key-to-confirm'])
    expect(mail).toContain(words);
});

describe('what has lost its reason', () => {
  const issue = (agreementId: string, invitationId: string) =>
    under.publish(
      happened(invitationIssued, {
        agreementId,
        ownerId: 17,
        invitationId,
        kind: 'invitation',
        expiresAt: '2099-01-01T00:00:00.000Z',
      }),
    );

  it.each([
    ['replaced', (id: string) => invited(id, randomUUID())],
    [
      'answered',
      (id: string) => ({ ...invited(id, randomUUID()), status: 'processing' as const, invitation: null }),
    ],
    ['cancelled', (id: string) => ({ ...invited(id, randomUUID()), status: 'cancelled' as const })],
  ])('an invitation that was %s in the meantime is not sent', async (_what, known) => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, known(agreementId));
    await issue(agreementId, randomUUID());
    expect(await under.settled(agreementId, 1)).toEqual(['partyB skipped']);
    expect(under.to(addresses(agreementId).partyB.email)).toEqual([]);
  });

  it('says of an invitation that bounced which one it was', async () => {
    const agreementId = newAgreementId();
    const invitationId = randomUUID();
    under.api.agreements.set(agreementId, invited(agreementId, invitationId));
    under.trap.unknown.add(addresses(agreementId).partyB.email);
    await issue(agreementId, invitationId);
    expect(await under.settled(agreementId, 1)).toEqual(['partyB bounced']);
    await eventually(
      async () => expect(under.told.about(agreementId)).toHaveLength(1),
      10_000,
      'the event of the bounce',
    );
    expect(under.told.about(agreementId)[0]?.data).toEqual({
      ...{ agreementId, template: 'invitation', recipient: 'partyB', outcome: 'bounced' },
      ...{ invitationId, wasReached: false },
    });
  });

  it('sends the invitation that is current and none before it', async () => {
    const agreementId = newAgreementId();
    const [old, current] = [randomUUID(), randomUUID()];
    under.api.agreements.set(agreementId, invited(agreementId, current));
    await issue(agreementId, old);
    await issue(agreementId, current);
    expect((await under.settled(agreementId, 2)).sort()).toEqual(['partyB sent', 'partyB skipped']);
    const mails = under.to(addresses(agreementId).partyB.email);
    expect(mails).toHaveLength(1);
    expect(readable(mails[0]?.raw ?? '')).toContain(`key=${current}.of-bob`);
  });

  const save = (agreementId: string) => {
    const data = { objectKey: 'x', sha256: remoteFacts.sha256, bytes: 1, mime: 'audio/webm', durationMs: 1 };
    return under.publish(happened(recordingStored, { agreementId, recordingId: randomUUID(), ...data }));
  };

  it('asks nobody to pay for what is paid', async () => {
    const agreementId = newAgreementId();
    await save(agreementId);
    expect(await under.settled(agreementId, 1)).toEqual(['partyA skipped']);
  });

  it('asks whoever subscribes to finish what they saved, and for no money', async () => {
    const agreementId = newAgreementId();
    const ownerId = 70_001;
    under.api.subscribers.add(ownerId);
    under.api.agreements.set(agreementId, { ownerId, status: 'pending', paidAt: null });
    await save(agreementId);
    expect(await under.settled(agreementId, 1)).toEqual(['partyA sent']);
    const [mail] = under.to(userEmail(ownerId));
    expect(readable(mail?.raw ?? '')).toContain('Your subscription covers it: there is nothing to pay.');
    expect(readable(mail?.raw ?? '')).not.toContain('$5.00');
  });

  it('asks nobody for a renewal that is paid by now', async () => {
    const [userId, subscriptionId] = [70_002, randomUUID()];
    under.api.subscriptions.set(subscriptionId, { status: 'active', endsAtPeriodEnd: false });
    const data = { subscriptionId, userId, plan: 'monthly', amountCents: 2000, currency: 'usd' } as const;
    const periodEnd = '2026-12-21T10:00:00.000Z';
    await under.publish(happened(subscriptionChanged, { ...data, change: 'payment-failed', periodEnd }));
    await under.publish(happened(subscriptionChanged, { ...data, change: 'resumed', periodEnd }));
    await eventually(
      async () => {
        const rows = await under.query<{ mail: string }>(
          `select details ->> 'kind' || ' ' || status as mail from mails where user_id = ${userId} order by 1`,
        );
        expect(rows.map(({ mail }) => mail)).toEqual(['payment-failed skipped', 'resumed sent']);
      },
      20_000,
      'the end of both mails',
    );
    expect(under.to(userEmail(userId))).toHaveLength(1);
  });

  it('says nothing of the answer that party B has recorded, nor of what party B never knew', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { status: 'cancelled' as const, paidAt: null, ownerId: 906 });
    const data = { objectKey: 'x', sha256: remoteFacts.sha256, bytes: 1, mime: 'audio/webm', durationMs: 1 };
    const ofB = { agreementId, recordingId: randomUUID(), ...data, party: 'b' as const };
    await under.publish(happened(recordingStored, ofB));
    await under.publish(
      happened(agreementCancelled, { agreementId, ownerId: 17, from: 'pending', reason: 'by_creator' }),
    );
    await under.publish(
      happened(contentDeleted, {
        agreementId,
        ownerId: 17,
        reason: 'cancelled',
        deletedAt: '2026-11-21T08:55:00.000Z',
      }),
    );
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'partyA sent',
      'partyA sent',
      'partyB skipped',
    ]);
    expect(under.to(addresses(agreementId).partyB.email)).toEqual([]);
  });

  it('says nothing of an objection that gave way to a yes before its mails left', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { consents: consentOfBob('confirmed_by_link') });
    const at = '2026-11-21T08:55:00.000Z';
    await under.publish(
      happened(consentObjected, { agreementId, ownerId: 17, confirmationId: randomUUID(), objectedAt: at }),
    );
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'partyA skipped',
      'partyB skipped',
      'support skipped',
    ]);
  });

  it.each([
    ['a clock that was stopped', 'half-time', { ...running, state: 'disputed' as const }, ['buyer skipped']],
    [
      'a clock that has run out',
      'last-hour',
      { ...running, releaseAt: past },
      ['buyer skipped', 'seller skipped'],
    ],
    [
      'a problem that was settled',
      'problem',
      released,
      ['buyer skipped', 'seller skipped', 'support skipped'],
    ],
    ['payouts that are set up', 'seller-needed', { state: 'held' as const }, ['seller skipped']],
    ['a time to pay that is over', 'payable', { state: 'held' as const }, ['buyer skipped']],
    [
      'a refused bank whose buyer has paid otherwise',
      'bank-refused',
      { state: 'held' as const },
      ['buyer skipped'],
    ],
    ['a seller who never heard of it', 'failed', unpaid, ['buyer sent', 'seller skipped']],
  ] as const)('says nothing of %s', async (_what, change, facts, outcome) => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, {});
    await under.publish(escrowEvents(under, agreementId, randomUUID(), change, facts));
    expect((await under.settled(agreementId, outcome.length)).sort()).toEqual(outcome);
  });

  it('mails nobody of what only other services have to know', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, {});
    for (const change of unmailedEscrowChanges) {
      const event = escrowEvents(under, agreementId, randomUUID(), change, {});
      await under.publish(event);
      await under.handled(event, 1);
    }
    expect(await under.query('select key from mails where agreement_id = $1', [agreementId])).toEqual([]);
  });

  it('tells the seller of the end of what the seller was told of', async () => {
    const [agreementId, id] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    const needed = { state: 'requires_onboarding', heldAt: null, sellerReady: false } as const;
    await under.publish(escrowEvents(under, agreementId, id, 'seller-needed', needed));
    expect(await under.settled(agreementId, 1)).toEqual(['seller sent']);
    await under.publish(escrowEvents(under, agreementId, id, 'failed', unpaid, 2));
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'buyer sent',
      'seller sent',
      'seller sent',
    ]);
  });

  it('says nothing of the end to a seller who was named after the last mail to a seller', async () => {
    const [agreementId, id] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    const needed = { state: 'requires_onboarding', heldAt: null, sellerReady: false } as const;
    await under.publish(escrowEvents(under, agreementId, id, 'seller-needed', needed));
    expect(await under.settled(agreementId, 1)).toEqual(['seller sent']);
    const facts = { ...unpaid, sellerSince: new Date().toISOString() };
    await under.publish(escrowEvents(under, agreementId, id, 'failed', facts, 3));
    expect((await under.settled(agreementId, 3)).sort()).toEqual([
      'buyer sent',
      'seller sent',
      'seller skipped',
    ]);
  });

  it('tells of the clock again when it starts again, and of nothing else twice', async () => {
    const [agreementId, id] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    for (const change of ['held', 'clock-started'] as const) {
      await under.publish(escrowEvents(under, agreementId, id, change, running, 3));
      await under.publish(escrowEvents(under, agreementId, id, change, running, 6));
    }
    // Seller: the clock runs already, so nobody asks for the delivery.
    expect((await under.settled(agreementId, 6)).sort()).toEqual([
      ...Array<string>(3).fill('buyer sent'),
      'seller sent',
      'seller sent',
      'seller skipped',
    ]);
  });

  it('tells of a second stop and a second decision, and of each of them once', async () => {
    const [agreementId, id] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    const stopped = { state: 'disputed', problem: 'Broken' } as const;
    const decided = { ...stopped, state: 'resolving', decision: 'Both keep a part.' } as const;
    const sentBack = { ...decided, state: 'disputed', buyerRefundCents: 500 } as const;
    const steps: [EscrowChange, Partial<EscrowFacts>, readonly string[]][] = [
      ['problem', stopped, ['buyer', 'seller', 'support']],
      ['decided', decided, ['buyer', 'seller']],
      ['problem', sentBack, ['buyer', 'seller', 'support']],
      ['decided', { ...sentBack, state: 'resolving' }, ['buyer', 'seller']],
    ];
    const owed: string[] = [];
    for (const [index, [change, facts, readers]] of steps.entries()) {
      const event = escrowEvents(under, agreementId, id, change, facts, index + 4);
      await under.publish(event);
      await under.publish(event);
      const sameFact = { ...event, id: randomUUID() };
      await under.publish(sameFact);
      await under.handled(event, 2);
      await under.handled(sameFact, 1);
      owed.push(...readers.map((reader) => `${reader} sent`));
      expect((await under.settled(agreementId, owed.length)).sort()).toEqual([...owed].sort());
    }
    expect(under.to(addresses(agreementId).partyB.email)).toHaveLength(4);
  });

  it('sends no mail of a stop again that went out under the key of before', async () => {
    const [agreementId, id] = [newAgreementId(), randomUUID()];
    under.api.agreements.set(agreementId, {});
    const stopped = { state: 'disputed', problem: 'Broken' } as const;
    const event = escrowEvents(under, agreementId, id, 'problem', stopped, 4);
    await under.publish(event);
    const told = ['buyer sent', 'seller sent', 'support sent'];
    expect((await under.settled(agreementId, 3)).sort()).toEqual(told);
    await under.query(
      `update mails set key = replace(key, ':problem:4:', ':problem:') where subject_id = $1`,
      [id],
    );
    await under.publish(event);
    await under.handled(event, 2);
    expect((await under.settled(agreementId, 3)).sort()).toEqual(told);
  });

  it('sends no link for a new password that was replaced', async () => {
    const resetId = randomUUID();
    under.api.goneResets.add(resetId);
    await under.publish(happened(resetRequested, { userId: 17, resetId }));
    await eventually(
      async () => {
        const rows = await under.query('select status from mails where subject_id = $1', [resetId]);
        expect(rows).toEqual([{ status: 'skipped' }]);
      },
      20_000,
      'the skipped link',
    );
  });
});
