import type { Verification } from '#contracts';
import type {
  ActFacts,
  AddressVerificationFacts,
  AgreementFacts,
  ChangeFacts,
  CodeFacts,
  ConsentFacts,
  CreditFacts,
  DeadLetterFacts,
  EscrowFacts,
  JobFacts,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  TicketFacts,
  TranscriptFacts,
  UserFacts,
} from '../src/facts/facts.js';

export const agreementId = '4207731958026614';
export const invitationId = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a02';
export const paymentId = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a01';

/** A used bicycle, sold by word of mouth. */
export const agreementFacts: AgreementFacts & { sha256: string } = {
  agreementId,
  planType: 'split-second-contract',
  kind: null,
  ownerId: 17,
  escrowHoldPeriod: '7days',
  partyA: { name: 'Anna Weber', email: 'anna@people.test' },
  partyB: { name: 'Bob Miller', email: 'bob@people.test' },
  languages: { partyA: 'en', partyB: 'en' },
  amount: '250.00',
  currency: 'USD',
  status: 'completed',
  statusReason: null,
  isRemoteContract: false,
  hasPhoto: false,
  sha256: '9f2c1e7b5a3d4c6e8f00112233445566778899aabbccddeeff00112233445566',
  consentRecordingSha256: null,
  durationSeconds: 20.34,
  createdAt: '2026-11-20T14:01:40.000Z',
  paidAt: '2026-11-20T14:03:11.000Z',
  expiresAt: '2026-12-20T14:03:11.000Z',
  audioLinks: {
    partyA: 'https://contract.test/api/agreements/4207731958026614/audio?key=key-of-anna',
    partyB: 'https://contract.test/api/agreements/4207731958026614/audio?key=key-of-bob',
  },
  evidenceLinks: {
    partyA: {
      certificate: 'https://contract.test/api/agreements/4207731958026614/summary.pdf?key=proof-of-anna',
      packet: 'https://contract.test/api/agreements/4207731958026614/evidence.zip?key=proof-of-anna',
    },
    partyB: {
      certificate: 'https://contract.test/api/agreements/4207731958026614/summary.pdf?key=proof-of-bob',
      packet: 'https://contract.test/api/agreements/4207731958026614/evidence.zip?key=proof-of-bob',
    },
  },
  cancelNote: null,
  links: {
    pay: 'https://contract.test/checkout?plan=split-second-contract&agreementId=4207731958026614',
    dashboard: 'https://contract.test/dashboard',
    contract: 'https://contract.test/dashboard?contract=4207731958026614',
    contact: 'https://contract.test/contact',
  },
  invitation: null,
  confirmationLink: 'https://contract.test/confirm/4207731958026614?key=key-to-confirm',
  consents: [
    {
      ...{ party: 'a', kind: 'agreement', grade: 'voice_only', at: '2026-11-20T14:01:40.000Z' },
      ...{ maskedEmail: null, objection: null },
    },
    {
      ...{ party: 'b', kind: 'agreement', grade: 'voice_only', at: '2026-11-20T14:01:40.000Z' },
      ...{ maskedEmail: null, objection: null },
    },
  ],
};

export const sealedFiles: SealedFiles = {
  certificate: Buffer.from('%PDF-1.7 certificate'),
  transcript: Buffer.from('Transcript of agreement 4207731958026614\n'),
};

/** How Bob agreed, when it was not in one room with Anna, or was not him. */
export const consentOfBob = (
  grade: ConsentFacts['grade'],
  reason: string | null = null,
  via: 'link' | 'screen' = 'link',
): ConsentFacts[] =>
  agreementFacts.consents.map((consent) =>
    consent.party === 'a'
      ? consent
      : {
          ...consent,
          grade,
          maskedEmail: 'b***@people.test',
          objection: grade === 'objected' ? { at: '2026-11-21T08:55:00.000Z', reason, via } : null,
        },
  );

/** The same between two people in two places: Bob is asked by email. */
export const remoteFacts: AgreementFacts & { sha256: string } = {
  ...agreementFacts,
  status: 'awaiting_party',
  consents: [],
  isRemoteContract: true,
  hasPhoto: true,
  invitation: {
    link: `https://contract.test/remote-contract/4207731958026614?key=${invitationId}.secret-of-bob`,
    declineLink: `https://contract.test/remote-contract/4207731958026614?key=${invitationId}.secret-of-bob&decline=1`,
    expiresAt: '2026-12-04T14:03:11.000Z',
  },
};

