import { randomUUID } from 'node:crypto';
import {
  agreementCovered,
  type EscrowChange,
  type EventEnvelope,
  escrowChanged,
  formatAgreementId,
  humanTranscriptPaid,
  newAgreementId,
  paymentRefunded,
  paymentRefundFailed,
  type RefundReason,
  sellerLinkRequested,
} from '#contracts';
import type { EscrowFacts } from '../src/facts/facts.js';
import { addresses } from './internal-api.js';
import { about, type MailScenario } from './mail-scenario.js';
import { happened, SUPPORT } from './notifications-under-test.js';

const userId = 17;
const at = '2026-11-21T08:55:00.000Z';
const atText = 'November 21, 2026 at 8:55 AM UTC';
const far = '2099-01-01T00:00:00.000Z';
const farText = 'January 1, 2099 at 12:00 AM UTC';
const [amount, rest] = ['$2,000.00 USD', '$1,900.00 USD'];

const ofTranscript = (reason: RefundReason) =>
  reason === 'late-transcription' || reason === 'recording-deleted';

/** What was paid beside a contract, covered, or given back. */
export function moneyScenarios(): MailScenario[] {
  return [
    about(
      'human transcript paid',
      {},
      (agreementId) =>
        happened(humanTranscriptPaid, {
          paymentId: randomUUID(),
          agreementId,
          userId,
          amountCents: 200,
          currency: 'usd',
          receiptNumber: 'SSC-2026-000042',
          paidAt: at,
        }),
      (a) => [[a, 'Your receipt for a transcript', 'SSC-2026-000042', 'Transcript made by a person']],
    ),
    transcriptToWrite(),
    ...(['subscription', 'credit'] as const).map((by) =>
      about(
        `covered by ${by}`,
        { status: 'processing' },
        (agreementId) =>
          happened(agreementCovered, { coverageId: randomUUID(), agreementId, userId, by, coveredAt: at }),
        (a) => [[a, 'Nothing to pay', `covered by your ${by}`, '$0.00 USD', atText, 'What happens next']],
      ),
    ),
    ...(['late-transcription', 'by-admin', 'contract-cancelled', 'recording-deleted'] as const).map(
      (reason) =>
        about(
          `refunded ${reason}`,
          {},
          (agreementId) =>
            happened(paymentRefunded, {
              paymentId: randomUUID(),
              agreementId,
              userId,
              purpose: ofTranscript(reason) ? 'manual_transcription' : 'contract',
              amountCents: ofTranscript(reason) ? 200 : 500,
              currency: 'usd',
              reason,
              refundedAt: at,
            }),
          (a, _b, id) => [
            [
              a,
              ofTranscript(reason) ? '$2.00 USD comes back' : '$5.00 USD comes back',
              'In 5 to 10 days',
              'SSC-2026-000042',
              atText,
            ],
            ...(reason === 'late-transcription'
              ? ([
                  [
                    SUPPORT,
                    `Transcript not written in time: contract ${formatAgreementId(id)}`,
                    '$2.00 USD',
                    atText,
                  ],
                ] satisfies MailScenario['mails'])
              : []),
          ],
        ),
    ),
    ...([undefined, true, false] as const).map((isTriedAgain) =>
      about(
        `a refund failed${isTriedAgain === undefined ? '' : `, tried again: ${isTriedAgain}`}`,
        {},
        (agreementId) =>
          happened(paymentRefundFailed, {
            paymentId: randomUUID(),
            agreementId,
            userId,
            purpose: 'contract',
            refundId: `re_${agreementId}`,
            amountCents: 500,
            currency: 'usd',
            reason: 'expired_or_canceled_card',
            failedAt: at,
            ...(isTriedAgain === undefined ? {} : { isTriedAgain }),
          }),
        (_a, _b, id) => [
          [
            SUPPORT,
            `Contract ${formatAgreementId(id)}`,
            'The refund of $5.00 USD',
            'expired_or_canceled_card',
            isTriedAgain === false ? 'Nobody tries it again' : 'tried again every hour',
            atText,
          ],
        ],
      ),
    ),
  ];
}

/** Somebody has a day for what was paid now. */
function transcriptToWrite(): MailScenario {
  const paymentId = randomUUID();
  const scenario = about(
    'human transcript paid, and to be written',
    {},
    (agreementId) =>
      happened(humanTranscriptPaid, {
        ...{ paymentId, agreementId, userId, amountCents: 200, currency: 'usd' },
        ...{ receiptNumber: 'SSC-2026-000042', paidAt: far },
      }),
    (a, _b, id) => [
      [a, 'Your receipt for a transcript', 'within 24 hours'],
      [
        SUPPORT,
        `A transcript to write: contract ${formatAgreementId(id)}`,
        'January 2, 2099 at 12:00 AM UTC',
        '/admin?section=transcripts',
      ],
    ],
  );
  return { ...scenario, payment: [paymentId, { paidAt: far }] };
}

export function escrowChange(
  agreementId: string,
  escrowId: string,
  change: EscrowChange,
  version: number,
): EventEnvelope {
  return happened(escrowChanged, {
    escrowId,
    agreementId,
    buyerId: userId,
    change,
    state: 'held',
    version,
    by: 'clock',
    amountCents: 200_000,
    currency: 'usd',
    changedAt: at,
  });
}

type Said = [subject: string, ...says: string[]];

