import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, PermanentError, ServiceClient, ServiceTokens } from '#platform';
import { NotificationsConfig } from '../config.js';
import type {
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
  TranscriptFacts,
  UserFacts,
} from './facts.js';

/** A row of an agreement's log, as the agreements service tells it. */
export interface LogEntry {
  /** `admin:3`, `user:17`, `party-b`, … */
  actor: string;
  detail: Record<string, unknown>;
  at: string;
}

/**
 * Names, addresses and words, asked for when they are needed and kept nowhere.
 * Every method throws the AppError of the service that was asked, or `unavailable` when it does not answer.
 */
@Injectable()
export class FactsClient implements OnApplicationShutdown {
  private readonly auth: ServiceClient;
  private readonly agreements: ServiceClient;
  private readonly transcription: ServiceClient;
  private readonly payments: ServiceClient;

  constructor(config: NotificationsConfig, tokens: ServiceTokens) {
    const client = (url: string, name: string) => new ServiceClient(url, tokens, 'notifications', name);
    this.auth = client(config.authUrl, 'auth');
    this.agreements = client(config.agreementsUrl, 'agreements');
    this.transcription = client(config.transcriptionUrl, 'transcription');
    this.payments = client(config.paymentsUrl, 'payments');
  }

  agreement(agreementId: string): Promise<AgreementFacts> {
    return this.agreements.call(`/internal/agreements/${agreementId}`);
  }

  /** Whose agreement it is; null while nobody has claimed it. */
  owner(agreementId: string): Promise<{ ownerId: number | null; status: string }> {
    return this.agreements.call(`/internal/agreements/${agreementId}/owner`);
  }

  logEntry(agreementId: string, seq: string): Promise<LogEntry> {
    return this.agreements.call(`/internal/agreements/${agreementId}/log/${seq}`);
  }

  /** @throws AppError `link_invalid` once the code cannot be used. */
  code(agreementId: string, codeId: string): Promise<CodeFacts> {
    return this.agreements.call(`/internal/agreements/${agreementId}/codes/${codeId}`);
  }

  transcript(agreementId: string): Promise<TranscriptFacts> {
    return this.transcription.call(`/internal/transcripts/${agreementId}`);
  }

  /** Null while nothing is sealed, or what is kept of it is not what was sealed. */
  async sealed(agreementId: string): Promise<SealedFiles | null> {
    try {
      const files = await this.agreements.call<Record<keyof SealedFiles, string>>(
        `/internal/agreements/${agreementId}/sealed-files`,
      );
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
    return this.payments.call(`/internal/payments/${paymentId}`);
  }

  /** What is left of what was paid for it; `isOver` is false while payments does not know that it was cancelled. */
  creditOf(agreementId: string): Promise<{ isOver: boolean; credit: CreditFacts | null }> {
    return this.payments.call(`/internal/payments/agreements/${agreementId}/credit`);
  }

  escrow(heldPaymentId: string): Promise<EscrowFacts> {
    return this.payments.call(`/internal/held-payments/${heldPaymentId}`);
  }

  user(userId: number): Promise<UserFacts> {
    return this.auth.call(`/internal/users/${userId}`);
  }

  change(changeId: string): Promise<ChangeFacts> {
    return this.auth.call(`/internal/account-changes/${changeId}`);
  }

  reset(resetId: string): Promise<ResetFacts> {
    return this.auth.call(`/internal/password-resets/${resetId}`);
  }

  addressVerification(verificationId: string): Promise<AddressVerificationFacts> {
    return this.auth.call(`/internal/address-verifications/${verificationId}`);
  }

  /** The one that was asked for together with a new account. */
  addressOfNew(userId: number): Promise<AddressVerificationFacts> {
    return this.auth.call(`/internal/users/${userId}/address-verification`);
  }

  /** @throws PermanentError also when there is no such service. */
  async deadLetter(service: string, id: string): Promise<DeadLetterFacts> {
    const { auth, agreements, transcription, payments } = this;
    const client = new Map(Object.entries({ auth, agreements, transcription, payments })).get(service);
    if (!client) throw new PermanentError(`No service ${service} tells of its dead letters`);
    return client.call(`/internal/dead-letters/${id}`);
  }

  async onApplicationShutdown(): Promise<void> {
    const clients = [this.auth, this.agreements, this.transcription, this.payments];
    await Promise.all(clients.map((client) => client.close()));
  }
}
