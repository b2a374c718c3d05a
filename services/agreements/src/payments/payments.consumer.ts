import { Controller } from '@nestjs/common';
import {
  type ContractCovered,
  contractCovered,
  type EventEnvelope,
  type HeldPaymentChanged,
  heldPaymentChanged,
  type PaymentRefunded,
  type PaymentSucceeded,
  paymentRefunded,
  paymentSucceeded,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { EventLog } from '../event-log/event-log.js';
import { HeldPaymentNews } from './held-payment-news.js';
import { Unlocking } from './unlocking.js';

/** What the payments service says of an agreement. */
@Controller()
export class PaymentsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly unlocking: Unlocking,
    private readonly heldPayments: HeldPaymentNews,
    private readonly log: EventLog,
  ) {}

  @OnEvent(paymentSucceeded)
  markPaid(event: EventEnvelope<PaymentSucceeded>): Promise<boolean> {
    return this.inbox.once(event, 'mark-paid', (manager) => this.unlocking.paid(manager, event.data));
  }

  @OnEvent(contractCovered)
  markCovered(event: EventEnvelope<ContractCovered>): Promise<boolean> {
    return this.inbox.once(event, 'mark-covered', (manager) => this.unlocking.covered(manager, event.data));
  }

  @OnEvent(paymentRefunded)
  noteRefund(event: EventEnvelope<PaymentRefunded>): Promise<boolean> {
    const { agreementId, paymentId, purpose, amountCents, currency, reason } = event.data;
    return this.inbox.once(event, 'note-refund', async (manager) => {
      await lockAgreement(manager, agreementId);
      const detail = { paymentId, purpose, amountCents, currency, reason };
      await this.log.append(manager, agreementId, { type: 'payment-refunded', actor: 'payments', detail });
    });
  }

  @OnEvent(heldPaymentChanged)
  noteHeldPayment(event: EventEnvelope<HeldPaymentChanged>): Promise<boolean> {
    return this.inbox.once(event, 'note-held-payment', (manager) =>
      this.heldPayments.changed(manager, event.data),
    );
  }
}