/** One step of a held payment, about which every reader hears the amount. */
function step(
  change: EscrowChange,
  facts: Partial<EscrowFacts>,
  mails: { buyer?: Said; seller?: Said; support?: string[] },
): MailScenario {
  const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
  const { partyA, partyB } = addresses(agreementId);
  const { buyer, seller, support } = mails;
  const contract = `Contract ${formatAgreementId(agreementId)}`;
  return {
    name: `held payment ${change}`,
    event: escrowChange(agreementId, escrowId, change, 3),
    agreement: [agreementId, addresses(agreementId)],
    escrow: [escrowId, { agreementId, sellerEmail: partyB.email, ...facts }],
    mails: [
      ...(buyer ? [[partyA.email, ...buyer, amount] as MailScenario['mails'][number]] : []),
      ...(seller
        ? [[partyB.email, ...seller, amount, 'key-of-the-seller'] as MailScenario['mails'][number]]
        : []),
      ...(support ? [[SUPPORT, contract, ...support, amount] as MailScenario['mails'][number]] : []),
    ],
  };
}

/** The seller wants the link again, which goes to nobody else. */
function linkAgain(): MailScenario {
  const [agreementId, escrowId] = [newAgreementId(), randomUUID()];
  const { partyB } = addresses(agreementId);
  return {
    name: 'seller link requested',
    event: happened(sellerLinkRequested, { escrowId, agreementId, requestedAt: at }),
    agreement: [agreementId, addresses(agreementId)],
    escrow: [escrowId, { agreementId, sellerEmail: partyB.email }],
    mails: [[partyB.email, 'Your link to the payment from Anna Weber', amount, 'key-of-the-seller']],
  };
}

/** Every step of a held payment, and its link. */
export function escrowScenarios(): MailScenario[] {
  const running = { state: 'release_due', releaseAt: far } as const;
  const disputed = { state: 'disputed', problem: 'The frame is broken.' } as const;
  const settled = { settledAt: at, feeCents: 10_000, sellerCents: 190_000 } as const;
  const chargedBack = { state: 'charged_back' } as const;
  return [
    linkAgain(),
    step(
      'seller-needed',
      { state: 'requires_onboarding', heldAt: null, sellerReady: false },
      { seller: ['Anna Weber wants to pay you', rest, 'Set up payouts'] },
    ),
    step(
      'payable',
      { state: 'requires_payment', heldAt: null, payBy: far },
      { buyer: ['Bob Miller is ready: you can pay now', farText, rest] },
    ),
    step(
      'bank-refused',
      { state: 'requires_payment', heldAt: null, payBy: far },
      { buyer: ['Your payment to Bob Miller did not arrive', 'Nothing was charged', farText] },
    ),
    step(
      'held',
      {},
      {
        buyer: ['Your receipt for payment protection', 'SSC-2026-000044', rest],
        seller: ['Anna Weber has paid', rest, 'mark it as delivered'],
      },
    ),
    step('clock-started', running, {
      buyer: ['Your payment to Bob Miller', farText, 'Report a problem'],
      seller: ['Your payment from Anna Weber', farText, rest],
    }),
    step('half-time', running, { buyer: ['', farText, 'Report a problem', 'payment to Bob Miller'] }),
    step('last-hour', running, {
      buyer: ['Last notice', farText, 'Report a problem'],
      seller: ['', farText, rest, 'payment from Anna Weber'],
    }),
    step('problem', disputed, {
      buyer: ['Your payment is stopped', 'The frame is broken.'],
      seller: ['Anna Weber reported a problem', 'The frame is broken.'],
      support: ['The frame is broken.', 'written reason'],
    }),
    step(
      'refund-promised',
      { ...disputed, buyerRefundCents: 50_000 },
      {
        buyer: ['Bob Miller gives $500.00 USD back', 'say so'],
        support: ['gives back $500.00 USD', 'waits'],
      },
    ),
    step(
      'released',
      { ...settled, state: 'released' },
      {
        buyer: ['Your payment to Bob Miller was released', rest, atText],
        seller: [`You get ${rest}`, atText],
      },
    ),
    step(
      'refunded',
      { state: 'refunded', settledAt: at, buyerRefundCents: 200_000 },
      {
        buyer: [`${amount} goes back to you`, '5 to 10 days', atText],
        seller: ['The payment went back', atText],
      },
    ),
    step(
      'decided',
      { state: 'releasing', feeCents: 10_000, sellerCents: 190_000, decision: 'It was delivered.' },
      {
        buyer: ['The decision about your payment', 'It was delivered.', rest],
        seller: ['The decision about your payment', 'It was delivered.', rest],
      },
    ),
    step('chargeback', disputed, {
      seller: ['A bank asks for the money back', 'Answer this email'],
      support: ['frozen', 'deadline'],
    }),
    step('chargeback-won', running, {
      buyer: ['The clock runs anew', farText, 'Report a problem'],
      seller: ['The bank decided for you', farText, rest],
      support: ['won', 'nothing more to do'],
    }),
    step(
      'charged-back',
      { ...running, chargebackCents: 50_000, chargedBackCents: 50_000 },
      {
        buyer: ['The clock runs anew', farText, 'Report a problem'],
        seller: ['The bank took a part of the money back', farText],
        support: ['lost', 'nothing more to do'],
      },
    ),
    step('charged-back', chargedBack, {
      seller: ['The bank took the money back', 'owe no fee'],
      support: ['lost', 'nothing more to do'],
    }),
    step('held-too-long', {}, { support: ['Before day 85'] }),
    step(
      'failed',
      { state: 'failed', heldAt: null },
      { buyer: ['Payment protection was closed', 'Nothing was charged.'] },
    ),
    step(
      'late-refunded',
      { state: 'failed', heldAt: null },
      { buyer: [`${amount} goes back to you`, 'when it was not asked for any more'] },
    ),
  ];
}
