import {
  agreementFacts,
  consentOfBob,
  invitationId,
  remoteFacts,
  resetFacts,
  sealedFiles,
  userFacts,
} from '../../test/facts.fixture.js';
import { now } from '../../test/mail-samples.js';
import type { AgreementFacts, SubscriptionFacts } from '../facts/facts.module.js';
import { mailCatalogue } from './mail.catalogue.js';
import {
  isAccessStillEnding,
  isInvitationCurrent,
  isLinkStillUsable,
  isPaymentInTime,
  isStillAwaited,
  isStillUnpaid,
  isSubscriptionAsTold,
  takesPart,
  waitForSeal,
} from './mail.due.js';
import type { MailDetails, Recipient } from './mail.kind.js';
import { wordings } from './texts/wording.js';

const nobody = { name: 'Vera Victim', email: 'vera@people.test' };

function context(
  agreement: Partial<AgreementFacts>,
  details: MailDetails = {},
  recipient: Recipient = 'partyB',
) {
  const mail = { recipient, details, subjectId: invitationId, createdAt: now };
  const rest = {
    publicUrl: 'https://contract.test',
    supportEmail: 'support@contract.test',
    longestRecordingSeconds: 600,
    wording: wordings.en,
    transcript: { human: null },
  };
  return { agreement: { ...remoteFacts, ...agreement }, mail, now, ...rest };
}

describe('an invitation', () => {
  const invitation = remoteFacts.invitation ?? { link: '', declineLink: '', expiresAt: '' };

  it.each([
    ['is current', {}, true],
    ['was answered', { status: 'processing' as const }, false],
    ['was cancelled', { status: 'cancelled' as const }, false],
    ['is gone', { invitation: null }, false],
    ['has run out', { invitation: { ...invitation, expiresAt: now.toISOString() } }, false],
    ['was replaced', { invitation: { ...invitation, link: 'https://contract.test/r/1?key=other.x' } }, false],
    ['has no key', { invitation: { ...invitation, link: 'https://contract.test/r/1' } }, false],
  ])('that %s', (_what, agreement, expected) => {
    expect(isInvitationCurrent(context(agreement))).toBe(expected);
  });

  const over = { ...invitation, expiresAt: now.toISOString() };

  it.each([
    ['that nobody has answered', { invitation: over }, true],
    ['that is open', {}, false],
    [
      'when a new one is out',
      { invitation: { ...over, link: 'https://contract.test/r/1?key=other.x' } },
      false,
    ],
    [
      'when the new one has run out as well',
      { invitation: { ...over, link: 'https://a.test/?key=b.x' } },
      false,
    ],
    ['that was answered', { invitation: over, status: 'processing' as const }, false],
    ['that was cancelled', { invitation: over, status: 'cancelled' as const }, false],
    ['that is gone', { invitation: null }, false],
  ])('has an end that is told %s', (_what, agreement, expected) => {
    expect(mailCatalogue['link-expired'].isDue?.(context(agreement, {}, 'partyA') as never)).toBe(expected);
  });
});

describe('the end of the access', () => {
  const endsAt = '2026-11-28T09:00:00.000Z';

  it.each([
    ['comes as told', endsAt, true],
    ['was put off', '2026-12-28T09:00:00.000Z', false],
    ['is not known', null as unknown as string, true],
  ])('that %s', (_what, expiresAt, expected) => {
    expect(isAccessStillEnding(context({ expiresAt }, { kind: 'seven-days', endsAt }))).toBe(expected);
  });

  it.each([
    ['seven-days', '2026-11-28T08:50:00.000Z', '2026-11-28T09:10:00.000Z', false],
    ['seven-days', '2026-11-28T08:30:00.000Z', '2026-11-28T08:50:00.000Z', true],
    ['one-day', '2026-11-22T08:30:00.000Z', '2026-11-22T08:50:00.000Z', true],
    ['one-day', '2026-11-22T08:30:00.000Z', '2026-11-22T09:00:00.000Z', true],
    ['one-day', '2026-11-22T08:30:00.000Z', '2026-11-22T09:00:01.000Z', false],
  ])(
    'that was moved by minutes is told unless %s is warned of again: %s, now %s',
    (kind, told, expiresAt, isDue) => {
      expect(isAccessStillEnding(context({ expiresAt }, { kind, endsAt: told }))).toBe(isDue);
    },
  );

  it.each([
    ['as it was told', now.toISOString()],
    ['sooner than it was told', endsAt],
  ])('is not told any more once it is past, %s', (_when, told) => {
    expect(isAccessStillEnding(context({ expiresAt: now.toISOString() }, { endsAt: told }))).toBe(false);
  });
});

