import { Controller } from '@nestjs/common';
import {
  type AccessEnding,
  type AddressCorrected,
  type AdminActed,
  type AgreementCancelled,
  type AgreementCompleted,
  type AgreementCovered,
  accessEnding,
  addressCorrected,
  adminActed,
  agreementCancelled,
  agreementCompleted,
  agreementCovered,
  type CodeIssued,
  type ConsentConfirmed,
  type ConsentGiven,
  type ConsentObjected,
  type ContentDeleted,
  codeIssued,
  consentConfirmed,
  consentGiven,
  consentObjected,
  contentDeleted,
  type EscrowChanged,
  type EventEnvelope,
  escrowChanged,
  type HumanTranscriptDelivered,
  type HumanTranscriptPaid,
  humanTranscriptDelivered,
  humanTranscriptPaid,
  type InvitationExpired,
  type InvitationIssued,
  type InvitationKind,
  type InvitationOpened,
  invitationExpired,
  invitationIssued,
  invitationOpened,
  isMailed,
  type LinkRequested,
  linkRequested,
  type OwnerReachable,
  ownerReachable,
  type PaymentRefunded,
  type PaymentRefundFailed,
  type PaymentRequested,
  type PaymentSucceeded,
  paymentRefunded,
  paymentRefundFailed,
  paymentRequested,
  paymentSucceeded,
  type RecordingStored,
  recordingStored,
  type SellerLinkRequested,
  sellerLinkRequested,
  type TranscriptFailed,
  transcriptFailed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import type { MailTemplate } from './mail.catalogue.js';
import { MailsService } from './mails.service.js';

/** A corrected address gets what a first invitation says. */
const INVITATIONS: Record<InvitationKind, MailTemplate> = {
  invitation: 'invitation',
  corrected: 'invitation',
  reminder: 'reminder',
  automatic: 'reminder',
};

/**
 * Which event of an agreement makes which mails due; `AccountMailsConsumer` has the others. What `mail.catalogue.ts` says of a kind decides whom it goes to, and whether it
 * still has a reason when it is sent. Mails without an event: of tickets (`TicketsService`), of violations
 * (`Verifications`), of outages (`OutageMails`).
 */
@Controller()
export class MailsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: MailsService,
  ) {}

  // From a recording to its proof and its end.

  @OnEvent(recordingStored)
  async sendSaved(event: EventEnvelope<RecordingStored>): Promise<void> {
    const { agreementId, party = 'a', isQuiet = false } = event.data;
    const details = isQuiet ? { kind: 'quiet' } : {};
    if (party === 'a') await this.mails.once(event, 'send-saved', 'saved', { agreementId, details });
  }

  @OnEvent(paymentRequested)
  async sendPaymentRequest(event: EventEnvelope<PaymentRequested>): Promise<void> {
    const { agreementId, noticeId, kind, deletesAt, hasPaymentFailed } = event.data;
    const reason = hasPaymentFailed ? { reason: 'payment-failed' } : {};
    const subject = { agreementId, subjectId: noticeId, details: { kind, endsAt: deletesAt, ...reason } };
    await this.mails.once(event, 'send-payment-request', 'payment-requested', subject);
  }

  @OnEvent(paymentSucceeded)
  async sendReceipt(event: EventEnvelope<PaymentSucceeded>): Promise<void> {
    const { agreementId, paymentId } = event.data;
    await this.mails.once(event, 'send-receipt', 'receipt', { agreementId, subjectId: paymentId });
  }

  @OnEvent(agreementCompleted)
  async sendProof(event: EventEnvelope<AgreementCompleted>): Promise<void> {
    const { agreementId } = event.data;
    await this.mails.once(event, 'send-proof', 'proof', { agreementId });
  }

  /** To the address that is confirmed by now: what went to the typed one before, and what came back. */
  @OnEvent(ownerReachable)
  async sendProofAgain(event: EventEnvelope<OwnerReachable>): Promise<void> {
    const { agreementId, confirmedAt, isFailedOnly = false } = event.data;
    const sentBefore = isFailedOnly ? null : new Date(confirmedAt);
    await this.inbox.once(event, 'send-proof-again', (manager) =>
      this.mails.queueAgain(manager, agreementId, sentBefore),
    );
  }

  /** To another address of a party B who was there: what came back from the one before. */
  @OnEvent(addressCorrected)
  async sendToCorrected(event: EventEnvelope<AddressCorrected>): Promise<void> {
    await this.inbox.once(event, 'send-to-corrected', (manager) =>
      this.mails.restartFailed(manager, event.data.agreementId),
    );
  }

  @OnEvent(transcriptFailed)
  async sendTranscriptionFailed(event: EventEnvelope<TranscriptFailed>): Promise<void> {
    const { agreementId } = event.data;
    await this.mails.once(event, 'send-transcription-failed', 'transcription-failed', { agreementId });
  }

  @OnEvent(humanTranscriptDelivered, 'send-manual-ready')
  async sendHumanReady(event: EventEnvelope<HumanTranscriptDelivered>): Promise<void> {
    const { agreementId, orderId, sha256, correctsOrderId } = event.data;
    const kind = correctsOrderId === undefined ? {} : { kind: 'correction' };
    const details = { sha256, at: event.occurredAt, ...kind };
    const subject = { agreementId, subjectId: orderId, details };
    await this.mails.once(event, 'send-manual-ready', 'manual-ready', subject);
  }

  @OnEvent(accessEnding)
  async sendAccessEnding(event: EventEnvelope<AccessEnding>): Promise<void> {
    const { agreementId, kind, endsAt } = event.data;
    await this.mails.once(event, 'send-access-ending', 'access-ending', {
      agreementId,
      details: { kind, endsAt },
    });
  }

  @OnEvent(contentDeleted)
  async sendContentDeleted(event: EventEnvelope<ContentDeleted>): Promise<void> {
    const { agreementId, reason, deletedAt } = event.data;
    await this.mails.once(event, 'send-content-deleted', 'content-deleted', {
      agreementId,
      details: { reason, at: deletedAt },
    });
  }

  @OnEvent(adminActed)
  async sendAdminActed(event: EventEnvelope<AdminActed>): Promise<void> {
    const { agreementId, act, seq } = event.data;
    const subject = { agreementId, subjectId: String(seq), details: { kind: act } };
    await this.mails.once(event, 'send-admin-acted', 'admin-acted', subject);
  }

  // From the invitation of party B to the answer, or to its absence.

  @OnEvent(invitationIssued)
  async sendInvitation(event: EventEnvelope<InvitationIssued>): Promise<void> {
    const { agreementId, invitationId, kind } = event.data;
    const subject = { agreementId, subjectId: invitationId, details: { kind } };
    await this.mails.once(event, 'send-invitation', INVITATIONS[kind], subject);
  }

  /** The link that opens when it is sent, to the address that it was issued for. */
  @OnEvent(linkRequested)
  async sendLinkAgain(event: EventEnvelope<LinkRequested>): Promise<void> {
    const { agreementId, requestId } = event.data;
    await this.mails.once(event, 'send-link-again', 'link-again', { agreementId, subjectId: requestId });
  }

  @OnEvent(codeIssued)
  async sendCode(event: EventEnvelope<CodeIssued>): Promise<void> {
    const { agreementId, codeId } = event.data;
    await this.mails.once(event, 'send-code', 'code', { agreementId, subjectId: codeId });
  }

  @OnEvent(invitationOpened)
  async sendOpened(event: EventEnvelope<InvitationOpened>): Promise<void> {
    const { agreementId, invitationId, isKeyed, via, openedAt } = event.data;
    const details = { kind: isKeyed ? 'keyed' : 'plain', at: openedAt, ...(via ? { via } : {}) };
    await this.mails.once(event, 'send-opened', 'opened', {
      agreementId,
      subjectId: invitationId,
      details,
    });
  }

  @OnEvent(invitationExpired)
  async sendLinkExpired(event: EventEnvelope<InvitationExpired>): Promise<void> {
    const { agreementId, invitationId } = event.data;
    await this.mails.once(event, 'send-link-expired', 'link-expired', {
      agreementId,
      subjectId: invitationId,
    });
  }

  @OnEvent(consentGiven)
  async sendConsented(event: EventEnvelope<ConsentGiven>): Promise<void> {
    const { agreementId, consentRecordingId, consentedAt } = event.data;
    const subject = { agreementId, subjectId: consentRecordingId, details: { at: consentedAt } };
    await this.mails.once(event, 'send-consented', 'consented', subject);
  }

  /** Party B, of what came with the key in their own mail: whoever else has it may have said so. */
  @OnEvent(consentConfirmed)
  async sendConfirmed(event: EventEnvelope<ConsentConfirmed>): Promise<void> {
    const { agreementId, confirmationId, via, confirmedAt } = event.data;
    const subject = { agreementId, subjectId: confirmationId, details: { at: confirmedAt } };
    if (via === 'link') await this.mails.once(event, 'send-confirmed', 'confirmed', subject);
  }

  /** Both parties and the support, at once. */
  @OnEvent(consentObjected)
  async sendObjected(event: EventEnvelope<ConsentObjected>): Promise<void> {
    const { agreementId, confirmationId, objectedAt } = event.data;
    const subject = { agreementId, subjectId: confirmationId, details: { at: objectedAt } };
    await this.mails.once(event, 'send-objected', 'objected', subject);
  }

  @OnEvent(agreementCancelled)
  async sendCancelled(event: EventEnvelope<AgreementCancelled>): Promise<void> {
    const { agreementId, from, reason } = event.data;
    const template = reason === 'declined' ? 'declined' : 'cancelled';
    await this.mails.once(event, 'send-cancelled', template, { agreementId, details: { from, reason } });
  }

  // Money beside the price of a contract: what was paid, covered, given back or held.

  @OnEvent(humanTranscriptPaid, 'send-manual-receipt')
  async sendHumanReceipt(event: EventEnvelope<HumanTranscriptPaid>): Promise<void> {
    const { agreementId, paymentId } = event.data;
    await this.inbox.once(event, 'send-manual-receipt', async (manager) => {
      await this.mails.queue(manager, 'manual-receipt', { agreementId, subjectId: paymentId });
      await this.mails.queue(manager, 'human-transcript-paid', { agreementId, subjectId: paymentId });
    });
  }

  @OnEvent(agreementCovered)
  async sendCovered(event: EventEnvelope<AgreementCovered>): Promise<void> {
    const { agreementId, coverageId, by, coveredAt } = event.data;
    const subject = { agreementId, subjectId: coverageId, details: { kind: by, at: coveredAt } };
    await this.mails.once(event, 'send-covered', 'covered', subject);
  }

  @OnEvent(paymentRefunded)
  async sendRefund(event: EventEnvelope<PaymentRefunded>): Promise<void> {
    const { agreementId, paymentId, purpose, reason, amountCents, currency, refundedAt } = event.data;
    const { backBeforeCents } = event.data;
    const before = backBeforeCents === undefined ? {} : { backBeforeCents };
    const details = { kind: purpose, reason, amountCents, ...before, currency, at: refundedAt };
    const subject = { agreementId, subjectId: paymentId, details };
    await this.inbox.once(event, 'send-refund', async (manager) => {
      await this.mails.queue(manager, 'refund', subject);
      if (reason === 'late-transcription') await this.mails.queue(manager, 'human-transcript-late', subject);
    });
  }

  @OnEvent(paymentRefundFailed)
  async sendRefundFailed(event: EventEnvelope<PaymentRefundFailed>): Promise<void> {
    const { agreementId, refundId, purpose, reason, amountCents, currency, failedAt } = event.data;
    const { isTriedAgain = true } = event.data;
    await this.mails.once(event, 'send-refund-failed', 'refund-failed', {
      agreementId,
      subjectId: refundId,
      details: { kind: purpose, reason, amountCents, currency, at: failedAt, isTriedAgain },
    });
  }

  @OnEvent(escrowChanged, 'send-held-payment')
  async sendEscrow(event: EventEnvelope<EscrowChanged>): Promise<void> {
    const { agreementId, escrowId, change, version, changedAt, amountCents, buyerId } = event.data;
    if (!isMailed(change)) {
      await this.inbox.once(event, 'send-held-payment', () => Promise.resolve());
      return;
    }
    await this.mails.once(event, 'send-held-payment', `held-payment-${change}`, {
      agreementId,
      subjectId: escrowId,
      // Of all else payments answers the amounts as they are when the mail is sent.
      details: {
        kind: change,
        version,
        at: changedAt,
        buyerId,
        ...(change === 'late-refunded' ? { amountCents } : {}),
      },
    });
  }

  /** The link that the seller has already, to the address that the escrow names when it is sent. */
  @OnEvent(sellerLinkRequested)
  async sendSellerLinkAgain(event: EventEnvelope<SellerLinkRequested>): Promise<void> {
    const { agreementId, escrowId, requestedAt } = event.data;
    await this.mails.once(event, 'send-seller-link-again', 'seller-link-again', {
      agreementId,
      subjectId: escrowId,
      details: { kind: 'link-again', at: requestedAt },
    });
  }
}
