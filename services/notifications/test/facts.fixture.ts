import type { AgreementFacts, PaymentFacts, TranscriptFacts } from '../src/mails/facts.js';

export const agreementId = '4207731958026614';
export const paymentId = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a01';

/** A used bicycle, sold by word of mouth. */
export const agreementFacts: AgreementFacts = {
  agreementId,
  planType: 'split-second-contract',
  partyA: { name: 'Anna Weber', email: 'anna@people.test' },
  partyB: { name: 'Bob Miller', email: 'bob@people.test' },
  amount: '250.00',
  currency: 'USD',
  status: 'completed',
  isRemoteContract: false,
  sha256: '9f2c1e7b5a3d4c6e8f00112233445566778899aabbccddeeff00112233445566',
  durationSeconds: 20.34,
  createdAt: '2026-11-20T14:01:40.000Z',
  paidAt: '2026-11-20T14:03:11.000Z',
  expiresAt: '2026-12-20T14:03:11.000Z',
  audioLinks: {
    partyA: 'https://contract.test/api/agreements/4207731958026614/audio?key=key-of-anna',
    partyB: 'https://contract.test/api/agreements/4207731958026614/audio?key=key-of-bob',
  },
};

export const transcriptFacts: TranscriptFacts = {
  text: 'I am selling you my bicycle for two hundred and fifty dollars.\nAgreed.',
  durationSeconds: 20.34,
  engine: 'gpt-4o-transcribe-diarize',
  draft: false,
  sha256: '66554433221100ffeeddccbbaa99887766554433221100f8e6c4d3a5b7e1c2f9',
  segments: [
    {
      start: 0.4,
      end: 5.1,
      text: 'I am selling you my bicycle for two hundred and fifty dollars.',
      speaker: 'A',
      confidence: 0.97,
    },
    { start: 6, end: 8.2, text: 'Agreed. I will pick it up on Saturday.', speaker: 'B', confidence: 0.95 },
    { start: 75, end: 78, text: 'Good. The lock is included.', speaker: 'A', confidence: 0.91 },
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
