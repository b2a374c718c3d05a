import { Module } from '@nestjs/common';
import { FactsClient } from './facts.client.js';

export { FactsClient } from './facts.client.js';
export type {
  ActFacts,
  AddressVerificationFacts,
  AgreementFacts,
  ChangeFacts,
  CodeFacts,
  ConsentFacts,
  ConsentGrade,
  CreditFacts,
  DeadLetterFacts,
  EscrowFacts,
  ExpectedCoverage,
  JobFacts,
  Party,
  PartyRole,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  SubscriptionFacts,
  TicketFacts,
  TranscriptFacts,
  TranscriptSegment,
  UserFacts,
} from './facts.js';

/** Names, addresses and words, asked of the services that own them and kept nowhere. */
@Module({ providers: [FactsClient], exports: [FactsClient] })
export class FactsModule {}
