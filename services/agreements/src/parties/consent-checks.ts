import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { compareSoundsAside, decodeSamples, type OtherSound, type SoundsCompared } from '#media';
import { AppError, addressKey, LOGGER, type Origin, type Principal } from '#platform';
import { AgreementEntity, type DeviceMatch, isClaim } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { LogRowEntity } from '../event-log/event-log.module.js';
import { mediaProblem, WorkLimit } from '../recordings/recordings.module.js';
import type { UploadedFile } from '../uploads/uploads.module.js';
import {
  type EarlierRecording,
  type KnownRecording,
  SoundPrints,
  type UnprintedRecording,
} from './sound-prints.js';

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
  const theirs = { agreementId, device: origin.device };
  const rows = await manager.find(LogRowEntity, {
    select: { address: true },
    where: [
      { ...theirs, type: 'recorded' },
      { ...theirs, actor: `user:${ownerId}` },
    ],
  });
  // The addresses of IPv6 change by the day within one network.
  const network = addressKey(origin.address);
  return rows.some(({ address }) => address !== null && addressKey(address) === network) ? 'alike' : null;
}

/** So much of a consent's speech may be in another recording of the agreement: passages across a joint are not found. */
const MOST_REPEATED = 0.4;
/** A word takes longer. */
const LEAST_SPEECH_SECONDS = 0.3;

/** Processor time for other agreements, in milliseconds. */
const EARLIER_MS = 1000;

/** Nothing of it could be looked for in any other recording: half a second copied from one could be all of it. */
const isTooShort = ({ others, earlier }: SoundsCompared): boolean => {
  const all = [...others, ...earlier];
  return all.length > 0 && all.every(({ repeated }) => repeated === null);
};

/** What there is to compare a consent with. */
interface KnownSounds {
  known: readonly KnownRecording[];
  earlier: readonly EarlierRecording[];
  unprinted: readonly UnprintedRecording[];
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
    private readonly prints: SoundPrints,
    config: AgreementsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limit = new WorkLimit(config.audioChecksAtOnce, config.audioChecksWaiting);
  }

  /**
   * Compares a checked consent with every recording that party A ever made for the agreement, and with what is known of
   * other agreements of the same owner or to the same address of party B. Nothing is written but what stored recordings
   * sound like, where that was not known.
   * @returns what the consent sounds like, to be kept with it
   * @throws AppError `consent_repeats_recording`, `consent_without_speech`, and `unavailable` when it cannot be said now:
   * a consent that nobody has compared, or that is too short to be, is refused
   */
  async assertOwn(agreementId: string, audio: UploadedFile): Promise<Buffer> {
    const known = await this.prints.ofAgreement(agreementId);
    const earlier = await this.prints.ofOthers(agreementId);
    const unprinted = await this.prints.unprintedOfOthers(agreementId);
    const refuse = (code: 'consent_repeats_recording' | 'consent_without_speech', detail: object) => {
      this.logger.warn({ agreementId, code, ...detail }, 'a consent was refused for its sound');
      return new AppError(code);
    };
    const same = [...known, ...earlier, ...unprinted].find(({ sha256 }) => sha256 === audio.sha256);
    if (same) throw refuse('consent_repeats_recording', { recordingId: same.id, isSameFile: true });

    const compared = await this.compared(audio, { known, earlier, unprinted });
    const { speechSeconds, others } = compared;
    for (const { id, print } of others) if (print) await this.prints.keepMade(id, print);
    if (speechSeconds < LEAST_SPEECH_SECONDS) throw refuse('consent_without_speech', { speechSeconds });
    const repeated = [...others, ...compared.earlier].find((one) => (one.repeated ?? 0) >= MOST_REPEATED);
    if (repeated)
      throw refuse('consent_repeats_recording', { recordingId: repeated.id, share: repeated.repeated });
    if (isTooShort(compared)) throw refuse('consent_without_speech', { speechSeconds, isTooShort: true });
    if (compared.earlier.length < earlier.length) {
      const looked = { earlier: earlier.length, looked: compared.earlier.length };
      this.logger.info({ agreementId, ...looked }, 'a consent was not compared with all earlier recordings');
    }
    return Buffer.from(compared.print);
  }

  /** Keeps what a consent sounds like, in the transaction that writes it. */
  keep(manager: EntityManager, recordingId: string, print: Buffer): Promise<void> {
    return this.prints.keep(manager, recordingId, print);
  }

  private async compared(audio: UploadedFile, sounds: KnownSounds): Promise<SoundsCompared> {
    try {
      return await this.limit.run(() => this.compare(audio, sounds));
    } catch (error) {
      throw mediaProblem(error, 'broken_recording', 'unsupported_media');
    }
  }

  private async compare(audio: UploadedFile, { known, earlier, unprinted }: KnownSounds) {
    // The upload's own folder, which is removed with it.
    const folder = join(dirname(audio.path), 'compared');
    await mkdir(folder, { recursive: true });
    const samplesPath = join(folder, 'consent.pcm');
    await decodeSamples(audio.path, samplesPath);
    const others: OtherSound[] = [];
    for (const { id, objectKey, print } of known) {
      const fetched = print ? null : await this.prints.fetchSamples(folder, { id, objectKey });
      others.push({ id, print, samplesPath: fetched });
    }
    for (const recording of unprinted) {
      const fetched = await this.fetchEarlier(folder, recording);
      if (!fetched) break;
      others.push({ id: recording.id, print: null, samplesPath: fetched });
    }
    const prints = earlier.map(({ id, print }) => ({ id, print }));
    return compareSoundsAside({ samplesPath, others, earlier: prints, earlierMs: EARLIER_MS });
  }

  /** What is wrong with another agreement's recording keeps nobody from this one. */
  private async fetchEarlier(folder: string, recording: UnprintedRecording): Promise<string | null> {
    try {
      return await this.prints.fetchSamples(folder, recording, { isEarlier: true });
    } catch (error) {
      this.logger.warn(
        { err: error, recordingId: recording.id },
        'a consent was not compared with a recording',
      );
      return null;
    }
  }
}