it('asks for money and tells of a wait only while there is one', () => {
  expect(isStillUnpaid(context({ status: 'pending' }))).toBe(true);
  expect(isStillUnpaid(context({ status: 'processing' as const }))).toBe(false);
  expect(isStillAwaited(context({ status: 'awaiting_party' }))).toBe(true);
  expect(isStillAwaited(context({ status: 'cancelled' as const }))).toBe(false);
});

it.each([
  ['pending', false],
  ['awaiting_party', false],
  ['cancelled', false],
  ['processing', true],
  ['completed', true],
] as const)('brings party B the words, or a link to the sound, only of a contract: %s', (status, isDue) => {
  expect(takesPart(context({ status }))).toBe(isDue);
  expect(takesPart(context({ status }, {}, 'partyA'))).toBe(true);
  const details = { endsAt: '2026-11-28T09:00:00.000Z', kind: 'seven-days' };
  const ending = context({ status, expiresAt: details.endsAt }, details);
  expect(mailCatalogue['access-ending'].isDue?.(ending as never)).toBe(isDue);
  expect(mailCatalogue['manual-ready'].isDue?.(ending as never)).toBe(isDue);
});

it.each([
  ['2026-11-20T09:00:00.000Z', false],
  ['2026-11-20T10:00:00.000Z', true],
])('brings party B no transcript by a person that came before the payment: delivered %s', (at, isDue) => {
  const paid = { status: 'processing' as const, paidAt: '2026-11-20T10:00:00.000Z' };
  const { isDue: isHumanReadyDue } = mailCatalogue['manual-ready'];
  expect(isHumanReadyDue?.(context(paid, { at }) as never)).toBe(isDue);
  expect(isHumanReadyDue?.(context(paid, { at }, 'partyA') as never)).toBe(true);
  // Of a row of a time without it, the moment in which it was written.
  const written = { ...context(paid), mail: { ...context(paid).mail, createdAt: new Date(at) } };
  expect(isHumanReadyDue?.(written as never)).toBe(isDue);
});

it('brings what a person wrote by the mail of the newest words', () => {
  const paid = { status: 'completed' as const, paidAt: '2026-11-20T10:00:00.000Z' };
  const details = { at: '2026-11-20T11:00:00.000Z', sha256: 'a'.repeat(64) };
  const isDue = (sha256: string | null) => {
    const human = sha256 === null ? null : { text: 'I agree.', sha256, deliveredAt: details.at };
    const written = { ...context(paid, details), transcript: { human } };
    return mailCatalogue['manual-ready'].isDue?.(written as never);
  };
  expect([isDue(null), isDue('a'.repeat(64)), isDue('b'.repeat(64))]).toEqual([true, true, false]);
});

describe('what is not paid', () => {
  const nobodys = { paidAt: null, status: 'pending' as const, ownerId: null };
  const owned = { ...nobodys, ownerId: userFacts.id, partyA: { name: 'Anna', email: 'Anna@people.test' } };
  const unconfirmed = { ...userFacts, isEmailVerified: false };

  it.each([
    ['a visitor who was mailed that it is saved', nobodys, null, true, true],
    ['a visitor who was mailed nothing', nobodys, null, false, false],
    ['an owner whose address is confirmed', owned, userFacts, false, true],
    ['an owner whose address is not confirmed', owned, unconfirmed, false, false],
    ['an owner who typed somebody else’s address', { ...owned, partyA: nobody }, userFacts, false, false],
  ] as const)('is told of to %s', (_who, agreement, owner, isTold, expected) => {
    const endsAt = '2026-11-22T08:00:00.000Z';
    const facts = (details: MailDetails) => ({
      ...context({ ...agreement, expiresAt: endsAt }, details, 'partyA'),
      ...{ owner, isTold, credit: null },
    });
    const isDue = (template: 'cancelled' | 'content-deleted' | 'payment-requested', details: MailDetails) =>
      mailCatalogue[template].isDue?.(facts(details) as never) ?? true;
    const dues = [
      isDue('cancelled', { from: 'pending', reason: 'by_creator' }),
      isDue('content-deleted', { reason: 'cancelled' }),
      isDue('payment-requested', { kind: 'last-warning', endsAt }),
    ];
    expect(dues).toEqual([expected, expected, expected]);
    expect(isDue('payment-requested', { kind: 'resend', endsAt })).toBe(true);
  });

  it('is told of to nobody else once it ends; what was paid to both', () => {
    const facts = (agreement: Partial<AgreementFacts>, recipient: Recipient) =>
      ({ ...context(agreement, {}, recipient), owner: null, isTold: false, credit: null }) as never;
    const { isDue } = mailCatalogue['content-deleted'];
    expect(isDue?.(facts({ paidAt: null }, 'partyB'))).toBe(false);
    for (const recipient of ['partyA', 'partyB'] as const)
      expect(isDue?.(facts({ paidAt: agreementFacts.paidAt }, recipient))).toBe(true);
  });
});

