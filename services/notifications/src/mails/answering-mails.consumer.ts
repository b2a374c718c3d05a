import { Controller } from '@nestjs/common';
import {
  type AgreementCancelled,
  agreementCancelled,
  type CodeIssued,
  type ConsentGiven,
  type ConsentObjected,
  codeIssued,
  consentGiven,
  consentObjected,
  type EventEnvelope,
  type InvitationExpired,
  type InvitationIssued,
  type InvitationKind,
  type InvitationOpened,
  invitationExpired,
  invitationIssued,
  invitationOpened,
  type LinkRequested,
  linkRequested,
} from '#contracts';
import { OnEvent } from '#messaging';
import type { MailTemplate } from './mail.row.js';
import { OwedMails } from './owed-mails.js';

/** A corrected address gets what a first invitation says. */
const INVITATIONS: Record<InvitationKind, MailTemplate> = {
  invitation: 'invitation',
  corrected: 'invitation',
  reminder: 'reminder',
  automatic: 'reminder',
};

/** Mails from the invitation of party B to the answer, or to its absence. */
@Controller()
export class AnsweringMailsConsumer {
  constructor(private readonly owed: OwedMails) {}

  @OnEvent(invitationIssued)
  async sendInvitation(event: EventEnvelope<InvitationIssued>): Promise<void> {
    const { agreementId, invitationId, kind } = event.data;
    const subject = { agreementId, subjectId: invitationId, details: { kind } };
    await this.owed.owe(event, 'send-invitation', INVITATIONS[kind], subject);
  }

  /** The link that opens when it is sent, to the address that it was issued for. */
  @OnEvent(linkRequested)
  async sendLinkAgain(event: EventEnvelope<LinkRequested>): Promise<void> {
    const { agreementId, requestId } = event.data;
    await this.owed.owe(event, 'send-link-again', 'link-again', { agreementId, subjectId: requestId });
  }

  @OnEvent(codeIssued)
  async sendCode(event: EventEnvelope<CodeIssued>): Promise<void> {
    const { agreementId, codeId } = event.data;
    await this.owed.owe(event, 'send-code', 'code', { agreementId, subjectId: codeId });
  }

  @OnEvent(invitationOpened)
  async sendOpened(event: EventEnvelope<InvitationOpened>): Promise<void> {
    const { agreementId, invitationId, isKeyed, openedAt } = event.data;
    const details = { kind: isKeyed ? 'keyed' : 'plain', at: openedAt };
    await this.owed.owe(event, 'send-opened', 'opened', { agreementId, subjectId: invitationId, details });
  }

  @OnEvent(invitationExpired)
  async sendLinkExpired(event: EventEnvelope<InvitationExpired>): Promise<void> {
    const { agreementId, invitationId } = event.data;
    await this.owed.owe(event, 'send-link-expired', 'link-expired', { agreementId, subjectId: invitationId });
  }

  @OnEvent(consentGiven)
  async sendConsented(event: EventEnvelope<ConsentGiven>): Promise<void> {
    const { agreementId, consentRecordingId, consentedAt } = event.data;
    const subject = { agreementId, subjectId: consentRecordingId, details: { at: consentedAt } };
    await this.owed.owe(event, 'send-consented', 'consented', subject);
  }

  /** Both parties and the support, at once. */
  @OnEvent(consentObjected)
  async sendObjected(event: EventEnvelope<ConsentObjected>): Promise<void> {
    const { agreementId, confirmationId, objectedAt } = event.data;
    const subject = { agreementId, subjectId: confirmationId, details: { at: objectedAt } };
    await this.owed.owe(event, 'send-objected', 'objected', subject);
  }

  @OnEvent(agreementCancelled)
  async sendCancelled(event: EventEnvelope<AgreementCancelled>): Promise<void> {
    const { agreementId, from, reason } = event.data;
    const template = reason === 'declined' ? 'declined' : 'cancelled';
    await this.owed.owe(event, 'send-cancelled', template, { agreementId, details: { from, reason } });
  }
}
