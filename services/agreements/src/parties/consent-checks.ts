import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { compareSoundsAside, decodeSamples, type OtherSound, type SoundsCompared } from '#media';
import { AppError, Clock, LOGGER, type Origin, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity, type DeviceMatch, isClaim } from '../agreements/agreements.module.js';
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

/** What is looked through of other agreements: so many recordings, the first ten minutes of each, for so long. */
const MOST_EARLIER = 40;
const EARLIER_PRINT_BYTES = (600 / 0.032) * 4;
const EARLIER_MS = 1000;

interface KnownRecording {
  id: string;
  objectKey: string;
  sha256: string;
  print: Buffer | null;
}

/** A recording of another agreement of the same people. */
interface EarlierRecording {
  id: string;
  sha256: string;
  print: Buffer;
}

/**
 * Whether somebody speaks in a consent, and whether it is a recording that was there before: whoever holds party B's link
 * could send back what party A has said, or what party B had said to another agreement.
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
   * Compares a checked consent with every recording that party A ever made for the agreement, and with what is known of
   * other agreements of the same owner or to the same address of party B. Nothing is written but what party A's sound
   * like, where that was not known.
   * @returns what the consent sounds like, to be kept with it
   * @throws AppError `consent_repeats_recording`, `consent_without_speech`, and `unavailable` when it cannot be said now:
   * a consent that nobody has compared is refused
   */
  async assertOwn(agreementId: string, audio: UploadedFile): Promise<Buffer> {
    const known = await this.ofAgreement(agreementId);
    const earlier = await this.ofOthers(agreementId);
    const refuse = (code: 'consent_repeats_recording' | 'consent_without_speech', detail: object) => {
      this.logger.warn({ agreementId, code, ...detail }, 'a consent was refused for its sound');
      return new AppError(code);
    };
    const same = [...known, ...earlier].find(({ sha256 }) => sha256 === audio.sha256);
    if (same) throw refuse('consent_repeats_recording', { recordingId: same.id, isSameFile: true });

    const compared = await this.compared(audio, known, earlier);
    const { speechSeconds, others } = compared;
    await this.keepPrints(others);
    if (speechSeconds < LEAST_SPEECH_SECONDS) throw refuse('consent_without_speech', { speechSeconds });
    const repeated = [...others, ...compared.earlier].find((one) => (one.repeated ?? 0) >= MOST_REPEATED);
    if (repeated)
      throw refuse('consent_repeats_recording', { recordingId: repeated.id, share: repeated.repeated });
    if (compared.earlier.length < earlier.length) {
      const looked = { earlier: earlier.length, looked: compared.earlier.length };
      this.logger.info({ agreementId, ...looked }, 'a consent was not compared with all earlier recordings');
    }
    return Buffer.from(compared.print);
  }

  /** Keeps what a consent sounds like, in the transaction that writes it. */
  async keep(manager: EntityManager, recordingId: string, print: Buffer): Promise<void> {
    await manager.insert(SoundPrintEntity, { recordingId, print, madeAt: this.clock.now() });
  }

  private ofAgreement(agreementId: string): Promise<KnownRecording[]> {
    return this.dataSource
      .createQueryBuilder(RecordingEntity, 'r')
      .leftJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id')
      .select('r.id', 'id')
      .addSelect('r.objectKey', 'objectKey')
      .addSelect('r.sha256', 'sha256')
      .addSelect('p.print', 'print')
      .where({ agreementId, party: 'a', deletedAt: IsNull() })
      .orderBy('r.createdAt', 'DESC')
      .getRawMany<KnownRecording>();
  }

  /** What is known of the sound of other agreements: answers first, which are short, and the newest of them. */
  private async ofOthers(agreementId: string): Promise<EarlierRecording[]> {
    const { manager } = this.dataSource;
    const { ownerId, partyBEmail } = await manager.findOneByOrFail(AgreementEntity, { agreementId });
    return manager
      .createQueryBuilder(AgreementEntity, 'a')
      .innerJoin(RecordingEntity, 'r', 'r.agreementId = a.agreementId')
      .innerJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id')
      .select('r.id', 'id')
      .addSelect('r.sha256', 'sha256')
      .addSelect(`substring(p.print from 1 for ${EARLIER_PRINT_BYTES})`, 'print')
      .where([
        ...(ownerId === null ? [] : [{ ownerId, agreementId: Not(agreementId) }]),
        { partyBEmail, agreementId: Not(agreementId) },
      ])
      .orderBy('r.party', 'DESC')
      .addOrderBy('r.createdAt', 'DESC')
      .limit(MOST_EARLIER)
      .getRawMany<EarlierRecording>();
  }

  private async compared(
    audio: UploadedFile,
    known: readonly KnownRecording[],
    earlier: readonly EarlierRecording[],
  ): Promise<SoundsCompared> {
    try {
      return await this.limit.run(() => this.compare(audio, known, earlier));
    } catch (error) {
      throw mediaProblem(error, 'broken_recording', 'unsupported_media');
    }
  }

  private async compare(
    audio: UploadedFile,
    known: readonly KnownRecording[],
    earlier: readonly EarlierRecording[],
  ) {
    // The upload's own folder, which is removed with it.
    const folder = join(dirname(audio.path), 'compared');
    await mkdir(folder, { recursive: true });
    const samplesPath = join(folder, 'consent.pcm');
    await decodeSamples(audio.path, samplesPath);
    const others: OtherSound[] = [];
    for (const { id, objectKey, print } of known) {
      others.push({ id, print, samplesPath: print ? null : await this.fetchSamples(folder, id, objectKey) });
    }
    const prints = earlier.map(({ id, print }) => ({ id, print }));
    return compareSoundsAside({ samplesPath, others, earlier: prints, earlierMs: EARLIER_MS });
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
