import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type AgreementPaid,
  type RecordingStored,
  type TranscriptStage,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { prepareRecording } from '../recordings/prepare-recording.definition.js';
import { RecordingEntity } from '../recordings/recording.entity.js';
import type { Transcript } from '../speech/speech-engine.js';
import { transcribeRecording } from './transcribe-recording.definition.js';
import { TranscriptEntity } from './transcript.entity.js';

/** Why a transcript failed whose recording could not be prepared. */
const RECORDING_UNUSABLE = 'recording_unusable';

@Injectable()
export class TranscriptsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** A new recording: prepare it at once, so that it is ready when it is paid. */
  async recordingStored(manager: EntityManager, event: RecordingStored): Promise<void> {
    const { recordingId, agreementId, objectKey, mime, durationMs } = event;
    await manager.insert(RecordingEntity, { id: recordingId, agreementId, objectKey, mime, durationMs });
    await this.jobs.add(manager, prepareRecording, recordingId, { recordingId });
  }

  /** A paid agreement gets its transcript: now if the recording is prepared, else as soon as it is. */
  async agreementPaid(manager: EntityManager, event: AgreementPaid): Promise<void> {
    const { agreementId, recordingId, ownerId } = event;
    const recording = await lockRecording(manager, recordingId);
    const transcript = manager.create(TranscriptEntity, {
      id: uuidv7(),
      agreementId,
      recordingId,
      ownerId,
      stage: recording.preparedAt ? 'queued' : 'preparing',
      percent: 0,
      run: 1,
    });
    await manager.save(transcript);
    await this.tell(manager, transcript);
    if (recording.preparedAt) await this.start(manager, transcript);
    else if (recording.unusableAt) await this.fail(manager, transcript.id, RECORDING_UNUSABLE);
  }

  /** The recording is prepared: start the transcript that waits for it, if any. */
  async recordingReady(manager: EntityManager, recordingId: string): Promise<void> {
    await lockRecording(manager, recordingId);
    const transcript = await manager.findOneBy(TranscriptEntity, { recordingId, stage: 'preparing' });
    if (!transcript) return;
    transcript.stage = 'queued';
    await manager.save(transcript);
    await this.tell(manager, transcript);
    await this.start(manager, transcript);
  }

  /** The recording cannot be prepared: so fails the transcript that waits for it, or the one that is paid later. */
  async recordingUnusable(manager: EntityManager, recordingId: string): Promise<void> {
    await lockRecording(manager, recordingId);
    await manager.update(RecordingEntity, { id: recordingId }, { unusableAt: new Date() });
    const transcript = await manager.findOneBy(TranscriptEntity, { recordingId, stage: 'preparing' });
    if (transcript) await this.fail(manager, transcript.id, RECORDING_UNUSABLE);
  }

  /** Shows how far it is; never goes back and never overwrites an end. */
  async progress(transcriptId: string, stage: TranscriptStage, percent: number): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const transcript = await lockTranscript(manager, transcriptId);
      if (transcript.stage === 'done' || transcript.stage === 'failed') return;
      if (transcript.stage === stage && transcript.percent >= percent) return;
      Object.assign(transcript, { stage, percent });
      await manager.save(transcript);
      await this.tell(manager, transcript);
    });
  }

  async complete(
    manager: EntityManager,
    transcriptId: string,
    result: Transcript,
    engine: { name: string; isDraft: boolean },
  ): Promise<void> {
    const transcript = await lockTranscript(manager, transcriptId);
    const { segments, language, text } = result;
    const durationMs = Math.round(result.durationSeconds * 1000);
    const sha256 = hashTranscript({
      agreementId: transcript.agreementId,
      durationMs,
      engine: engine.name,
      segments,
    });
    Object.assign(transcript, { stage: 'sealing', percent: 100 });
    await this.tell(manager, transcript);
    Object.assign(transcript, {
      stage: 'done',
      engine: engine.name,
      isDraft: engine.isDraft,
      language,
      text,
      segments,
      durationMs,
      sha256,
      failure: null,
      completedAt: new Date(),
    });
    await manager.save(transcript);
    await this.outbox.add(manager, transcriptCompleted, {
      agreementId: transcript.agreementId,
      ownerId: transcript.ownerId,
      transcriptId,
      sha256,
      durationMs,
      segmentCount: segments.length,
      engine: engine.name,
      isDraft: engine.isDraft,
    });
  }

  async fail(manager: EntityManager, transcriptId: string, reason: string): Promise<void> {
    const transcript = await lockTranscript(manager, transcriptId);
    Object.assign(transcript, { stage: 'failed', failure: reason });
    await manager.save(transcript);
    const { agreementId, ownerId } = transcript;
    await this.outbox.add(manager, transcriptFailed, { agreementId, ownerId, reason });
  }

  /** Has a failed transcript made anew, from the preparation of the recording if that was what failed. */
  async restart({ id, recordingId }: TranscriptEntity): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      // Always the recording first: whoever prepares it takes the locks in this order too.
      const recording = await lockRecording(manager, recordingId);
      const transcript = await lockTranscript(manager, id);
      if (transcript.stage !== 'failed') return;
      const stage = recording.preparedAt ? 'queued' : 'preparing';
      Object.assign(transcript, { stage, percent: 0, run: transcript.run + 1, failure: null });
      await manager.save(transcript);
      await this.tell(manager, transcript);
      if (recording.preparedAt) {
        await this.start(manager, transcript);
        return;
      }
      await manager.update(RecordingEntity, { id: recordingId }, { unusableAt: null });
      await this.jobs.add(manager, prepareRecording, `${recordingId}:${transcript.run}`, { recordingId });
    });
  }

  async find(agreementId: string): Promise<{ transcript: TranscriptEntity; peaks: number[] | null } | null> {
    const transcript = await this.dataSource.manager.findOneBy(TranscriptEntity, { agreementId });
    if (!transcript) return null;
    const recording = await this.dataSource.manager.findOneBy(RecordingEntity, {
      id: transcript.recordingId,
    });
    return { transcript, peaks: recording?.peaks ?? null };
  }

  private start(manager: EntityManager, { id, run }: TranscriptEntity): Promise<void> {
    return this.jobs.add(manager, transcribeRecording, `${id}:${run}`, { transcriptId: id });
  }

  private async tell(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    const { agreementId, ownerId, stage, percent } = transcript;
    await this.outbox.add(manager, transcriptProgressed, { agreementId, ownerId, stage, percent });
  }
}

/** Locked, so that "prepared" and "paid" cannot pass each other unseen. */
async function lockRecording(manager: EntityManager, id: string): Promise<RecordingEntity> {
  return manager.findOneOrFail(RecordingEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

async function lockTranscript(manager: EntityManager, id: string): Promise<TranscriptEntity> {
  return manager.findOneOrFail(TranscriptEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

function hashTranscript(content: object): string {
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
}
