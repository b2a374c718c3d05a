import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { DerivedObject, RecordingPrepared, RecordingPreviewed } from '#contracts';
import { AppError, Clock, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { findRow } from '../agreements/agreement.queries.js';
import { AgreementsService } from '../agreements/agreements.service.js';
import { AgreementsConfig } from '../config.js';
import { RecordingCopies } from '../seals/recording-copies.js';
import { type Party, partyOfKey } from './audio-link.js';
import { findCurrentRecording, RecordingEntity } from './recording.entity.js';

/** How long a call waits for a copy that is being made. */
const MADE_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 250;

export type AudioFormat = 'mp3' | 'webm' | 'original';

/** What to send: where it lies, what it is and what it is called. */
export interface MediaFile {
  key: string;
  mime: string;
  fileName: string;
}

@Injectable()
export class RecordingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsService,
    private readonly config: AgreementsConfig,
    private readonly clock: Clock,
    private readonly copies: RecordingCopies,
    @Inject(OBJECT_STORE) readonly store: ObjectStore,
  ) {}

  /**
   * The full recording of a party: for the owner once paid, or for whoever holds a mailed key.
   * @throws AppError `agreement_not_found`, `payment_required`, `recording_expired`, `not_ready`
   */
  async audio(
    agreementId: string,
    what: { format: AudioFormat; party: Party },
    caller: Principal,
    access: { claim: string | null; key: string | null },
  ): Promise<MediaFile> {
    const holdsKey = access.key !== null && this.opens(access.key, agreementId, what);
    const agreement = holdsKey
      ? await findRow(this.dataSource, agreementId)
      : await this.agreements.read(agreementId, caller, access.claim);
    if (!agreement) throw new AppError('agreement_not_found');
    if (agreement.paidAt === null) throw new AppError('payment_required');
    const isOver = agreement.contentDeletedAt !== null || agreement.expiresAt <= this.clock.now();
    if (isOver) throw new AppError('recording_expired');
    const recording = await this.recording(agreementId, what.party);
    const name = `agreement_${agreementId}_recording${what.party === 'b' ? '_party_b' : ''}`;
    if (what.format === 'original') {
      const extension = recording.objectKey.split('.').at(-1) ?? 'bin';
      return { key: recording.objectKey, mime: recording.mime, fileName: `${name}.${extension}` };
    }
    return derived(await this.made(recording, what.format), `${name}.${what.format}`);
  }

  /** A mailed key opens what its link plays, as made to be heard: not the file that somebody recorded, nor party B's. */
  private opens(key: string, agreementId: string, what: { format: AudioFormat; party: Party }): boolean {
    const isLinked = what.party === 'a' && what.format !== 'original';
    return isLinked && partyOfKey(this.config.linkSecret, agreementId, key) !== null;
  }

  /** Party A's recording for party B, who was found to be invited. */
  async invited(agreementId: string): Promise<MediaFile> {
    const mp3 = await this.made(await this.recording(agreementId, 'a'), 'mp3');
    return derived(mp3, `agreement_${agreementId}_recording.mp3`);
  }

  /** Loudness of party A's recording over time, 0..1; nothing before it is prepared. */
  async outline(agreementId: string): Promise<number[]> {
    return (await this.recording(agreementId, 'a')).outline ?? [];
  }

  /** The same for the owner or the browser that recorded it. @throws AppError `recording_expired` */
  async ownOutline(agreementId: string, caller: Principal, claim: string | null): Promise<number[]> {
    const { contentDeletedAt } = await this.agreements.read(agreementId, caller, claim);
    if (contentDeletedAt !== null) throw new AppError('recording_expired');
    return this.outline(agreementId);
  }

  /** The real 5-second cut, for the owner or the browser that recorded it. */
  async preview(agreementId: string, caller: Principal, claim: string | null): Promise<MediaFile> {
    const { contentDeletedAt } = await this.agreements.read(agreementId, caller, claim);
    if (contentDeletedAt !== null) throw new AppError('recording_expired');
    const { preview } = await this.recording(agreementId, 'a');
    return derived(preview, `agreement_${agreementId}_preview.mp3`);
  }

  async photo(agreementId: string, caller: Principal, claim: string | null): Promise<MediaFile> {
    return photoOf(await this.agreements.read(agreementId, caller, claim));
  }

  /** What is made before the payment exists now. */
  async previewed(manager: EntityManager, event: RecordingPreviewed): Promise<void> {
    const { recordingId: id, preview, outline = null } = event;
    await manager.update(RecordingEntity, { id }, { preview, outline });
    await this.copies.note(manager, id);
  }

  /** The copies of a paid recording exist now. */
  async prepared(manager: EntityManager, event: RecordingPrepared): Promise<void> {
    const { mp3, webm, preview, outline = null } = event;
    await manager.update(
      RecordingEntity,
      { id: event.recordingId },
      { mp3, webm, preview, outline, preparedAt: this.clock.now() },
    );
    await this.copies.note(manager, event.recordingId);
  }

  /** Copies are made when a contract is paid, within seconds: whoever listens at once waits for them a little. */
  private async made(recording: RecordingEntity, format: 'mp3' | 'webm'): Promise<DerivedObject | null> {
    let found = recording[format];
    for (let waited = 0; found === null && waited < MADE_WITHIN_MS; waited += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS);
      const { manager } = this.dataSource;
      found = (await manager.findOneByOrFail(RecordingEntity, { id: recording.id }))[format];
    }
    return found;
  }

  private async recording(agreementId: string, party: Party): Promise<RecordingEntity> {
    const recording = await findCurrentRecording(this.dataSource.manager, agreementId, party);
    if (!recording) throw new AppError('not_found');
    return recording;
  }
}

/** The photo beside the terms. @throws AppError `not_found`, `recording_expired` */
export function photoOf({
  agreementId,
  photoKey,
  contentDeletedAt,
}: {
  agreementId: string;
  photoKey: string | null;
  contentDeletedAt: Date | null;
}): MediaFile {
  if (contentDeletedAt !== null) throw new AppError('recording_expired');
  if (photoKey === null) throw new AppError('not_found');
  return { key: photoKey, mime: 'image/jpeg', fileName: `agreement_${agreementId}_photo.jpg` };
}

function derived(object: DerivedObject | null, fileName: string): MediaFile {
  if (!object) throw new AppError('not_ready', { retryAfterSeconds: 2 });
  return { key: object.key, mime: object.mime, fileName };
}
