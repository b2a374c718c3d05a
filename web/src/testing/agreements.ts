import type { AgreementView, TranscriptView } from '../lib/api/api-types';
import { answer, example, isAnswered } from './api';

/** Number of the agreement of most tests, as the document's examples have it. */
export const AGREEMENT_ID = '4207731958026614';

const [EXAMPLE] = example('GET /api/users/{id}/agreements');

/** A paid contract between Anna and Ben that is being transcribed, or whatever a test makes of it. */
export function agreement(change: Partial<AgreementView> = {}): AgreementView {
  if (!EXAMPLE) throw new Error('The document has no example of an agreement');
  return {
    ...EXAMPLE,
    title: null,
    partyAName: 'Anna Miller',
    partyAEmail: 'anna@example.com',
    partyBName: 'Ben Carter',
    partyBEmail: 'ben@example.com',
    status: 'processing',
    expiresAt: '2026-12-21T10:00:00.000Z',
    cancelledAt: null,
    contentDeletedAt: null,
    mailProblem: null,
    isPartyBUnreached: false,
    invitation: null,
    nextResendAt: null,
    consentedAt: null,
    consents: [],
    ...change,
  };
}

/** A contract of each status, with what goes with it. */
export const contracts = {
  pending: agreement({ status: 'pending', paidAt: null }),
  awaiting: agreement({
    status: 'awaiting_party',
    invitation: {
      issuedAt: '2026-11-21T10:05:00.000Z',
      expiresAt: '2026-12-05T10:05:00.000Z',
      openedAt: null,
      nextReminderAt: '2026-11-22T10:05:00.000Z',
    },
  }),
  processing: agreement({ transcript: { stage: 'transcribing', percent: 42 } }),
  completed: agreement({
    status: 'completed',
    consentedAt: '2026-11-21T11:00:00.000Z',
    transcript: { stage: 'done', percent: 100 },
  }),
  cancelled: agreement({
    status: 'cancelled',
    statusReason: 'by_creator',
    cancelledAt: '2026-11-22T09:00:00.000Z',
    paidAt: null,
  }),
} satisfies Record<string, AgreementView>;

/** A finished transcript of two lines, or whatever a test makes of it. */
export function transcript(change: Partial<TranscriptView> = {}): TranscriptView {
  const { humanOfPartyA: _none, ...shown } = example('GET /api/agreements/{agreementId}/transcript');
  const [line] = shown.segments;
  if (!line) throw new Error('The document has no example of a line');
  const { words: _, ...said } = line;
  return {
    ...shown,
    status: 'done',
    percent: 100,
    draft: false,
    areVoicesUnclear: false,
    isOneVoice: false,
    isRenewable: false,
    isRenewing: false,
    quality: 'good',
    problem: null,
    human: null,
    humanOrder: null,
    gaps: [],
    terms: [],
    amountCheck: null,
    spokenConsents: [],
    voiceMatch: null,
    fallbackOptions: null,
    text: 'I sell you my car for two thousand dollars.\nI agree.',
    speakers: [
      { label: '1', party: 'a', name: 'Anna Miller', basis: 'said' },
      { label: '2', party: 'b', name: 'Ben Carter', basis: 'order' },
    ],
    segments: [
      {
        ...said,
        words: null,
        start: 0,
        end: 4,
        isDoubtful: false,
        isOverlap: false,
        speaker: '1',
        text: 'I sell you my car for two thousand dollars.',
      },
      {
        ...said,
        words: null,
        start: 5,
        end: 6,
        isDoubtful: false,
        isOverlap: false,
        speaker: '2',
        text: 'I agree.',
      },
    ],
    ...change,
  };
}

/** Answers everything that a dashboard with these contracts asks first. */
export function answerDashboard(...agreements: AgreementView[]): void {
  const count = (status: AgreementView['status']) => agreements.filter((one) => one.status === status).length;
  answer('GET /api/users/{id}/agreements', () => structuredClone(agreements));
  answer('GET /api/users/{id}/stats', {
    totalAgreements: agreements.length,
    pendingAgreements: count('pending'),
    awaitingAgreements: count('awaiting_party'),
    processingAgreements: count('processing'),
    completedAgreements: count('completed'),
    cancelledAgreements: count('cancelled'),
  });
  answer('GET /api/user/pending-payments', { pendingPayments: [] });
  // Of a contract further back than the list reaches.
  if (!isAnswered('GET /api/agreements/{agreementId}'))
    answer('GET /api/agreements/{agreementId}', agreement({ status: 'pending', paidAt: null }));
  if (!isAnswered('GET /api/user/credits')) answer('GET /api/user/credits', []);
  answer('GET /api/agreements/{agreementId}/outline', { peaks: [0.2, 1, 0.4] });
}