export const transcriptFacts: TranscriptFacts & { sha256: string } = {
  text: 'I am selling you my bicycle for two hundred and fifty dollars.\nAgreed.',
  durationSeconds: 20.34,
  engine: 'gpt-4o-transcribe-diarize',
  draft: false,
  sha256: '66554433221100ffeeddccbbaa99887766554433221100f8e6c4d3a5b7e1c2f9',
  speakers: [
    { label: '1', name: 'Anna Weber', basis: 'said' },
    { label: '2', name: 'Bob Miller', basis: 'said' },
  ],
  segments: [
    {
      start: 0.4,
      end: 5.1,
      text: 'I am selling you my bicycle for two hundred and fifty dollars.',
      speaker: '1',
      confidence: 0.97,
    },
    { start: 6, end: 8.2, text: 'Agreed. I will pick it up on Saturday.', speaker: '2', confidence: 0.95 },
    { start: 75, end: 78, text: 'Good. The lock is included.', speaker: '1', confidence: 0.91 },
  ],
};

export const paymentFacts: PaymentFacts = {
  paymentId,
  agreementId,
  amountCents: 500,
  currency: 'usd',
  receiptNumber: 'SSC-2026-000042',
  paidAt: '2026-11-20T14:03:11.000Z',
  description: 'One contract: recording, transcript and proof',
  isTest: false,
};

export const escrowId = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a20';

/** Anna pays Bob 2,000 dollars, once the bicycle is there. */
export const escrowFacts: EscrowFacts = {
  escrowId,
  agreementId,
  buyerId: 17,
  buyerParty: 'a',
  sellerEmail: 'bob@people.test',
  state: 'held',
  amountCents: 200_000,
  feeCents: 0,
  sellerCents: 0,
  buyerRefundCents: 0,
  currency: 'usd',
  holdHours: 24,
  releaseAt: null,
  heldAt: '2026-11-20T15:00:00.000Z',
  settledAt: null,
  problem: null,
  decision: null,
  receiptNumber: 'SSC-2026-000044',
  sellerReady: true,
  links: {
    buyer: `https://contract.test/escrow?agreementId=${agreementId}`,
    seller: `https://contract.test/escrow?agreementId=${agreementId}&key=key-of-the-seller`,
  },
  isTest: false,
};

export const userFacts: UserFacts = {
  id: 17,
  username: 'Anna Weber',
  email: 'anna@people.test',
  language: 'en',
  hasSubscription: false,
  isEmailVerified: true,
};

/** What Anna keeps of a contract that came to nothing. */
export const creditFacts: CreditFacts = {
  amountCents: 500,
  currency: 'usd',
  expiresAt: '2026-12-23T08:55:00.000Z',
};

export const changeFacts: ChangeFacts = {
  language: 'en',
  userId: 17,
  username: 'Anna Weber',
  email: 'anna.new@people.test',
  oldEmail: 'anna@people.test',
  isOldEmailConfirmed: true,
  kind: 'email',
  address: '203.0.113.7',
  device: 'Mozilla/5.0 (Android 16; Mobile)',
  at: '2026-11-21T08:15:00.000Z',
};

export const codeFacts: CodeFacts = { code: '042917', expiresAt: '2026-11-21T09:10:00.000Z' };

export const resetFacts: ResetFacts = {
  language: 'en',
  username: 'Anna Weber',
  email: 'anna@people.test',
  link: 'https://contract.test/reset-password?token=token-of-anna',
  expiresAt: '2026-11-21T10:00:00.000Z',
};

export const addressVerificationFacts: AddressVerificationFacts = {
  language: 'en',
  email: 'anna@people.test',
  link: 'https://contract.test/verify-address?token=token-of-anna',
  expiresAt: '2026-11-24T09:00:00.000Z',
};

export const actFacts: ActFacts = {
  administrator: 'Grace Admin',
  at: '2026-11-21T08:40:00.000Z',
  reason: 'Anna asked why the sound is quiet',
};

export const deadLetterFacts: DeadLetterFacts = {
  id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a30',
  handler: 'agreements.mark-paid',
  routingKey: 'payments.payment.succeeded.v1',
  subject: agreementId,
  reason: 'TypeError: cannot read the date',
  attempts: 5,
  diedAt: '2026-11-21T08:40:00.000Z',
  retryAt: '2026-11-21T09:40:00.000Z',
  replayedAt: null,
};

export const jobFacts: JobFacts = {
  id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a31',
  name: 'refund-order',
  key: 'refund-0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a32',
  status: 'failed',
  attempts: 10,
  lastError: 'StripeError: No such payment_intent',
  createdAt: '2026-11-21T08:20:00.000Z',
  finishedAt: '2026-11-21T08:40:00.000Z',
  agreementId,
};

export const verification: Verification = {
  checkedAt: '2026-11-21T08:40:00.000Z',
  tookMs: 4200,
  holding: 95,
  violations: 2,
  unchecked: 0,
  lines: ['mail-is-sent: receipt:1 still waits (no error)', 'log-is-whole: agreement 1 has no row 3'],
};

export const ticketFacts: TicketFacts = {
  language: 'en',
  isPriority: false,
  number: 'T-100001',
  name: 'Anna Weber',
  email: 'anna@people.test',
  userId: null,
  issueType: 'payment_billing',
  message: 'I paid twice.\n\nCan you look at it?',
  agreementId: null,
  createdAt: '2026-11-21T08:30:00.000Z',
  answer: null,
};
