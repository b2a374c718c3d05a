import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, ServiceClient, ServiceTokens } from '#platform';
import { NotificationsConfig } from '../config.js';
import type { AgreementFacts, PaymentFacts, TranscriptFacts } from './facts.js';

/** A service did not answer with what a mail needs. Its reason holds a code only, because jobs log it. */
export class FactsUnavailableError extends Error {
  override readonly name = 'FactsUnavailableError';
}

/**
 * Names, addresses and words, asked for when a mail is sent and kept nowhere.
 * Every failure may be tried again, a 404 as well: the other service may be in the middle of an update.
 */
@Injectable()
export class FactsClient implements OnApplicationShutdown {
  private readonly agreements: ServiceClient;
  private readonly transcription: ServiceClient;
  private readonly payments: ServiceClient;

  constructor(config: NotificationsConfig, tokens: ServiceTokens) {
    this.agreements = new ServiceClient(config.agreementsUrl, tokens, 'notifications');
    this.transcription = new ServiceClient(config.transcriptionUrl, tokens, 'notifications');
    this.payments = new ServiceClient(config.paymentsUrl, tokens, 'notifications');
  }

  agreement(agreementId: string): Promise<AgreementFacts> {
    return ask('agreement', this.agreements.call(`/internal/agreements/${agreementId}`));
  }

  transcript(agreementId: string): Promise<TranscriptFacts> {
    return ask('transcript', this.transcription.call(`/internal/transcripts/${agreementId}`));
  }

  payment(paymentId: string): Promise<PaymentFacts> {
    return ask('payment', this.payments.call(`/internal/payments/${paymentId}`));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.agreements.close(), this.transcription.close(), this.payments.close()]);
  }
}

async function ask<Facts>(what: string, answer: Promise<Facts>): Promise<Facts> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'unreadable';
    throw new FactsUnavailableError(`${what}: ${code}`);
  }
}
