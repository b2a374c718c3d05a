import type { HeldPaymentState, Language } from '#contracts';

/** A party of an agreement, as links and mails name it. */
export type PartyRole = 'partyA' | 'partyB';

/** A person as the agreement knows them. */
export interface Party {
  name: string;
  email: string;
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
export interface ConsentFacts {
  party: 'a' | 'b';
  /** To being recorded, or to the terms. */
  kind: 'recording' | 'agreement';
  grade: ConsentGrade;
  /** ISO 8601. */
  at: string;
  /** Where link or code was sent, such as `b…@example.org`. */
  maskedEmail: string | null;
  /** Party A acted from the same address with the same kind of browser. */
  isDeviceAlike?: boolean;
  objection: { at: string; reason: string | null } | null;
}

export interface AgreementFacts {
  agreementId: string;
  planType: string;
  partyA: Party;
  partyB: Party;
  /** Party B's is null until party B has used the product. */
  languages: { partyA: Language; partyB: Language | null };
  /** Decimal text such as `250.00`, or null when no amount was named. */
  amount: string | null;
  /** What kind of deal it is, such as `car`; absent where nobody said. */
  kind?: string | null;
  currency: string;
  status: string;
  isRemoteContract: boolean;
  hasPhoto: boolean;
  /** Of the recording as it arrived. */
  sha256: string;
  /** Of party B's recording; null while there is none. */
  consentRecordingSha256: string | null;
  durationSeconds: number | null;
  /** ISO 8601, like the other times. */
  createdAt: string;
  paidAt: string | null;
  /** Until when the recording is kept: unpaid, until it is deleted; paid, until it can be played. */
  expiresAt: string | null;
  /** What the person said who cancelled or declined. */
  cancelNote: string | null;
  /** Absolute addresses, each with the key of that party. */
  audioLinks: Record<PartyRole, string>;
  /** Absolute addresses of certificate and evidence packet, each with the key of that party. */
  evidenceLinks: Record<PartyRole, { certificate: string; packet: string }>;
  /** Absolute addresses of pages. */
  links: { pay: string; dashboard: string; contact: string };
  /** The one that party B can answer now; its links carry the key. */
  invitation: { link: string; declineLink: string; expiresAt: string } | null;
  /** Where party B says whether it was them; for party B alone. */
  confirmationLink: string;
  consents: ConsentFacts[];
}

export interface Segment {
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  text: string;
  /** One of the transcript's speakers, or null when the voices are not told apart. */
  speaker: string | null;
  confidence: number | null;
  /** Whose recording it is from; party A's when it is not named. */
  recording?: 'a' | 'b';
}

export interface TranscriptFacts {
  text: string;
  durationSeconds: number;
  engine: string;
  /** Made by an engine that is only good enough to find one's way in the recording. */
  draft: boolean;
  /** `unclear`: its words are mostly wrong, so they are left out. */
  quality?: 'good' | 'draft' | 'unclear' | null;
  sha256: string;
  segments: Segment[];
  /** Who the labels of the segments stand for, and why (`order`: by the order in which people first speak). */
  speakers?: { label: string; name: string; basis: string | null }[];
  /** Two people speak in one recording, and nobody could tell who says what. */
  areVoicesUnclear?: boolean;
  /** One voice was found in a recording that two people made together. */
  isOneVoice?: boolean;
  /** Whether each party is heard saying that they agree. */
  spokenConsents?: { party: 'a' | 'b'; state: 'said' | 'not_said' | 'silent' | 'unchecked' }[];
  /** Whether the two recordings sound like one person: a hint, never proof. */
  voiceMatch?: 'alike' | 'different' | 'unknown' | null;
  /** The amount that was typed and those that were said, in cents; null when none was typed. */
  amountCheck?: { typedCents: number; spokenCents: number[]; agrees: boolean } | null;
  /** The transcript made by a person. */
  human?: { text: string; sha256: string; deliveredAt: string } | null;
}

/** Files of an agreement's seal, the same bytes as in its evidence packet. */
export interface SealedFiles {
  certificate: Buffer;
  transcript: Buffer;
}

export interface PaymentFacts {
  paymentId: string;
  agreementId: string;
  amountCents: number;
  currency: string;
  receiptNumber: string;
  /** ISO 8601. */
  paidAt: string;
  description: string;
  /** No money moved: the payment ran in the provider's test mode. */
  isTest: boolean;
  /** What the administrator wrote who gave the money back. */
  refundNote?: string | null;
}

/** Money that one person has paid for another, and that waits until what was agreed is delivered. */
export interface EscrowFacts {
  heldPaymentId: string;
  agreementId: string;
  buyerId: number;
  /** Which party of the agreement the buyer is. */
  buyerParty: 'a' | 'b';
  /** Not always that of a party. */
  sellerEmail: string;
  state: HeldPaymentState;
  amountCents: number;
  /** How it is divided: fee, seller and buyer together are the amount once that is decided. */
  feeCents: number;
  sellerCents: number;
  buyerRefundCents: number;
  currency: string;
  /** Hours from delivery to release. */
  holdHours: number;
  /** ISO 8601, like the other times. */
  releaseAt: string | null;
  heldAt: string | null;
  settledAt: string | null;
  /** The words of the buyer who reported a problem. */
  problem: string | null;
  /** The words of the administrator who decided. */
  decision: string | null;
  receiptNumber: string | null;
  /** The seller can be paid. */
  sellerReady: boolean;
  /** Absolute addresses of its page; the seller's carries a key. */
  links: { buyer: string; seller: string };
  isTest: boolean;
}

/** What is left of what was paid for an agreement that came to nothing. */
export interface CreditFacts {
  amountCents: number;
  currency: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface UserFacts {
  id: number;
  hasSubscription: boolean;
  language: Language;
  username: string;
  email: string;
}

/** Something changed on an account: who it is, and when and from where it was done. */
export interface ChangeFacts {
  userId: number;
  language: Language;
  username: string;
  email: string;
  /** The address before the change; null when another thing changed. */
  oldEmail: string | null;
  address: string | null;
  device: string | null;
  at: string;
}

/** A code that opens an invitation. */
export interface CodeFacts {
  /** Six digits. */
  code: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface ResetFacts {
  language: Language;
  username: string;
  email: string;
  /** Carries the token. */
  link: string;
  expiresAt: string;
}

/** An address that somebody is asked to confirm: nothing in it was typed by anybody else. */
export interface AddressVerificationFacts {
  language: Language;
  email: string;
  /** Carries the token; null when there is nothing to confirm any more. */
  link: string | null;
  expiresAt: string | null;
}

/** What an administrator did with an agreement, from the agreement's log. */
export interface ActFacts {
  administrator: string | null;
  at: string;
  reason: string | null;
}

/** A message that a handler gave up, as its service tells of it. Times are ISO 8601. */
export interface DeadLetterFacts {
  /** `<service>.<handler>`. */
  handler: string;
  routingKey: string;
  /** What the event is about; empty for a message that is no event. */
  subject: string;
  reason: string;
  attempts: number;
  diedAt: string;
  /** When it is put back by itself; null when it is not. */
  retryAt: string | null;
  replayedAt: string | null;
}

export interface TicketFacts {
  number: string;
  /** In which it was written. */
  language: Language;
  /** Of somebody whose subscription brings priority support. */
  isPriority: boolean;
  name: string;
  email: string;
  issueType: string;
  message: string;
  agreementId: string | null;
  createdAt: string;
  /** The answer that the mail is about; null when it is about the question. */
  answer: { message: string; at: string } | null;
}