it.each([
  ['stands', 'objected', true],
  ['gave way to a yes through the mail', 'confirmed_by_link', false],
] as const)('tells of an objection that %s', (_what, grade, expected) => {
  const standing = { status: 'completed' as const, consents: consentOfBob(grade, null, 'screen') };
  for (const recipient of ['partyA', 'partyB', 'support'] as const)
    expect(mailCatalogue.objected.isDue?.(context(standing, {}, recipient) as never) ?? true).toBe(expected);
});

it('waits up to ten minutes for the seal, with pauses that grow', () => {
  const after = (minutes: number, sealed = false) => {
    const { mail, ...rest } = context({});
    const createdAt = new Date(now.getTime() - minutes * 60_000);
    return waitForSeal({ ...rest, mail: { ...mail, createdAt }, sealed: sealed ? sealedFiles : null });
  };
  expect([0, 0.1, 9.9].map((minutes) => after(minutes))).toEqual([500, 1500, 15_000]);
  expect([after(10), after(0, true)]).toEqual([0, 0]);
});

it('sends no link for a new password that has run out', () => {
  const rest = context({});
  expect(isLinkStillUsable({ ...rest, reset: resetFacts })).toBe(true);
  expect(isLinkStillUsable({ ...rest, reset: { ...resetFacts, expiresAt: now.toISOString() } })).toBe(false);
});

describe('a deletion of what is not paid', () => {
  const inTime = (status: AgreementFacts['status'], kind: string, told: string, expiresAt: string) =>
    isPaymentInTime(context({ status, expiresAt }, { kind, endsAt: told }, 'partyA'));
  const end = '2026-11-21T09:00:00.000Z';

  it.each([
    ['is to come', 'pending', '2026-11-21T09:00:01.000Z', true],
    ['has come while the mail waited', 'pending', end, false],
    ['is of something that is paid', 'processing', '2026-11-28T09:00:00.000Z', false],
  ] as const)('is warned of that %s', (_what, status, endsAt, expected) => {
    expect(inTime(status, 'last-warning', endsAt, endsAt)).toBe(expected);
  });

  it.each([
    ['last-warning', '2026-11-22T08:59:00.000Z', true],
    ['last-warning', '2026-11-22T09:01:00.000Z', false],
    ['first-warning', '2026-11-28T08:59:00.000Z', true],
    ['first-warning', '2026-11-28T09:01:00.000Z', false],
    ['resend', '2026-12-20T09:00:00.000Z', true],
  ])('that was moved is told by the %s unless the same comes again: now %s', (kind, expiresAt, expected) => {
    expect(inTime('pending', kind, end, expiresAt)).toBe(expected);
  });
});

describe('a mail about a subscription', () => {
  const told = (kind: string, subscription: SubscriptionFacts | null) =>
    isSubscriptionAsTold({ ...context({}, { kind }, 'user'), subscription });

  it.each([
    ['past_due', true],
    ['active', false],
    ['canceled', false],
  ] as const)('that asks for a refused renewal while it is %s is due: %s', (status, expected) => {
    expect(told('payment-failed', { status, endsAtPeriodEnd: false })).toBe(expected);
  });

  it.each([
    ['incomplete', true],
    ['past_due', true],
    ['canceled', true],
    ['active', false],
  ] as const)('that says that a bank has refused while it is %s is due: %s', (status, expected) => {
    expect(told('bank-refused', { status, endsAtPeriodEnd: false })).toBe(expected);
  });

  it.each([
    ['cancelled', 'active', true, true],
    ['cancelled', 'active', false, false],
    ['cancelled', 'canceled', false, false],
    ['resumed', 'active', false, true],
    ['resumed', 'active', true, false],
    ['resumed', 'canceled', false, false],
  ] as const)(
    'that was %s, and is %s by now (ends: %s), is due: %s',
    (kind, status, endsAtPeriodEnd, due) => {
      expect(told(kind, { status, endsAtPeriodEnd })).toBe(due);
    },
  );

  it('is due where payments cannot say, and where it is a receipt', () => {
    expect(told('payment-failed', null)).toBe(true);
    expect(told('renewed', { status: 'canceled', endsAtPeriodEnd: false })).toBe(true);
  });
});
