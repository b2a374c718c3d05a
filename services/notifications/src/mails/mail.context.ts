import type { Verification } from '#contracts';
import type {
  ActFacts,
  AddressVerificationFacts,
  AgreementFacts,
  ChangeFacts,
  CodeFacts,
  CreditFacts,
  DeadLetterFacts,
  EscrowFacts,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  TicketFacts,
  TranscriptFacts,
  UserFacts,
} from '../facts/facts.module.js';
import type { MailSubject, Recipient } from './mail.subject.js';
import type { Wording } from './texts/wording.js';

/** Everything a mail can be made of, by the name under which the catalogue asks for it. */
export interface Facts {
  agreement: AgreementFacts;
  transcript: TranscriptFacts;
  /** Null while nothing is sealed. */
  sealed: SealedFiles | null;
  payment: PaymentFacts;
  /** What is left of what was paid for the agreement that was cancelled. */
  credit: CreditFacts | null;
  escrow: EscrowFacts;
  /** Whether the seller of the escrow got a mail about it before. */
  sellerTold: boolean;
  user: UserFacts;
  change: ChangeFacts;
  reset: ResetFacts;
  code: CodeFacts;
  addressVerification: AddressVerificationFacts;
  act: ActFacts;
  ticket: TicketFacts;
  deadLetter: DeadLetterFacts;
  verification: Verification;
}

export type FactName = keyof Facts;

/** What a template is given: the facts it asked for, and what every mail has. */
export type MailContext<Needs extends FactName = never> = Pick<Facts, Needs> & {
  mail: Required<Pick<MailSubject, 'subjectId' | 'details'>> & { recipient: Recipient; createdAt: Date };
  /** When it is being sent. */
  now: Date;
  publicUrl: string;
  supportEmail: string;
  /** In the language of its reader. */
  wording: Wording;
};
