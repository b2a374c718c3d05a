import { Controller } from '@nestjs/common';
import {
  type AccountChange,
  type AccountChanged,
  type AccountCreated,
  accountChanged,
  accountCreated,
  type EventEnvelope,
  type ResetRequested,
  resetRequested,
  type SubscriptionChanged,
  subscriptionChanged,
  type VerificationRequested,
  verificationRequested,
} from '#contracts';
import { OnEvent } from '#messaging';
import type { MailTemplate } from './mail.row.js';
import { OwedMails } from './owed-mails.js';

const CHANGES: Record<AccountChange, MailTemplate> = {
  password: 'password-changed',
  email: 'email-changed',
  disabled: 'account-disabled',
  enabled: 'account-enabled',
};

/** Mails to people about their accounts and subscriptions. */
@Controller()
export class AccountMailsConsumer {
  constructor(private readonly owed: OwedMails) {}

  @OnEvent(accountCreated)
  async sendAccountCreated(event: EventEnvelope<AccountCreated>): Promise<void> {
    const { userId } = event.data;
    await this.owed.owe(event, 'send-account-created', 'account-created', { userId });
  }

  @OnEvent(accountChanged)
  async sendAccountChanged(event: EventEnvelope<AccountChanged>): Promise<void> {
    const { userId, changeId, kind } = event.data;
    await this.owed.owe(event, 'send-account-changed', CHANGES[kind], { userId, subjectId: changeId });
  }

  @OnEvent(resetRequested)
  async sendPasswordReset(event: EventEnvelope<ResetRequested>): Promise<void> {
    const { userId, resetId } = event.data;
    await this.owed.owe(event, 'send-password-reset', 'password-reset', { userId, subjectId: resetId });
  }

  @OnEvent(verificationRequested)
  async sendAddressVerification(event: EventEnvelope<VerificationRequested>): Promise<void> {
    const { userId, verificationId } = event.data;
    const subject = { userId, subjectId: verificationId };
    await this.owed.owe(event, 'send-address-verification', 'address-verification', subject);
  }

  @OnEvent(subscriptionChanged)
  async sendSubscription(event: EventEnvelope<SubscriptionChanged>): Promise<void> {
    const { userId, subscriptionId, change, amountCents, currency, periodEnd, receiptNumber } = event.data;
    await this.owed.owe(event, 'send-subscription', 'subscription', {
      userId,
      subjectId: subscriptionId,
      details: { kind: change, amountCents, currency, endsAt: periodEnd, receiptNumber },
    });
  }
}
