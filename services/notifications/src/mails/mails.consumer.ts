import { Controller } from '@nestjs/common';
import {
  type AgreementCompleted,
  agreementCompleted,
  type EventEnvelope,
  type PaymentSucceeded,
  paymentSucceeded,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { MailsService, type NewMail } from './mails.service.js';

/** Turns facts into mails that are owed. Nothing is sent here. */
@Controller()
export class MailsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: MailsService,
  ) {}

  @OnEvent(paymentSucceeded)
  async sendReceipt(event: EventEnvelope<PaymentSucceeded>): Promise<void> {
    const { agreementId, paymentId } = event.data;
    await this.owe(event, 'send-receipt', [
      {
        key: `receipt:${paymentId}:party-a`,
        template: 'receipt',
        recipient: 'partyA',
        agreementId,
        paymentId,
      },
    ]);
  }

  @OnEvent(agreementCompleted)
  async sendProof(event: EventEnvelope<AgreementCompleted>): Promise<void> {
    const { agreementId } = event.data;
    const proof = { template: 'proof', agreementId, paymentId: null } as const;
    await this.owe(event, 'send-proof', [
      { ...proof, key: `completed:${agreementId}:party-a`, recipient: 'partyA' },
      { ...proof, key: `completed:${agreementId}:party-b`, recipient: 'partyB' },
    ]);
  }

  private async owe(event: EventEnvelope, consumer: string, mails: NewMail[]): Promise<void> {
    await this.inbox.once(event, consumer, async (manager) => {
      for (const mail of mails) await this.mails.queue(manager, mail);
    });
  }
}
