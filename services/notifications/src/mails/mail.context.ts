import type { Verification } from '#contracts';
import type { Wording } from '../templates/wording.js';
import type {
  ActFacts,
  AddressVerificationFacts,
  AgreementFacts,
  ChangeFacts,
  CodeFacts,
  CreditFacts,
  DeadLetterFacts,
  HeldPaymentFacts,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  TicketFacts,
  TranscriptFacts,
  UserFacts,
} from './facts.js';
import type { MailRow } from './mail.row.js';

/** Everything a mail can be made of, by the name under which the catalogue asks for it. */
export interface Facts {
  agreement: AgreementFacts;
  transcript: TranscriptFacts;
  /** Null while nothing is sealed. */
  sealed: SealedFiles | null;
  payment: PaymentFacts;
  /** What is left of what was paid for the agreement that was cancelled. */
  credit: CreditFacts | null;
  heldPayment: HeldPaymentFacts;
  /** Whether the seller of the held payment got a mail about it before. */
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

/** What a view is given: the facts it asked for, and what every mail has. */
export type MailContext<Needs extends FactName = never> = Pick<Facts, Needs> & {
  mail: Pick<MailRow, 'recipient' | 'subjectId' | 'details' | 'createdAt'>;
  /** When it is being sent. */
  now: Date;
  publicUrl: string;
  supportEmail: string;
  /** In the language of its reader. */
  wording: Wording;
};
