import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type AgreementLogEntry,
  type AgreementMailFacts,
  type AnswerOf,
  type Callee,
  getAccount,
  getAccountChange,
  getAddressVerification,
  getAddressVerificationOfNew,
  getAgreementMailFacts,
  getAgreementOwner,
  getConsentCode,
  getCreditOfAgreement,
  getDeadLetter,
  getEscrow,
  getExpectedCoverage,
  getJob,
  getLogEntry,
  getPasswordReset,
  getPayment,
  getPresentAddress,
  getSealedFiles,
  getSubscription,
  getTranscript,
  type PlanType,
} from '#contracts';
import { AppError, PermanentError, ServiceClient, ServiceTokens } from '#platform';
import { NotificationsConfig } from '../config.js';
import type {
  AddressVerificationFacts,
  ChangeFacts,
  CodeFacts,
  DeadLetterFacts,
  EscrowFacts,
  ExpectedCoverage,
  JobFacts,
  PaymentFacts,
  ResetFacts,
  SealedFiles,
  SubscriptionFacts,
  TranscriptFacts,
  UserFacts,
} from './facts.js';

/**
 * Names, addresses and words, asked for when they are needed and kept nowhere.
 * Every method throws the AppError of the service that was asked, or `unavailable` when it does not answer.
 */
@Injectable()
export class FactsClient implements OnApplicationShutdown {
  private readonly auth: ServiceClient<'auth'>;
  private readonly agreements: ServiceClient<'agreements'>;
  private readonly transcription: ServiceClient<'transcription'>;
  private readonly payments: ServiceClient<'payments'>;

  constructor(config: NotificationsConfig, tokens: ServiceTokens) {
    const client = <Service extends Callee>(url: string, name: Service) =>
      new ServiceClient(url, tokens, 'notifications', name);
    this.auth = client(config.authUrl, 'auth');
    this.agreements = client(config.agreementsUrl, 'agreements');
    this.transcription = client(config.transcriptionUrl, 'transcription');
    this.payments = client(config.paymentsUrl, 'payments');
  }

  agreement(agreementId: string): Promise<AgreementMailFacts> {
    return this.agreements.call(getAgreementMailFacts, { params: { agreementId } });
  }

  /** Whose agreement it is; null while nobody has claimed it. */
  owner(agreementId: string): Promise<AnswerOf<typeof getAgreementOwner>> {
    return this.agreements.call(getAgreementOwner, { params: { agreementId } });
  }

  logEntry(agreementId: string, seq: string): Promise<AgreementLogEntry> {
    return this.agreements.call(getLogEntry, { params: { agreementId, seq } });
  }

  /** @throws AppError `link_invalid` once the code cannot be used. */
  code(agreementId: string, codeId: string): Promise<CodeFacts> {
    return this.agreements.call(getConsentCode, { params: { agreementId, codeId } });
  }

  transcript(agreementId: string): Promise<TranscriptFacts> {
    return this.transcription.call(getTranscript, { params: { agreementId } });
  }

  /** Null while nothing is sealed, or what is kept of it is not what was sealed. */
  async sealed(agreementId: string): Promise<SealedFiles | null> {
    try {
      const files = await this.agreements.call(getSealedFiles, { params: { agreementId } });
      const [certificate, transcript] = [files.certificate, files.transcript];
      return {
        certificate: Buffer.from(certificate, 'base64'),
        transcript: Buffer.from(transcript, 'base64'),
      };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_ready') return null;
      throw error;
    }
  }

  payment(paymentId: string): Promise<PaymentFacts> {
    return this.payments.call(getPayment, { params: { paymentId } });
  }

  /** What is left of what was paid for it; `isOver` is false while payments does not know that it was cancelled. */
  creditOf(agreementId: string): Promise<AnswerOf<typeof getCreditOfAgreement>> {
    return this.payments.call(getCreditOfAgreement, { params: { agreementId } });
  }

  /** What would cover a contract of the user's, so that nothing is to be paid for it; null for none. */
  async expectedCoverage(userId: number, planType: PlanType): Promise<ExpectedCoverage | null> {
    const { coveredBy, until = null } = await this.payments.call(getExpectedCoverage, {
      params: { userId },
      query: { planType },
    });
    return coveredBy && { by: coveredBy, until };
  }

  escrow(escrowId: string): Promise<EscrowFacts> {
    return this.payments.call(getEscrow, { params: { id: escrowId } });
  }

  subscription(subscriptionId: string): Promise<SubscriptionFacts> {
    return this.payments.call(getSubscription, { params: { id: subscriptionId } });
  }

  user(userId: number): Promise<UserFacts> {
    return this.auth.call(getAccount, { params: { id: userId } });
  }

  /** Where the account is reached now that had this address confirmed at that moment; null where there is no other. */
  async presentAddress(email: string, at: string): Promise<string | null> {
    return (await this.auth.call(getPresentAddress, { body: { email, at } })).email;
  }

  change(changeId: string): Promise<ChangeFacts> {
    return this.auth.call(getAccountChange, { params: { id: changeId } });
  }

  reset(resetId: string): Promise<ResetFacts> {
    return this.auth.call(getPasswordReset, { params: { id: resetId } });
  }

  addressVerification(verificationId: string): Promise<AddressVerificationFacts> {
    return this.auth.call(getAddressVerification, { params: { id: verificationId } });
  }

  /** The one that was asked for together with a new account. */
  addressOfNew(userId: number): Promise<AddressVerificationFacts> {
    return this.auth.call(getAddressVerificationOfNew, { params: { id: userId } });
  }

  /** @throws PermanentError also when there is no such service. */
  async deadLetter(service: string, id: string): Promise<DeadLetterFacts> {
    const { auth, agreements, transcription, payments } = this;
    const client = new Map(Object.entries({ auth, agreements, transcription, payments })).get(service);
    if (!client) throw new PermanentError(`No service ${service} tells of its dead letters`);
    return client.call(getDeadLetter, { params: { id } });
  }

  /** @throws PermanentError also when there is no such service, or it has no jobs that are told. */
  async job(service: string, id: string): Promise<JobFacts> {
    const { agreements, transcription, payments } = this;
    const client = new Map(Object.entries({ agreements, transcription, payments })).get(service);
    if (!client) throw new PermanentError(`No service ${service} tells of its jobs`);
    return client.call(getJob, { params: { id } });
  }

  async onApplicationShutdown(): Promise<void> {
    const clients = [this.auth, this.agreements, this.transcription, this.payments];
    await Promise.all(clients.map((client) => client.close()));
  }
}
