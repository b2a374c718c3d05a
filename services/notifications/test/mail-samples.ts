import type { Language } from '#contracts';
import type { MailTemplate } from '../src/mails/mail.catalogue.js';
import type { FactName, Facts, MailContext, MailDetails, Recipient } from '../src/mails/mail.kind.js';
import { wordings } from '../src/mails/texts/wording.js';
import {
  actFacts,
  addressVerificationFacts,
  agreementFacts,
  changeFacts,
  codeFacts,
  creditFacts,
  deadLetterFacts,
  escrowFacts,
  invitationId,
  jobFacts,
  paymentFacts,
  resetFacts,
  sealedFiles,
  ticketFacts,
  transcriptFacts,
  userFacts,
  verification,
} from './facts.fixture.js';

/** One mail of a kind: what it is made of and what a reader must find in it. */
export interface MailSample {
  /** Name of its golden file. */
  name: string;
  template: MailTemplate;
  recipient: Recipient;
  details?: MailDetails;
  facts?: Partial<Facts>;
  subject: string;
  /** Where its one button leads. */
  button: string;
  says: string[];
  /** What would be untrue, or is not for this reader. */
  saysNot?: string[];
}

/** Everything at once: each kind takes what it asks for. */
export const allFacts: Facts = {
  agreement: agreementFacts,
  owner: userFacts,
  transcript: transcriptFacts,
  sealed: sealedFiles,
  payment: paymentFacts,
  credit: creditFacts,
  coverage: null,
  escrow: escrowFacts,
  buyer: userFacts,
  sellerTold: true,
  isTold: true,
  subscription: null,
  user: userFacts,
  change: changeFacts,
  reset: resetFacts,
  code: codeFacts,
  addressVerification: addressVerificationFacts,
  act: actFacts,
  ticket: ticketFacts,
  deadLetter: deadLetterFacts,
  job: jobFacts,
  alike: 0,
  verification,
};

/** When the samples are sent. */
export const now = new Date('2026-11-21T09:00:00.000Z');

export function sampleContext(
  { recipient, details = {}, facts }: MailSample,
  language: Language = 'en',
): MailContext<FactName> {
  return {
    ...allFacts,
    ...facts,
    mail: { recipient, details, subjectId: invitationId, createdAt: now },
    now,
    publicUrl: 'https://contract.test',
    supportEmail: 'Support <support@contract.test>',
    longestRecordingSeconds: 600,
    wording: wordings[recipient === 'support' ? 'en' : language],
  };
}
