import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { consentGiven, recordingStored } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementLifecycle, notePartyBReached, wordingVersions } from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import {
  AudioCheck,
  type CheckedAudio,
  currentRecording,
  findCurrentRecording,
  isFromRecorder,
  RecordingEntity,
  spokenIn,
  startOf,
} from '../recordings/recordings.module.js';
import type { UploadedFile } from '../uploads/uploads.module.js';
import { ConsentEntity } from './consent.entity.js';
import { ConsentAudio, type KeyedVisit, matchDevice } from './consent-checks.js';
import { assertKeyed } from './invitation.state.js';
import type { ConsentBody, ConsentReceipt } from './invitation.view.js';
import { type LockedInvitation, PartyBService } from './party-b.service.js';
import { rememberLanguageOfAnswer } from './party-language.js';

/** A recording in the object store that no row knows yet. */
interface StoredRecording extends CheckedAudio {
  id: string;
  objectKey: string;
  bytes: number;
  sha256: string;
  /** What it sounds like. */
  print: Buffer;
}

/** Party B has ticked the four statements and spoken. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly partyB: PartyBService,
    private readonly lifecycle: AgreementLifecycle,
    private readonly audioCheck: AudioCheck,
    private readonly consentAudio: ConsentAudio,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Stores party B's recording and moves the agreement on. The same bytes again get the same answer; a refused consent
   * leaves no row and no object.
   * @throws AppError those of {@link PartyBService.read}, `consent_incomplete`, `wording_outdated`,
   * `link_required`, and those of {@link AudioCheck.check} and {@link ConsentAudio.assertOwn}
   */
  async give(
    agreementId: string,
    consent: ConsentBody,
    audio: UploadedFile,
    visit: KeyedVisit,
  ): Promise<ConsentReceipt> {
    assertComplete(consent);
    const earlier = await this.outbox.transaction(async (manager) => {
      const locked = await this.partyB.lock(manager, agreementId, visit.key);
      return {
        planType: locked.agreement.planType,
        receipt: await this.earlier(manager, locked, audio.sha256),
      };
    });
    if (earlier.receipt) return earlier.receipt;

    const checked = await this.audioCheck.check(audio, earlier.planType, {
      isFromRecorder: isFromRecorder(consent.spoken),
    });
    const print = await this.consentAudio.assertOwn(agreementId, audio);
    const id = uuidv7();
    const objectKey = `recordings/${id}/original.${checked.extension}`;
    const recording: StoredRecording = {
      ...checked,
      id,
      objectKey,
      bytes: audio.bytes,
      sha256: audio.sha256,
      print,
    };
    let mayBeWritten = false;
    try {
      await this.store.putFile(objectKey, audio.path, checked.mime);
      failpoint('agreements.consent.after-object');
      return await this.outbox.transaction(async (manager) => {
        mayBeWritten = false;
        const locked = await this.partyB.lock(manager, agreementId, visit.key);
        const earlier = await this.earlier(manager, locked, audio.sha256);
        if (earlier) return earlier;
        const receipt = await this.write(manager, locked, recording, consent, visit);
        mayBeWritten = true;
        return receipt;
      });
    } finally {
      failpoint('agreements.consent.after-commit');
      // Not written: somebody else answered in the meantime, or it was refused. A commit that the database was asked for
      // may come about after its answer is lost: `RemoveOrphans` looks a day later.
      if (!mayBeWritten) await this.store.delete(objectKey).catch(() => undefined);
    }
  }

  /** What was answered before to the same recording. @throws AppError when it cannot be answered (any more). */
  private async earlier(
    manager: EntityManager,
    { agreement, state, opening }: LockedInvitation,
    sha256: string,
  ): Promise<ConsentReceipt | null> {
    if (state === 'answered' && opening.via !== 'none') {
      const stored = await findCurrentRecording(manager, agreement.agreementId, 'b');
      if (stored?.sha256 === sha256) return receiptOf(stored, stored.createdAt);
    }
    await this.partyB.assertOpen(manager, { agreement, state, opening });
    assertKeyed(opening);
    return null;
  }

  private async write(
    manager: EntityManager,
    { agreement, opening }: LockedInvitation,
    recording: StoredRecording,
    consent: ConsentBody,
    visit: KeyedVisit,
  ): Promise<ConsentReceipt> {
    const { agreementId, ownerId } = agreement;
    const { origin } = visit;
    if (ownerId === null) throw new Error(`${agreementId} was paid and nobody owns it`);
    const { id, objectKey, mime, bytes, sha256, durationMs } = recording;
    const consentedAt = this.clock.now();
    assertKeyed(opening);
    const { via, codeId, invitationId } = opening;
    const deviceMatch = await matchDevice(manager, agreement, visit);
    const { id: recordingId } = await currentRecording(manager, agreementId, 'a');
    const row = { id, agreementId, party: 'b' as const, objectKey, mime, bytes, sha256, durationMs };
    const spoken = spokenIn(consent.spoken, consentedAt);
    const started = startOf(spoken);
    await manager.insert(RecordingEntity, { ...row, ...started.column, createdAt: consentedAt });
    await this.consentAudio.keep(manager, id, recording.print);
    await manager.insert(ConsentEntity, {
      ...{ agreementId, recordingId: id, invitationId, wordingVersion: consent.wordingVersion, consentedAt },
      ...{ via, codeId, address: origin.address, device: origin.device, deviceMatch },
    });
    await notePartyBReached(manager, agreement, consentedAt);
    await rememberLanguageOfAnswer(manager, agreement, { via: 'link', deviceMatch });
    await this.lifecycle.consent(manager, agreement, consentedAt);
    await this.log.append(manager, agreementId, {
      ...{ type: 'consented', actor: 'party-b', at: consentedAt },
      origin,
      detail: {
        ...consent.statements,
        wordingVersion: consent.wordingVersion,
        sha256,
        bytes,
        durationMs,
        isKeyed: true,
        via,
        ...(deviceMatch ? { deviceMatch } : {}),
        ...started.detail,
      },
    });
    await this.outbox.add(manager, recordingStored, {
      ...{ agreementId, recordingId: id, objectKey, sha256, bytes, mime, durationMs },
      ...{ party: 'b', ...spoken },
    });
    await this.outbox.add(manager, consentGiven, {
      ...{ agreementId, ownerId, recordingId },
      consentRecordingId: id,
      consentedAt: consentedAt.toISOString(),
    });
    failpoint('agreements.consent.before-commit');
    return receiptOf(row, consentedAt);
  }
}

function assertComplete({ wordingVersion: version, statements }: ConsentBody): void {
  if (!wordingVersions.includes(version)) throw new AppError('wording_outdated');
  const { isNamedPerson, agreesToRecording, agreesToElectronicRecords, hasHeardTerms } = statements;
  if (!(isNamedPerson && agreesToRecording && agreesToElectronicRecords && hasHeardTerms)) {
    throw new AppError('consent_incomplete');
  }
}

function receiptOf(
  { agreementId, sha256, durationMs }: Pick<RecordingEntity, 'agreementId' | 'sha256' | 'durationMs'>,
  consentedAt: Date,
): ConsentReceipt {
  return {
    agreementId,
    status: 'processing',
    sha256,
    durationSeconds: durationMs / 1000,
    consentedAt: consentedAt.toISOString(),
  };
}
