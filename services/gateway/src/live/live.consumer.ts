import { Controller } from '@nestjs/common';
import {
  type AgreementCancelled,
  type AgreementCompleted,
  type AgreementPaid,
  type AgreementSealed,
  agreementCancelled,
  agreementCompleted,
  agreementPaid,
  agreementSealed,
  type ConsentConfirmed,
  type ConsentGiven,
  type ConsentObjected,
  consentConfirmed,
  consentGiven,
  consentObjected,
  type EventEnvelope,
  type InvitationIssued,
  type InvitationOpened,
  invitationIssued,
  invitationOpened,
  type LiveAgreement,
  type SessionsEnded,
  sessionsEnded,
  type TranscriptCompleted,
  type TranscriptFailed,
  type TranscriptProgressed,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { LiveGateway } from './live.gateway.js';

interface OwnedAgreement {
  agreementId: string;
  ownerId: number | null;
}

/** Passes events on to the browsers that follow an agreement. Delivered twice is shown twice, which changes nothing. */
@Controller()
export class LiveConsumer {
  constructor(private readonly live: LiveGateway) {}

  @OnEvent(agreementPaid)
  async showPaid(event: EventEnvelope<AgreementPaid>): Promise<void> {
    this.tell(event, { status: event.data.status });
  }

  @OnEvent(consentGiven)
  async showConsent(event: EventEnvelope<ConsentGiven>): Promise<void> {
    this.tell(event, { status: 'processing' });
  }

  @OnEvent(consentConfirmed)
  async showConfirmed(event: EventEnvelope<ConsentConfirmed>): Promise<void> {
    this.tell(event, {});
  }

  @OnEvent(consentObjected)
  async showObjected(event: EventEnvelope<ConsentObjected>): Promise<void> {
    this.tell(event, {});
  }

  /** The evidence packet can be had from now on. */
  @OnEvent(agreementSealed)
  async showSealed(event: EventEnvelope<AgreementSealed>): Promise<void> {
    this.tell(event, {});
  }

  @OnEvent(agreementCancelled)
  async showCancelled(event: EventEnvelope<AgreementCancelled>): Promise<void> {
    this.tell(event, { status: 'cancelled' });
  }

  /** A new link takes the place of the one before. */
  @OnEvent(invitationIssued)
  async shutOldLinks(event: EventEnvelope<InvitationIssued>): Promise<void> {
    this.live.shutLinks(event.data.agreementId);
  }

  @OnEvent(invitationOpened)
  async showOpened(event: EventEnvelope<InvitationOpened>): Promise<void> {
    this.tell(event, { status: 'awaiting_party' });
  }

  @OnEvent(transcriptProgressed)
  async showProgress(event: EventEnvelope<TranscriptProgressed>): Promise<void> {
    this.tell(event, {
      stage: event.data.stage,
      percent: event.data.percent,
      segmentCount: event.data.segmentCount ?? null,
    });
  }

  /** For those who look at it before they have paid, this is the end; for the others the sealing follows. */
  @OnEvent(transcriptCompleted)
  async showTranscript(event: EventEnvelope<TranscriptCompleted>): Promise<void> {
    this.tell(event, { stage: 'done', percent: 100, segmentCount: event.data.segmentCount });
  }

  @OnEvent(transcriptFailed)
  async showFailure(event: EventEnvelope<TranscriptFailed>): Promise<void> {
    this.tell(event, { stage: 'failed' });
  }

  @OnEvent(agreementCompleted)
  async showCompleted(event: EventEnvelope<AgreementCompleted>): Promise<void> {
    this.tell(event, { status: 'completed', stage: 'done', percent: 100 });
  }

  /** Every gateway refuses them at once. Told twice, they stay ended. */
  @OnEvent(sessionsEnded)
  async endSessions(event: EventEnvelope<SessionsEnded>): Promise<void> {
    this.live.endSessions(event.data.sessionIds);
  }

  private tell(event: EventEnvelope<OwnedAgreement>, change: Partial<LiveAgreement>): void {
    const { agreementId, ownerId } = event.data;
    this.live.tell(ownerId, {
      agreementId,
      status: null,
      stage: null,
      percent: null,
      segmentCount: null,
      at: event.occurredAt,
      ...change,
    });
  }
}
