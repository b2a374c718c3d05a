import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { newAgreementId, recordingStored, unpaidDays } from '#contracts';
import { preparePhoto, sniffFile } from '#media';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  callerLanguage,
  DAY_MS,
  failpoint,
  MailLimits,
  type Origin,
  type Principal,
} from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import {
  AgreementEntity,
  accountOf,
  hashClaim,
  newClaimToken,
  type SavedAgreement,
  scheduleUnpaidEnd,
} from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import {
  AudioCheck,
  isFromRecorder,
  mediaProblem,
  possibleTime,
  RecordingEntity,
  spokenIn,
  startOf,
} from '../recordings/recordings.module.js';
import { type AgreementData, parseCents } from './agreement-form.js';
import { type Sender, UnpaidQuota } from './unpaid-quota.js';
import type { UploadedFile } from './upload-reader.js';

interface SaveOptions {
  origin: Origin;
  caller: Principal;
  /** Its bytes were counted as they came, in chunks. */
  isCounted?: boolean;
  /** The creator's secret; a new one without it. */
  claimToken?: string;
  /** The account that has it from the start; null for nobody's before it is claimed. */
  ownerId: number | null;
  /** Called before it is decoded: throws where it was saved meanwhile. */
  assertWanted?: () => Promise<void>;
  /** Also written in the transaction that saves the agreement. */
  alongside?: (manager: EntityManager, agreementId: string) => Promise<void>;
}

