import { Controller } from '@nestjs/common';
import {
  type AccessEnding,
  type AdminActed,
  type AgreementCompleted,
  accessEnding,
  adminActed,
  agreementCompleted,
  type ContentDeleted,
  contentDeleted,
  type EventEnvelope,
  type ManualDelivered,
  manualDelivered,
  type PaymentRequested,
  type PaymentSucceeded,
  paymentRequested,
  paymentSucceeded,
  type RecordingStored,
  recordingStored,
  type TranscriptFailed,
  transcriptFailed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { OwedMails } from './owed-mails.js';

/** Mails on the way from a recording to its proof and its end. */
@Controller()
export class MailsConsumer {
  constructor(private readonly owed: OwedMails) {}

  @OnEvent(recordingStored)
  async sendSaved(event: EventEnvelope<RecordingStored>): Promise<void> {
    const { agreementId, party = 'a', isQuiet = false } = event.data;
    const details = isQuiet ? { kind: 'quiet' } : {};
    if (party === 'a') await this.owed.owe(event, 'send-saved', 'saved', { agreementId, details });
  }

  @OnEvent(paymentRequested)
  async sendPaymentRequest(event: EventEnvelope<PaymentRequested>): Promise<void> {
    const { agreementId, noticeId, kind, deletesAt } = event.data;
    const subject = { agreementId, subjectId: noticeId, details: { kind, endsAt: deletesAt } };
    await this.owed.owe(event, 'send-payment-request', 'payment-requested', subject);
  }

  @OnEvent(paymentSucceeded)
  async sendReceipt(event: EventEnvelope<PaymentSucceeded>): Promise<void> {
    const { agreementId, paymentId } = event.data;
    await this.owed.owe(event, 'send-receipt', 'receipt', { agreementId, subjectId: paymentId });
  }

  @OnEvent(agreementCompleted)
  async sendProof(event: EventEnvelope<AgreementCompleted>): Promise<void> {
    const { agreementId } = event.data;
    await this.owed.owe(event, 'send-proof', 'proof', { agreementId });
  }

  @OnEvent(transcriptFailed)
  async sendTranscriptionFailed(event: EventEnvelope<TranscriptFailed>): Promise<void> {
    const { agreementId } = event.data;
    await this.owed.owe(event, 'send-transcription-failed', 'transcription-failed', { agreementId });
  }

  @OnEvent(manualDelivered)
  async sendManualReady(event: EventEnvelope<ManualDelivered>): Promise<void> {
    const { agreementId, orderId, sha256 } = event.data;
    const subject = { agreementId, subjectId: orderId, details: { sha256 } };
    await this.owed.owe(event, 'send-manual-ready', 'manual-ready', subject);
  }

  @OnEvent(accessEnding)
  async sendAccessEnding(event: EventEnvelope<AccessEnding>): Promise<void> {
    const { agreementId, kind, endsAt } = event.data;
    await this.owed.owe(event, 'send-access-ending', 'access-ending', {
      agreementId,
      details: { kind, endsAt },
    });
  }

  @OnEvent(contentDeleted)
  async sendContentDeleted(event: EventEnvelope<ContentDeleted>): Promise<void> {
    const { agreementId, reason, deletedAt } = event.data;
    await this.owed.owe(event, 'send-content-deleted', 'content-deleted', {
      agreementId,
      details: { reason, at: deletedAt },
    });
  }

  @OnEvent(adminActed)
  async sendAdminActed(event: EventEnvelope<AdminActed>): Promise<void> {
    const { agreementId, act, seq } = event.data;
    const subject = { agreementId, subjectId: String(seq), details: { kind: act } };
    await this.owed.owe(event, 'send-admin-acted', 'admin-acted', subject);
  }
}
