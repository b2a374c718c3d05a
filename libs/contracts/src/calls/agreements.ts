import type { AgreementStatus, DealKind, TranscriptStage } from '../agreement.js';
import { defineCall, json } from '../define-call.js';
import type { AdminActed } from '../events/agreements.js';
import type { Language } from '../languages.js';
import type { HoldPeriod, PlanType } from '../plans.js';

/** Claims the agreement for the user who is about to pay, and tells what there is to pay for. */
export const claimAgreement = defineCall({
  callee: 'agreements',
  askedBy: 'user',
  method: 'POST',
  path: '/internal/agreements/:agreementId/claim',
  body: json<{ claimToken?: string }>(),
  answer: json<ClaimedAgreement>(),
  errors: ['agreement_not_found'],
});

export interface ClaimedAgreement {
  agreementId: string;
  status: AgreementStatus;
  planType: PlanType;
}

/** Facts for payments and transcripts: who, what and when. */
export const getAgreementFacts = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/agreements/:agreementId',
  answer: json<AgreementFacts>(),
  errors: ['agreement_not_found'],
});

/**
 * The same for mails, with each party's own links. Whoever has a link is taken for that party, so nobody else is told.
 * The address is that of {@link getAgreementFacts}: copies of the release before ask there, and answer there.
 */
export const getAgreementMailFacts = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  askers: ['notifications'],
  method: 'GET',
  path: '/internal/agreements/:agreementId',
  answer: json<AgreementMailFacts>(),
  errors: ['agreement_not_found'],
});

/** What is added later is optional, as `title` is: while services are replaced, an older one may answer. */
export interface AgreementFacts {
  agreementId: string;
  planType: PlanType;
  /** What kind of deal it is, such as `car`; null where nobody said. */
  kind: DealKind | null;
  /** What it is about, in party A's words; null or left out where nothing was said. */
  title?: string | null;
  /** Null while nobody has claimed it. */
  ownerId: number | null;
  escrowHoldPeriod: HoldPeriod;
  partyA: AgreementParty;
  partyB: AgreementParty;
  /** Party B's is null until party B has used the product. */
  languages: { partyA: Language; partyB: Language | null };
  /** Decimal text such as `250.00`, or null when no amount was named. */
  amount: string | null;
  currency: string;
  status: AgreementStatus;
  statusReason: string | null;
  /** What the person said who cancelled or declined. */
  cancelNote: string | null;
  isRemoteContract: boolean;
  hasPhoto: boolean;
  /** Of the recording as it arrived. */
  sha256: string | null;
  /** Of party B's recording; null while there is none. */
  consentRecordingSha256: string | null;
  durationSeconds: number;
  /** When it was saved first. */
  createdAt: string;
  /** When the server stored the recording that counts: one that was made again is later than the agreement. */
  recordedAt?: string;
  /**
   * When that recording was begun, by the clock of the device; null where nobody told. Left out by a copy of the release
   * before.
   */
  recordingStartedAt?: string | null;
  paidAt: string | null;
  /** Until when the recording is kept: unpaid, until it is deleted; paid, until it can be played. */
  expiresAt: string;
  consents: AgreementConsent[];
  /**
   * When party B first answered through what was mailed to their address, whatever they said; null where they have not.
   * Left out by a copy of the release before.
   */
  partyBAnsweredAt?: string | null;
  /**
   * Parties whom a mail about it did not reach, and none after that: their silence says nothing. Left out by a copy of the
   * release before.
   */
  unreachedParties?: ('a' | 'b')[];
}

/** What is known of an agreement, and where its parties go from their mails. */
export interface AgreementMailFacts extends AgreementFacts {
  /** Absolute addresses, each with the key of that party. */
  audioLinks: { partyA: string; partyB: string };
  /** Absolute addresses of certificate and evidence packet, each with the key of that party. */
  evidenceLinks: { partyA: EvidenceLinks; partyB: EvidenceLinks };
  /** Absolute addresses of pages. */
  links: {
    pay: string;
    dashboard: string;
    /** The contract on the dashboard; left out by a copy of the release before. */
    contract?: string;
    contact: string;
  };
  /** The one that party B can answer now; its links carry the key. */
  invitation: { link: string; declineLink: string; expiresAt: string } | null;
  /** Where party B says whether it was them; for party B alone. */
  confirmationLink: string;
}

/** A person as the agreement knows them. */
export interface AgreementParty {
  name: string;
  email: string;
}

interface EvidenceLinks {
  certificate: string;
  packet: string;
}

/** How sure it is who agreed. */
export type ConsentGrade =
  | 'unconfirmed'
  | 'voice_only'
  | 'same_device'
  | 'confirmed_on_screen'
  | 'confirmed_by_code'
  | 'confirmed_by_link'
  | 'objected';

