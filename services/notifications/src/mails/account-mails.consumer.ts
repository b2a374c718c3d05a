import { Controller } from '@nestjs/common';
import {
  type AccountChange,
  type AccountChanged,
  type AccountCreated,
  accountChanged,
  accountCreated,
  type EventEnvelope,
  type JobGivenUp,
  jobGivenUp,
  type MessageDeadLettered,
  messageDeadLettered,
  type ResetRequested,
  resetRequested,
  type SubscriptionChanged,
  type SubscriptionRefunded,
  subscriptionChanged,
  subscriptionRefunded,
  type VerificationRequested,
  verificationRequested,
} from '#contracts';
import { OnEvent } from '#messaging';
import type { MailTemplate } from './mail.catalogue.js';
import { MailsService } from './mails.service.js';

const CHANGES: Record<AccountChange, MailTemplate> = {
  password: 'password-changed',
  email: 'email-changed',
  disabled: 'account-disabled',
  enabled: 'account-enabled',
};

/** Which event of an account, a subscription or the product itself makes which mails due. */
@Controller()
export class AccountMailsConsumer {
  constructor(private readonly mails: MailsService) {}

  @OnEvent(accountCreated)
  async sendAccountCreated(event: EventEnvelope<AccountCreated>): Promise<void> {
    const { userId } = event.data;
    await this.mails.once(event, 'send-account-created', 'account-created', { userId });
  }

  @OnEvent(accountChanged)
  async sendAccountChanged(event: EventEnvelope<AccountChanged>): Promise<void> {
    const { userId, changeId, kind } = event.data;
    await this.mails.once(event, 'send-account-changed', CHANGES[kind], { userId, subjectId: changeId });
  }

  @OnEvent(resetRequested)
  async sendPasswordReset(event: EventEnvelope<ResetRequested>): Promise<void> {
    const { userId, resetId } = event.data;
    await this.mails.once(event, 'send-password-reset', 'password-reset', {
      userId,
      subjectId: resetId,
    });
  }

  @OnEvent(verificationRequested)
  async sendAddressVerification(event: EventEnvelope<VerificationRequested>): Promise<void> {
    const { userId, verificationId } = event.data;
    const subject = { userId, subjectId: verificationId };
    await this.mails.once(event, 'send-address-verification', 'address-verification', subject);
  }

  @OnEvent(subscriptionChanged)
  async sendSubscription(event: EventEnvelope<SubscriptionChanged>): Promise<void> {
    const {
      userId,
      subscriptionId,
      change,
      amountCents,
      currency,
      periodEnd,
      endedAt,
      receiptNumber,
      isTest,
    } = event.data;
    await this.mails.once(event, 'send-subscription', 'subscription', {
      userId,
      subjectId: subscriptionId,
      details: {
        ...{ kind: change, at: event.occurredAt, amountCents, currency },
        ...{ endsAt: periodEnd, endedAt, receiptNumber, isTest },
      },
    });
  }

  @OnEvent(subscriptionRefunded)
  async sendSubscriptionRefund(event: EventEnvelope<SubscriptionRefunded>): Promise<void> {
    const { userId, invoiceId, receiptNumber, amountCents, currency, refundedAt, isTest } = event.data;
    await this.mails.once(event, 'send-subscription-refund', 'subscription-refund', {
      userId,
      subjectId: invoiceId,
      details: { amountCents, currency, at: refundedAt, receiptNumber, isTest },
    });
  }

  @OnEvent(messageDeadLettered)
  async sendDeadLetter(event: EventEnvelope<MessageDeadLettered>): Promise<void> {
    const { letterId, handler, notice } = event.data;
    const subject = { subjectId: letterId, details: { kind: handler, version: notice } };
    await this.mails.once(event, 'send-dead-letter', 'dead-letter', subject);
  }

  @OnEvent(jobGivenUp)
  async sendJobGivenUp(event: EventEnvelope<JobGivenUp>): Promise<void> {
    const { jobId, job, notice } = event.data;
    const subject = { subjectId: jobId, details: { kind: job, version: notice } };
    await this.mails.once(event, 'send-job-given-up', 'job-given-up', subject);
  }
}
