import { randomUUID } from 'node:crypto';
import {
  agreementPaid,
  consentGiven,
  contentDeleted,
  createEnvelope,
  type EventDefinition,
  humanTranscriptPaid,
  type LineTurn,
  paymentRefunded,
  type RefundReason,
  recordingStored,
  transcriptRequested,
} from '#contracts';
import type { Publisher } from '#messaging';
import type { Principal } from '#platform';
import type { AgreementsApi } from './agreements-api.js';

export const anna: Principal = { kind: 'user', id: 41, sessionId: 'anna' };

export interface RecordingFacts {
  agreementId: string;
  recordingId: string;
  objectKey: string;
  /** Of what lies there; of nothing when it is not named. */
  sha256?: string;
  party?: 'a' | 'b';
  language?: string;
  turns?: LineTurn[];
  startedAt?: string;
  /** Now when it is not named. */
  storedAt?: Date;
}

/** Tells what the agreements service would tell. */
export class AgreementEvents {
  constructor(
    readonly agreements: AgreementsApi,
    protected readonly publisher: Publisher,
  ) {}

  /** Tells that the recording is stored; the same event `times` times, as all that is told here. */
  async tellStored({ storedAt, ...facts }: RecordingFacts, times = 1): Promise<void> {
    await this.tell(
      recordingStored,
      { sha256: '0'.repeat(64), ...facts, bytes: 4096, mime: 'audio/webm', durationMs: 1000 },
      times,
      storedAt,
    );
  }

  async tellPaid(
    { agreementId, recordingId }: RecordingFacts,
    times = 1,
    status: 'processing' | 'awaiting_party' = 'processing',
  ): Promise<void> {
    this.list(agreementId);
    const paidAt = new Date().toISOString();
    await this.tell(agreementPaid, { agreementId, recordingId, ownerId: anna.id, status, paidAt }, times);
  }

  /** Tells that Anna has paid for a person's transcript; answers the payment. */
  async tellHumanTranscriptPaid(
    agreementId: string,
    paidAt: Date,
    times = 1,
    paymentId: string = randomUUID(),
  ): Promise<string> {
    await this.tell(
      humanTranscriptPaid,
      {
        ...{ paymentId, agreementId, userId: anna.id, amountCents: 200, currency: 'usd' as const },
        ...{ receiptNumber: 'SSC-2026-000043', paidAt: paidAt.toISOString() },
      },
      times,
    );
    return paymentId;
  }

  /** All of the payment went back. */
  async tellRefunded(
    agreementId: string,
    paymentId: string,
    {
      purpose = 'manual_transcription' as 'manual_transcription' | 'contract',
      reason = 'by-admin' as RefundReason,
      times = 1,
    } = {},
  ): Promise<void> {
    const refund = { paymentId, agreementId, userId: anna.id, purpose, amountCents: 200, reason } as const;
    const refundedAt = new Date().toISOString();
    await this.tell(paymentRefunded, { ...refund, currency: 'usd', refundedAt }, times);
  }

  async tellConsent(
    { agreementId, recordingId }: RecordingFacts,
    b: RecordingFacts,
    times = 1,
  ): Promise<void> {
    this.list(agreementId);
    const consentedAt = new Date().toISOString();
    const consentRecordingId = b.recordingId;
    await this.tell(
      consentGiven,
      { agreementId, ownerId: anna.id, recordingId, consentRecordingId, consentedAt },
      times,
    );
  }

  /** @returns the id of the event */
  async tellRequested({ agreementId, recordingId }: RecordingFacts, times = 1): Promise<string> {
    return this.tell(transcriptRequested, { agreementId, ownerId: anna.id, recordingId }, times);
  }

  async tellDeleted({ agreementId }: RecordingFacts, times = 1): Promise<void> {
    const deletedAt = new Date().toISOString();
    await this.tell(
      contentDeleted,
      { agreementId, ownerId: anna.id, reason: 'access-ended', deletedAt },
      times,
    );
  }

  private list(agreementId: string): void {
    const { agreements } = this.agreements;
    agreements.set(agreementId, {
      ...agreements.get(agreementId),
      ...{ ownerId: anna.id, status: 'processing' },
    });
  }

  private async tell<Data extends object>(
    definition: EventDefinition<Data>,
    data: Data,
    times: number,
    at = new Date(),
  ): Promise<string> {
    const context = { correlationId: randomUUID(), causationId: null };
    const event = { ...createEnvelope(definition, data, context), occurredAt: at.toISOString() };
    for (let time = 0; time < times; time += 1) await this.publisher.publish(event);
    return event.id;
  }
}
