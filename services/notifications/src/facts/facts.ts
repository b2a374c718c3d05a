import type {
  AgreementMailFacts as AgreementAsTyped,
  AnswerOf,
  Coverage,
  getConsentCode,
  Language,
} from '#contracts';

/** A party of an agreement, as links and mails name it. */
export type PartyRole = 'partyA' | 'partyB';

export type {
  AccountChangeFacts as ChangeFacts,
  AccountFacts as UserFacts,
  AddressVerificationFacts,
  AgreementConsent as ConsentFacts,
  AgreementParty as Party,
  ConsentGrade,
  CreditFacts,
  DeadLetterFacts,
  EscrowFacts,
  JobFacts,
  PasswordResetFacts as ResetFacts,
  PaymentFacts,
  SubscriptionFacts,
  TranscriptFacts,
  TranscriptSegment,
} from '#contracts';

/** An agreement, and where its parties are reached now. */
export interface AgreementFacts extends AgreementAsTyped {
  /**
   * The confirmed addresses of the parties' accounts, of the reader alone. Left out where no account is known to be the
   * party's: then the address counts that was typed.
   */
  presentAddresses?: Partial<Record<PartyRole, string>>;
}

/** A code that opens an invitation. */
export type CodeFacts = AnswerOf<typeof getConsentCode>;

/** What spares an agreement its payment if it is finished now, and when that ends; `until` is null where nothing ends it yet. */
export interface ExpectedCoverage {
  by: Coverage;
  until: string | null;
}

/** Files of an agreement's seal, the same bytes as in its evidence packet. */
export interface SealedFiles {
  certificate: Buffer;
  transcript: Buffer;
}

/** What an administrator did with an agreement, from the agreement's log. */
export interface ActFacts {
  administrator: string | null;
  at: string;
  reason: string | null;
}

export interface TicketFacts {
  number: string;
  /** In which it was written. */
  language: Language;
  /** Of somebody whose subscription brings priority support. */
  isPriority: boolean;
  name: string;
  /** Where its sender is reached now. */
  email: string;
  /** The account that asked about a contract of its own; null for a message of anybody. */
  userId: number | null;
  issueType: string;
  message: string;
  agreementId: string | null;
  createdAt: string;
  /** The answer that the mail is about; null when it is about the question. */
  answer: { message: string; at: string } | null;
}
