import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { DerivedObject, RecordingPrepared, RecordingPreviewed } from '#contracts';
import { AppError, Clock } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { RecordingCopies } from '../seals/seals.module.js';
import type { Party } from '../signed-links.js';
import type { MediaFile } from './media.js';
import { findCurrentRecording, RecordingEntity } from './recording.entity.js';

/** How long a call waits for a copy that is being made. */
const MADE_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 250;

export type AudioFormat = 'mp3' | 'webm' | 'original';

/** What decides whether an agreement's media can still be had. */
interface MediaOwner {
  agreementId: string;
  contentDeletedAt: Date | null;
  photoKey: string | null;
}

/** The files of an agreement that people hear and see. Who may have them is decided before. */
@Injectable()
export class RecordingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly copies: RecordingCopies,
    @Inject(OBJECT_STORE) readonly store: ObjectStore,
  ) {}

  /**
   * The full recording of a party, of an agreement whose access is not over.
   * @throws AppError `not_ready`
   */
  async audio(
    agreementId: string,
    { format, party }: { format: AudioFormat; party: Party },
  ): Promise<MediaFile> {
    const recording = await this.recording(agreementId, party);
    const name = `agreement_${agreementId}_recording${party === 'b' ? '_party_b' : ''}`;
    if (format === 'original') {
      const extension = recording.objectKey.split('.').at(-1) ?? 'bin';
      return { key: recording.objectKey, mime: recording.mime, fileName: `${name}.${extension}` };
    }
    return derived(await this.made(recording, format), `${name}.${format}`);
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

  /** The first five seconds of party A's recording. @throws AppError `recording_expired`, `not_ready` */
  async preview({ agreementId, contentDeletedAt }: MediaOwner): Promise<MediaFile> {
    if (contentDeletedAt !== null) throw new AppError('recording_expired');
    const { preview } = await this.recording(agreementId, 'a');
    return derived(preview, `agreement_${agreementId}_preview.mp3`);
  }

  /** What is made before the payment exists now. */
  async previewed(manager: EntityManager, event: RecordingPreviewed): Promise<void> {
    const { recordingId: id, preview, outline = null } = event;
    await this.attach(manager, id, { preview, outline });
  }

  /** The copies of a paid recording exist now. */
  async prepared(manager: EntityManager, event: RecordingPrepared): Promise<void> {
    const { mp3, webm, preview, outline = null } = event;
    const preparedAt = this.clock.now();
    await this.attach(manager, event.recordingId, { mp3, webm, preview, outline, preparedAt });
  }

  private async attach(
    manager: EntityManager,
    id: string,
    made: Partial<Pick<RecordingEntity, 'mp3' | 'webm' | 'preview' | 'outline' | 'preparedAt'>>,
  ): Promise<void> {
    // The event may have waited while the recording was deleted: what was made of it goes with it.
    const { affected } = await manager.update(RecordingEntity, { id, deletedAt: IsNull() }, made);
    if (affected === 0) return;
    await this.copies.note(manager, await manager.findOneByOrFail(RecordingEntity, { id }));
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
}: Pick<MediaOwner, 'agreementId' | 'photoKey' | 'contentDeletedAt'>): MediaFile {
  if (contentDeletedAt !== null) throw new AppError('recording_expired');
  if (photoKey === null) throw new AppError('not_found');
  return { key: photoKey, mime: 'image/jpeg', fileName: `agreement_${agreementId}_photo.jpg` };
}

function derived(object: DerivedObject | null, fileName: string): MediaFile {
  if (!object) throw new AppError('not_ready', { retryAfterSeconds: 2 });
  return { key: object.key, mime: object.mime, fileName };
}
