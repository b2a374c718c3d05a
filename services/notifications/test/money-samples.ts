import { agreementFacts, paymentFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const { contract: contractPage = '' } = agreementFacts.links;
const number = '#4207 7319 5802 6614';
const at = '2026-11-21T08:55:00.000Z';
const atText = 'November 21, 2026 at 8:55 AM UTC';
const payment = { ...paymentFacts, amountCents: 200, receiptNumber: 'SSC-2026-000043' };
const refund = { kind: 'manual_transcription', amountCents: 200, currency: 'usd', at };

/** What was paid beside a contract, covered, or given back. */
export const moneySamples: MailSample[] = [
  {
    name: 'human-transcript-receipt-unpaid',
    template: 'manual-receipt',
    recipient: 'partyA',
    facts: { payment, agreement: { ...agreementFacts, status: 'pending' } },
    subject: `Your receipt for a transcript by a person: contract ${number}`,
    button: contractPage,
    says: ['within 24 hours; you get it by email.'],
  },
  {
    name: 'human-transcript-receipt',
    template: 'manual-receipt',
    recipient: 'partyA',
    facts: { payment },
    subject: `Your receipt for a transcript by a person: contract ${number}`,
    button: contractPage,
    says: [
      '$2.00 USD',
      'SSC-2026-000043',
      'November 20, 2026 at 2:03 PM UTC',
      'November 21, 2026 at 2:03 PM UTC',
      'delivered within 24 hours',
      'we give you back the $2.00 USD',
    ],
  },
  ...(
    [
      ['refunded', 'completed', { refundReason: 'recording-deleted' }],
      ['cancelled', 'cancelled', {}],
      ['late', 'completed', { paidAt: '2026-11-20T08:59:00.000Z' }],
      ['delivered', 'completed', { deliveredAt: '2026-11-20T14:00:00.000Z' }],
    ] as const
  ).map(
    ([name, status, known]): MailSample => ({
      name: `human-transcript-receipt-${name}`,
      template: 'manual-receipt',
      recipient: 'partyA',
      facts: { payment: { ...payment, ...known }, agreement: { ...agreementFacts, status } },
      subject: `Your receipt for a transcript by a person: contract ${number}`,
      button: contractPage,
      says: ['$2.00 USD', 'SSC-2026-000043'],
      saysNot: ['Delivered by', 'What happens next', 'now transcribes', 'we give you back'],
    }),
  ),
  {
    name: 'human-transcript-paid',
    template: 'human-transcript-paid',
    recipient: 'support',
    facts: { payment },
    subject: `A transcript to write: contract ${number}`,
    button: 'https://contract.test/admin?section=transcripts',
    says: ['November 21, 2026 at 2:03 PM UTC', 'Anna Weber and Bob Miller', 'the price goes back by itself'],
  },
  {
    name: 'human-transcript-late',
    template: 'human-transcript-late',
    recipient: 'support',
    details: { ...refund, reason: 'late-transcription' },
    facts: { payment: { ...payment, refundReason: 'late-transcription' } },
    subject: `Transcript not written in time: contract ${number}`,
    button: 'https://contract.test/admin?section=transcripts',
    says: ['The $2.00 USD went back', 'November 21, 2026 at 2:03 PM UTC', atText],
  },
  ...(
    [
      ['subscription', 'is covered by your subscription.'],
      ['credit', 'is covered by your credit: you had paid for a contract that was cancelled'],
    ] as const
  ).map(
    ([kind, sentence]): MailSample => ({
      name: `covered-${kind}`,
      template: 'covered',
      recipient: 'partyA',
      details: { kind, at },
      facts: {
        agreement:
          kind === 'credit'
            ? { ...agreementFacts, status: 'awaiting_party', isRemoteContract: true }
            : { ...agreementFacts, status: 'processing' },
      },
      subject: `Nothing to pay: contract ${number} is covered`,
      button: contractPage,
      says: [
        sentence,
        '$0.00 USD',
        '$5.00 USD',
        atText,
        'What happens next',
        kind === 'credit' ? 'Bob Miller has to answer next.' : 'We are writing the transcript',
      ],
    }),
  ),
  {
    name: 'covered-again',
    template: 'covered',
    recipient: 'partyA',
    details: { kind: 'credit', at, isAgain: true },
    facts: { agreement: { ...agreementFacts, status: 'cancelled', isRemoteContract: true } },
    subject: `Nothing to pay: contract ${number} is covered`,
    button: contractPage,
    says: ['You get this email once more', 'is covered by your credit'],
    saysNot: ['What happens next', 'has to answer next', 'in the meantime'],
  },
  {
    name: 'receipt-answered',
    template: 'receipt',
    recipient: 'partyA',
    facts: { agreement: { ...agreementFacts, status: 'processing', isRemoteContract: true } },
    subject: `Your receipt for contract ${number}`,
    button: contractPage,
    says: ['We are writing the transcript'],
    saysNot: ['has to answer next'],
  },
  {
    name: 'refund-late-transcription',
    template: 'refund',
    recipient: 'partyA',
    details: { ...refund, reason: 'late-transcription' },
    facts: { payment },
    subject: `$2.00 USD comes back to you: contract ${number}`,
    button: contractPage,
    says: [
      'not delivered within 24 hours',
      'In 5 to 10 days',
      'SSC-2026-000043',
      'a transcript made by a person',
      atText,
    ],
  },
  {
    name: 'refund-by-admin',
    template: 'refund',
    recipient: 'partyA',
    details: { ...refund, reason: 'by-admin', kind: 'contract', amountCents: 500 },
    facts: { payment: { ...paymentFacts, isTest: true, refundNote: 'The sound was lost on our side.' } },
    subject: `$5.00 USD comes back to you: contract ${number}`,
    button: contractPage,
    says: [
      'Our support decided',
      'The sound was lost on our side.',
      'In 5 to 10 days',
      'SSC-2026-000042',
      'TEST: no money moves',
    ],
  },
  {
    name: 'refund-contract-cancelled',
    template: 'refund',
    recipient: 'partyA',
    details: { ...refund, reason: 'contract-cancelled', kind: 'contract', amountCents: 500 },
    subject: `$5.00 USD comes back to you: contract ${number}`,
    button: contractPage,
    says: ['was cancelled before it was complete', 'In 5 to 10 days', 'SSC-2026-000042'],
  },
  {
    name: 'refund-recording-deleted',
    template: 'refund',
    recipient: 'partyA',
    details: { ...refund, reason: 'recording-deleted', kind: 'manual_transcription', amountCents: 200 },
    subject: `$2.00 USD comes back to you: contract ${number}`,
    button: contractPage,
    says: ['deleted before a person had transcribed it', 'In 5 to 10 days', 'SSC-2026-000042'],
  },
  {
    name: 'refund-of-the-rest',
    template: 'refund',
    recipient: 'partyA',
    details: { ...refund, reason: 'by-admin', kind: 'contract', amountCents: 500, backBeforeCents: 150 },
    subject: `In all, $5.00 USD comes back to you: contract ${number}`,
    button: contractPage,
    says: ['In all, we give you back $5.00 USD for a contract. $1.50 USD of it came before.', atText],
  },
  {
    name: 'refund-failed',
    template: 'refund-failed',
    recipient: 'support',
    details: { ...refund, kind: 'held_payment', amountCents: 200_000, reason: 'expired_or_canceled_card' },
    subject: `Contract ${number}: a refund of $2,000.00 USD failed`,
    button: 'https://contract.test/admin',
    says: ['for payment protection', 'tried again every hour', 'Anna Weber and Bob Miller', atText],
  },
  {
    name: 'refund-failed-by-hand',
    template: 'refund-failed',
    recipient: 'support',
    details: {
      ...refund,
      ...{ kind: 'contract', amountCents: 150, reason: 'expired_or_canceled_card', isTriedAgain: false },
    },
    subject: `Contract ${number}: a refund of $1.50 USD failed`,
    button: 'https://contract.test/admin',
    says: ['for a contract', 'Nobody tries it again: make it anew at Stripe', atText],
  },
];