@Injectable()
export class UploadsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly audioCheck: AudioCheck,
    private readonly quota: UnpaidQuota,
    private readonly mailLimits: MailLimits,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Saves a recording with its agreement: checked by decoding, stored, then written to the database together with the
   * event. What is an account's from the start is opened by no claim token. A refused upload leaves no row and no object.
   * @throws AppError `unsupported_photo`, `broken_photo`, `too_many_requests`, and those of {@link AudioCheck.check}
   */
  async save(
    data: AgreementData,
    audio: UploadedFile,
    photo: UploadedFile | null,
    options: SaveOptions,
  ): Promise<SavedAgreement> {
    if (data.partyAEmail === data.partyBEmail) {
      const message = 'Both parties need an email address of their own.';
      throw new AppError('invalid_input', { message, errors: [{ field: 'partyBEmail', message }] });
    }
    const isVisitors = options.caller.kind === 'visitor';
    const { assertWanted } = options;
    const checked = await this.audioCheck.check(audio, data.planType, {
      ...{ isVisitors, assertWanted },
      isFromRecorder: isFromRecorder(data.spoken),
    });
    const { origin, caller, ownerId, claimToken = newClaimToken(), isCounted = false, alongside } = options;
    const sender: Sender = { caller, address: origin.address };
    const bytes = (isCounted ? 0 : audio.bytes) + (photo?.bytes ?? 0);
    const sent = { bytes, durationMs: checked.durationMs };
    await this.quota.assertLeft(sender, sent);
    const cleanPhoto = photo ? await this.cleanPhoto(photo) : null;

    const recordingId = uuidv7();
    const agreementId = newAgreementId();
    const isQuiet = await this.hasMailedEnough(sender, data.partyAEmail);
    const objectKey = `recordings/${recordingId}/original.${checked.extension}`;
    const photoKey = cleanPhoto ? `photos/${recordingId}/photo.jpg` : null;
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + unpaidDays * DAY_MS);
    const noticeGivenAt = possibleTime(data.noticeGivenAt, createdAt);
    const spoken = spokenIn(data.spoken, createdAt);
    const started = startOf(spoken);
    let mayBeWritten = false;
    try {
      await this.store.putFile(objectKey, audio.path, checked.mime);
      if (cleanPhoto && photoKey) await this.store.putFile(photoKey, cleanPhoto.path, 'image/jpeg');
      failpoint('agreements.upload.after-object');
      await this.outbox.transaction(async (manager) => {
        mayBeWritten = false;
        await this.quota.count(manager, sender, sent);
        await manager.insert(AgreementEntity, {
          agreementId,
          claimHash: hashClaim(claimToken),
          ...(ownerId === null ? {} : { ownerId, claimedAt: createdAt }),
          partyAName: data.partyAName,
          partyAEmail: data.partyAEmail,
          partyBName: data.partyBName,
          partyBEmail: data.partyBEmail,
          partyALanguage: callerLanguage() ?? 'en',
          planType: data.planType,
          kind: data.kind ?? null,
          title: data.title || null,
          amountCents: data.agreementAmount === undefined ? null : parseCents(data.agreementAmount),
          isRemote: data.isRemoteContract ?? false,
          escrowHoldPeriod: data.escrowHoldPeriod ?? '24hrs',
          backupTranscript: data.backupTranscript ?? null,
          photoKey,
          photoSha256: cleanPhoto?.sha256 ?? null,
          createdAt,
          expiresAt,
        });
        await manager.insert(RecordingEntity, {
          id: recordingId,
          agreementId,
          party: 'a',
          objectKey,
          mime: checked.mime,
          bytes: audio.bytes,
          sha256: audio.sha256,
          durationMs: checked.durationMs,
          ...started.column,
          createdAt,
        });
        await scheduleUnpaidEnd(manager, agreementId, expiresAt, createdAt);
        await this.log.append(manager, agreementId, {
          type: 'recorded',
          actor: ownerId === null ? 'visitor' : `user:${ownerId}`,
          origin,
          detail: {
            sha256: audio.sha256,
            bytes: audio.bytes,
            durationMs: checked.durationMs,
            photoSha256: cleanPhoto?.sha256 ?? null,
            ...(noticeGivenAt === undefined ? {} : { noticeGivenAt }),
            ...started.detail,
          },
        });
        await this.outbox.add(manager, recordingStored, {
          agreementId,
          recordingId,
          objectKey,
          sha256: audio.sha256,
          bytes: audio.bytes,
          mime: checked.mime,
          durationMs: checked.durationMs,
          lane: this.quota.laneOf(sender),
          ...(isQuiet ? { isQuiet } : {}),
          ...spoken,
        });
        await alongside?.(manager, agreementId);
        failpoint('agreements.upload.before-commit');
        mayBeWritten = true;
      });
      failpoint('agreements.upload.after-commit');
    } catch (error) {
      // A commit that the database was asked for may come about after its answer is lost: `RemoveOrphans` looks a day later.
      if (!mayBeWritten) {
        await this.store.delete(objectKey).catch(() => undefined);
        if (photoKey) await this.store.delete(photoKey).catch(() => undefined);
      }
      throw error;
    }
    return {
      agreementId,
      claimToken,
      status: 'pending',
      sha256: audio.sha256,
      bytes: audio.bytes,
      durationSeconds: checked.durationMs / 1000,
      createdAt: createdAt.toISOString(),
    };
  }

  /** A recording is never lost for it: then party A is not mailed. */
  private async hasMailedEnough({ caller, address }: Sender, recipient: string): Promise<boolean> {
    try {
      await this.mailLimits.takeStranger('saved', { accountId: accountOf(caller), address }, recipient);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return true;
      throw error;
    }
  }

  private async cleanPhoto(photo: UploadedFile): Promise<{ path: string; sha256: string }> {
    const sniffed = await sniffFile(photo.path);
    // The image library cannot decode HEIC here; browsers hand over a JPEG when the page asks for one.
    if (sniffed?.kind !== 'image' || sniffed.extension === 'heic') throw new AppError('unsupported_photo');
    try {
      return await preparePhoto(photo.path, join(photo.path, '..', 'photo-clean.jpg'));
    } catch (error) {
      throw mediaProblem(error, 'broken_photo', 'unsupported_photo');
    }
  }
}
