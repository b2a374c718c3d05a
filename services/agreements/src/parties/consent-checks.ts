import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { compareSoundsAside, decodeSamples, type OtherSound, type SoundsCompared } from '#media';
import { AppError, Clock, LOGGER, type Origin, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { type AgreementEntity, type DeviceMatch, isClaim } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { LogRowEntity } from '../event-log/event-log.module.js';
import {
  mediaProblem,
  RecordingEntity,
  SoundPrintEntity,
  WorkLimit,
} from '../recordings/recordings.module.js';
import type { UploadedFile } from '../uploads/uploads.module.js';

/** What the browser of party B brought along. */
export interface Visit {
  origin: Origin;
  caller: Principal;
  /** The claim of this agreement among its cookies. */
  claim: string | null;
}

/** The same with the key that party B has, or without one. */
export interface KeyedVisit extends Visit {
  key: string | null;
}

/** Null where nothing says that it is party A's device; that is no sign of another one. */
export async function matchDevice(
  manager: EntityManager,
  { agreementId, ownerId, claimHash }: Pick<AgreementEntity, 'agreementId' | 'ownerId' | 'claimHash'>,
  { origin, caller, claim }: Visit,
): Promise<DeviceMatch | null> {
  const isOwner = caller.kind === 'user' && caller.id === ownerId;
  if (isOwner || (claim !== null && isClaim(claimHash, claim))) return 'same';
  if (origin.address === null || origin.device === null) return null;
  const theirs = { agreementId, address: origin.address, device: origin.device };
  const isAlike = await manager.existsBy(LogRowEntity, [
    { ...theirs, type: 'recorded' },
    { ...theirs, actor: `user:${ownerId}` },
  ]);
  return isAlike ? 'alike' : null;
}

/** So much of a consent's speech may be in another recording of the agreement: passages across a joint are not found. */
const MOST_REPEATED = 0.4;
/** A word takes longer. */
const LEAST_SPEECH_SECONDS = 0.3;

interface KnownRecording {
  id: string;
  objectKey: string;
  sha256: string;
  print: Buffer | null;
}

/**
 * Whether somebody speaks in a consent, and whether it is another recording of the agreement: whoever holds party B's
 * link could send back what party A has said.
 */
@Injectable()
export class ConsentAudio {
  /** Apart from the checks of what arrives: nobody who saves a recording waits for them. */
  private readonly limit: WorkLimit;

  constructor(
    private readonly dataSource: DataSource,
    config: AgreementsConfig,
    private readonly clock: Clock,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limit = new WorkLimit(config.audioChecksAtOnce, config.audioChecksWaiting);
  }

  /**
   * Compares a checked consent with every recording that party A ever made for the agreement. Nothing is written but what those sound
   * like, where that was not known.
   * @throws AppError `consent_repeats_recording`, `consent_without_speech`, and `unavailable` when it cannot be said now:
   * a consent that nobody has compared is refused
   */
  async assertOwn(agreementId: string, audio: UploadedFile): Promise<void> {
    const known = await this.dataSource
      .createQueryBuilder(RecordingEntity, 'r')
      .leftJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id')
      .select('r.id', 'id')
      .addSelect('r.objectKey', 'objectKey')
      .addSelect('r.sha256', 'sha256')
      .addSelect('p.print', 'print')
      .where({ agreementId, party: 'a', deletedAt: IsNull() })
      .orderBy('r.createdAt', 'DESC')
      .getRawMany<KnownRecording>();
    const refuse = (code: 'consent_repeats_recording' | 'consent_without_speech', detail: object) => {
      this.logger.warn({ agreementId, code, ...detail }, 'a consent was refused for its sound');
      return new AppError(code);
    };
    const same = known.find(({ sha256 }) => sha256 === audio.sha256);
    if (same) throw refuse('consent_repeats_recording', { recordingId: same.id, isSameFile: true });

    const { speechSeconds, others } = await this.compared(audio, known);
    await this.keepPrints(others);
    if (speechSeconds < LEAST_SPEECH_SECONDS) throw refuse('consent_without_speech', { speechSeconds });
    const repeated = others.find((other) => (other.repeated ?? 0) >= MOST_REPEATED);
    if (repeated)
      throw refuse('consent_repeats_recording', { recordingId: repeated.id, share: repeated.repeated });
  }

  private async compared(audio: UploadedFile, known: readonly KnownRecording[]): Promise<SoundsCompared> {
    try {
      return await this.limit.run(() => this.compare(audio, known));
    } catch (error) {
      throw mediaProblem(error, 'broken_recording', 'unsupported_media');
    }
  }

  private async compare(audio: UploadedFile, known: readonly KnownRecording[]) {
    // The upload's own folder, which is removed with it.
    const folder = join(dirname(audio.path), 'compared');
    await mkdir(folder, { recursive: true });
    const samplesPath = join(folder, 'consent.pcm');
    await decodeSamples(audio.path, samplesPath);
    const others: OtherSound[] = [];
    for (const { id, objectKey, print } of known) {
      others.push({ id, print, samplesPath: print ? null : await this.fetchSamples(folder, id, objectKey) });
    }
    return compareSoundsAside({ samplesPath, others });
  }

  private async fetchSamples(folder: string, id: string, objectKey: string): Promise<string> {
    const path = join(folder, id);
    await this.store.getFile(objectKey, path);
    await decodeSamples(path, `${path}.pcm`);
    return `${path}.pcm`;
  }

  private async keepPrints(others: readonly { id: string; print: Uint8Array | null }[]): Promise<void> {
    for (const { id, print } of others) {
      if (!print) continue;
      await this.dataSource
        .createQueryBuilder()
        .insert()
        .into(SoundPrintEntity, ['recordingId', 'print', 'madeAt'])
        // Of one that was deleted meanwhile, nothing is kept.
        .valuesFromSelect((kept) =>
          kept
            .select('r.id')
            .addSelect(':print')
            .addSelect(':madeAt')
            .from(RecordingEntity, 'r')
            .where({ id, deletedAt: IsNull() })
            .setParameters({ print: Buffer.from(print), madeAt: this.clock.now() }),
        )
        .orIgnore()
        .execute();
    }
  }
}