/** One consent, as it really was given. */
export interface AgreementConsent {
  party: 'a' | 'b';
  /** To being recorded, or to the terms. */
  kind: 'recording' | 'agreement';
  grade: ConsentGrade;
  at: string;
  /** Where link or code was sent, such as `b***@example.org`. */
  maskedEmail: string | null;
  /** Party A acted from the same address with the same kind of browser. */
  isDeviceAlike?: boolean;
  objection: Objection | null;
}

/** Party B said that it was not them. */
export interface Objection {
  at: string;
  reason: string | null;
  /** Through party B's own mail, or over party A's screen, which an answer through the mail outranks. Older copies do not say. */
  via?: 'link' | 'screen';
}

/** Whose agreement it is, and how it stands. */
export const getAgreementOwner = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/agreements/:agreementId/owner',
  answer: json<{
    ownerId: number | null;
    status: AgreementStatus;
    /** Recording and words are gone. Missing in what the release before answers. */
    isContentDeleted?: boolean;
  }>(),
  errors: ['agreement_not_found'],
});

/** How an agreement stands for its owner, who asks: everybody else is told that there is none. */
export const getOwnAgreement = defineCall({
  callee: 'agreements',
  askedBy: 'user',
  method: 'GET',
  path: '/api/agreements/:agreementId',
  answer: json<{ status: AgreementStatus }>(),
  errors: ['agreement_not_found'],
});

/** Whether the key is the current one of party B's link, and how things stand. No names, no words. */
export const checkInvitation = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/agreements/:agreementId/invitation',
  body: json<{ key: string }>(),
  answer: json<InvitationStanding>(),
  errors: ['agreement_not_found'],
});

/** As much as whoever holds the link may follow. */
export interface InvitationStanding {
  agreementId: string;
  status: AgreementStatus;
  stage: TranscriptStage | 'none';
  percent: number;
}

/** The six digits of a code that opens an invitation, for the mail that brings it. */
export const getConsentCode = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  askers: ['notifications'],
  method: 'GET',
  path: '/internal/agreements/:agreementId/codes/:codeId',
  answer: json<{ code: string; expiresAt: string }>(),
  errors: ['agreement_not_found', 'link_invalid'],
});

/** Certificate and transcript as they were sealed, in base64. */
export const getSealedFiles = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/agreements/:agreementId/sealed-files',
  answer: json<{ certificate: string; transcript: string }>(),
  errors: ['not_ready'],
});

/** A row of an agreement's log. */
export const getLogEntry = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/agreements/:agreementId/log/:seq',
  answer: json<AgreementLogEntry>(),
  errors: ['not_found'],
});

export interface AgreementLogEntry {
  /** `admin:3`, `user:17`, `party-b`, … */
  actor: string;
  type: string;
  detail: Record<string, unknown>;
  at: string;
}

/** An administrator did something with an agreement in another service: its log says so, and its owner is told. */
export const recordAgreementAct = defineCall({
  callee: 'agreements',
  askedBy: 'admin',
  method: 'POST',
  path: '/internal/agreements/:agreementId/admin-acts',
  /** `detail`: facts for the log; texts, numbers, yes and no. */
  body: json<{ act: AdminActed['act']; reason: string; detail?: Record<string, unknown> }>(),
  /** The number of the log's row. */
  answer: json<{ seq: number }>(),
  errors: ['agreement_not_found'],
});

/** The newest agreements of a user that wait for their payment. */
export const listUnpaidAgreements = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/owners/:userId/pending',
  answer: json<UnpaidAgreement[]>(),
  errors: [],
});

export interface UnpaidAgreement {
  agreementId: string;
  planType: PlanType;
  partyBName: string;
  createdAt: string;
}

/** The facts of the line that tells one deal from another, of as many agreements as are known of those that are named. */
export const listDeals = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/deals',
  /** At most {@link mostDeals}. */
  body: json<{ agreementIds: string[] }>(),
  answer: json<DealSummary[]>(),
  errors: [],
});

export const mostDeals = 200;

/**
 * Between whom, what it is about, how much, how long and when; no address. What is added later is optional, as in
 * {@link AgreementFacts}.
 */
export interface DealSummary {
  agreementId: string;
  partyAName: string;
  partyBName: string;
  kind: DealKind | null;
  title: string | null;
  /** Decimal text such as `250.00`, or null when no amount was named. */
  amount: string | null;
  currency: string;
  durationSeconds: number;
  createdAt: string;
  recordedAt?: string;
}

export const getAgreementStats = defineCall({
  callee: 'agreements',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/stats',
  answer: json<{ totalAgreements: number; byStatus: Record<string, number> }>(),
  errors: [],
});
