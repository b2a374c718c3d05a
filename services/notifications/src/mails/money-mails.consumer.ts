import { Controller } from '@nestjs/common';
import {
  type ContractCovered,
  contractCovered,
  type EventEnvelope,
  type HeldPaymentChanged,
  heldPaymentChanged,
  type ManualTranscriptionPaid,
  manualTranscriptionPaid,
  type PaymentRefunded,
  type PaymentRefundFailed,
  paymentRefunded,
  paymentRefundFailed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { OwedMails } from './owed-mails.js';

/** Mails about money beside the price of a contract: what was paid, covered, given back or held. */
@Controller()
export class MoneyMailsConsumer {
  constructor(private readonly owed: OwedMails) {}

  @OnEvent(manualTranscriptionPaid)
  async sendManualReceipt(event: EventEnvelope<ManualTranscriptionPaid>): Promise<void> {
    const { agreementId, paymentId } = event.data;
    await this.owed.owe(event, 'send-manual-receipt', 'manual-receipt', {
      agreementId,
      subjectId: paymentId,
    });
  }

  @OnEvent(contractCovered)
  async sendCovered(event: EventEnvelope<ContractCovered>): Promise<void> {
    const { agreementId, coverageId, by, coveredAt } = event.data;
    const subject = { agreementId, subjectId: coverageId, details: { kind: by, at: coveredAt } };
    await this.owed.owe(event, 'send-covered', 'covered', subject);
  }

  @OnEvent(paymentRefunded)
  async sendRefund(event: EventEnvelope<PaymentRefunded>): Promise<void> {
    const { agreementId, paymentId, purpose, reason, amountCents, currency, refundedAt } = event.data;
    await this.owed.owe(event, 'send-refund', 'refund', {
      agreementId,
      subjectId: paymentId,
      details: { kind: purpose, reason, amountCents, currency, at: refundedAt },
    });
  }

  @OnEvent(paymentRefundFailed)
  async sendRefundFailed(event: EventEnvelope<PaymentRefundFailed>): Promise<void> {
    const { agreementId, refundId, purpose, reason, amountCents, currency, failedAt } = event.data;
    await this.owed.owe(event, 'send-refund-failed', 'refund-failed', {
      agreementId,
      subjectId: refundId,
      details: { kind: purpose, reason, amountCents, currency, at: failedAt },
    });
  }

  @OnEvent(heldPaymentChanged)
  async sendHeldPayment(event: EventEnvelope<HeldPaymentChanged>): Promise<void> {
    const { agreementId, heldPaymentId, change, version, changedAt } = event.data;
    await this.owed.owe(event, 'send-held-payment', `held-payment-${change}`, {
      agreementId,
      subjectId: heldPaymentId,
      details: { kind: change, version, at: changedAt },
    });
  }
}
