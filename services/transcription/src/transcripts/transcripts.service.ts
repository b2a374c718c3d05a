import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { defineJob, Jobs } from '#jobs';
import { Outbox } from '#outbox';
import {
  lockAgreement,
  type RecordingEntity,
  type RecordingObserver,
  RecordingsService,
} from '../recordings/recordings.module.js';
import type { PartsDone } from '../speech/speech.module.js';
import {
  lockTranscript,
  recordingIds,
  type TranscribedRecordings,
  TranscriptEntity,
  TranscriptVersionEntity,
} from './transcript.entity.js';
import { hashTranscript, type TranscriptContent } from './transcript-content.js';
import { TranscriptEvents } from './transcript-events.js';

export interface TranscribeRecordingPayload {
  transcriptId: string;
  /** The transcript's run that this job belongs to. */
  run: number;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

interface TranscribeUnpaidPayload extends TranscribeRecordingPayload {
  /** Whose recordings are transcribed one at a time. */
  lane: string;
}

const tries = {
  attempts: 4,
  backoffMs: 2000,
  // A visitor is told of a failed engine, with what else there is; and the words go without the facts of the deal.
  counts: ['speech', 'agreements'],
  isFailureTold: false,
} as const;

export const transcribeRecording = defineJob<TranscribeRecordingPayload>('transcribe-recording', {
  ...tries,
  concurrency: 2,
});

/** The same of what nobody has paid for: in a queue of its own, so that those who have paid never wait for it. */
export const transcribeUnpaidRecording = defineJob<TranscribeUnpaidPayload>('transcribe-take', {
  ...tries,
  concurrency: 1,
  hasLanes: true,
});

/** Why a transcript failed whose recording could not be prepared. */
const RECORDING_UNUSABLE = 'recording_unusable';

/** How a transcript comes to be, from its start to its end. */
@Injectable()
export class TranscriptsService implements RecordingObserver {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly recordings: RecordingsService,
    private readonly events: TranscriptEvents,
  ) {
    recordings.observe(this);
  }

  /**
   * A transcript of these recordings, in place of the `known` one if there is one: begun now if they are prepared, else
   * as soon as they are; failed where one was given up and nothing tries it again. The caller holds the agreement's lock.
   */
  async make(
    manager: EntityManager,
    wanted: TranscribedRecordings & { agreementId: string; ownerId: number; isPaid: boolean },
    recordings: readonly RecordingEntity[],
    known: TranscriptEntity | null,
  ): Promise<void> {
    const { agreementId, ownerId, isPaid, recordingId, consentRecordingId } = wanted;
    const transcript = known ?? manager.create(TranscriptEntity, { id: uuidv7(), agreementId, run: 0 });
    Object.assign(transcript, {
      ...{ ownerId, isPaid, recordingId, consentRecordingId },
      ...{ engine: null, isDraft: null, language: null, durationMs: null, completedAt: null },
      ...{ text: null, segments: null, sha256: null, gaps: null, terms: null, amountCheck: null },
      ...{
        speakers: null,
        areVoicesUnclear: false,
        isOneVoice: false,
        voiceMatch: null,
        isRenewing: false,
        speakerNames: {},
        partyNames: null,
      },
    });
    if (await this.begin(manager, transcript, recordings)) return;
    // What was given up before the payment is tried again for it: then that job decides.
    const givenUp = recordings.filter((recording) => recording.unusableAt);
    if ((await this.recordings.idle(manager, givenUp)).length > 0) {
      await this.end(manager, transcript, RECORDING_UNUSABLE);
    }
  }

  /** Starts a transcript anew, from the preparation of its recordings if that was what failed or got lost. */
  async resume(
    manager: EntityManager,
    transcript: TranscriptEntity,
    recordings: readonly RecordingEntity[],
  ): Promise<void> {
    if (await this.begin(manager, transcript, recordings)) return;
    for (const recording of await this.recordings.idle(manager, recordings)) {
      await this.recordings.prepareAgain(manager, recording, transcript);
    }
  }

  /** Whether an open job will bring it further. */
  async isUnderWay(
    manager: EntityManager,
    transcript: TranscriptEntity,
    recordings: readonly RecordingEntity[],
  ): Promise<boolean> {
    if (transcript.stage === 'preparing') {
      const isReady = recordings.every((recording) => recording.preparedAt);
      return !isReady && (await this.recordings.idle(manager, recordings)).length === 0;
    }
    const jobs = [transcribeRecording, transcribeUnpaidRecording];
    return (await this.jobs.findOpen(manager, jobs, [{ key: jobKey(transcript) }])).length > 0;
  }

  /**
   * A recording is prepared: start the transcript that waits for it, or failed for want of it, unless it waits for another
   * one too.
   */
  async recordingReady(manager: EntityManager, agreementId: string): Promise<void> {
    const transcript = await lockTranscript(manager, { agreementId });
    if (!transcript || transcript.deletedAt) return;
    const hasFailed = transcript.stage === 'failed' && transcript.failure === RECORDING_UNUSABLE;
    if (transcript.stage !== 'preparing' && !hasFailed) return;
    const recordings = await this.recordings.inOrder(manager, recordingIds(transcript));
    if (!recordings.every((recording) => recording.preparedAt)) return;
    if (hasFailed) {
      await this.begin(manager, transcript, recordings);
      return;
    }
    transcript.stage = 'queued';
    await manager.save(transcript);
    await this.events.progressed(manager, transcript);
    await this.start(manager, transcript);
  }

  /** A recording cannot be prepared: so fails the transcript that waits for it. */
  async recordingUnusable(manager: EntityManager, agreementId: string, recordingId: string): Promise<void> {
    const transcript = await lockTranscript(manager, { agreementId });
    if (transcript?.stage !== 'preparing' || !recordingIds(transcript).includes(recordingId)) return;
    await this.end(manager, transcript, RECORDING_UNUSABLE);
  }

  /** Shows how far it is; never goes back and never overwrites an end. */
  async progress(job: TranscribeRecordingPayload, { percent, segmentCount }: PartsDone): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const transcript = await this.running(manager, job);
      if (!transcript || transcript.isRenewing) return;
      if (transcript.stage === 'transcribing' && transcript.percent >= percent) return;
      Object.assign(transcript, { stage: 'transcribing', percent });
      await manager.save(transcript);
      await this.events.progressed(manager, transcript, segmentCount);
    });
  }

  /** More of it can be read. Takes the transcript's lock. Answers false when the job's run is over. */
  async partHeard(
    manager: EntityManager,
    job: TranscribeRecordingPayload,
    { percent, segmentCount }: PartsDone,
  ): Promise<boolean> {
    const transcript = await this.running(manager, job);
    if (!transcript || transcript.isRenewing) return transcript !== null;
    Object.assign(transcript, { stage: 'transcribing', percent: Math.max(percent, transcript.percent) });
    await manager.save(transcript);
    await this.events.progressed(manager, transcript, segmentCount);
    return true;
  }

  /** Whether somebody waits for what a job makes, at this moment. */
  async isRunning(job: TranscribeRecordingPayload): Promise<boolean> {
    const transcript = await this.dataSource.manager.findOneBy(TranscriptEntity, { id: job.transcriptId });
    return isRunOf(transcript, job);
  }

  async complete(
    manager: EntityManager,
    job: TranscribeRecordingPayload,
    content: TranscriptContent,
    engine: { name: string; isDraft: boolean },
  ): Promise<void> {
    const transcript = await this.running(manager, job);
    if (transcript) await this.finish(manager, transcript, content, engine);
  }

  async fail(manager: EntityManager, job: TranscribeRecordingPayload, reason: string): Promise<void> {
    const transcript = await this.running(manager, job);
    if (transcript) await this.end(manager, transcript, reason);
  }

  /** The words are final: stored, hashed and told. */
  async finish(
    manager: EntityManager,
    transcript: TranscriptEntity,
    content: TranscriptContent,
    engine: { name: string; isDraft: boolean },
  ): Promise<void> {
    const { durationSeconds, ...found } = content;
    const durationMs = Math.round(durationSeconds * 1000);
    const { agreementId } = transcript;
    if (transcript.isRenewing) {
      await keepVersion(manager, transcript);
      // Labels of before may stand for somebody else now.
      Object.assign(transcript, { isRenewing: false, speakerNames: {} });
    } else {
      Object.assign(transcript, { stage: 'sealing', percent: 100 });
      await this.events.progressed(manager, transcript);
    }
    Object.assign(transcript, {
      stage: 'done',
      engine: engine.name,
      isDraft: engine.isDraft,
      ...found,
      // What a draft takes for an amount is no reason to warn anybody.
      ...(engine.isDraft ? { amountCheck: null } : {}),
      durationMs,
      sha256: hashTranscript({ agreementId, durationMs, engine: engine.name, segments: content.segments }),
      failure: null,
      completedAt: new Date(),
    });
    await manager.save(transcript);
    await this.events.announce(manager, transcript);
  }

  /** Other final words in the place of those that a person wrote, which are kept as a version. */
  rewrite(
    manager: EntityManager,
    transcript: TranscriptEntity,
    content: TranscriptContent,
    engine: { name: string; isDraft: boolean },
  ): Promise<void> {
    Object.assign(transcript, { isRenewing: true, run: transcript.run + 1 });
    return this.finish(manager, transcript, content, engine);
  }

  /**
   * Has a draft made anew. Its words stay as they are until those of a better engine are there, and where that fails.
   * Answers false for what is no finished draft.
   */
  async renew({ id, agreementId }: Pick<TranscriptEntity, 'id' | 'agreementId'>): Promise<boolean> {
    return this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const transcript = await lockTranscript(manager, { id });
      if (transcript?.stage !== 'done' || !transcript.isDraft || transcript.deletedAt) return false;
      if (transcript.isRenewing) return true;
      Object.assign(transcript, { isRenewing: true, run: transcript.run + 1 });
      await manager.save(transcript);
      await this.start(manager, transcript);
      return true;
    });
  }

  /** Has a failed transcript made anew. Answers false for what has not failed. */
  async restart({ id, agreementId }: Pick<TranscriptEntity, 'id' | 'agreementId'>): Promise<boolean> {
    return this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const transcript = await lockTranscript(manager, { id });
      if (transcript?.stage !== 'failed' || transcript.deletedAt) return false;
      await this.resume(
        manager,
        transcript,
        await this.recordings.inOrder(manager, recordingIds(transcript)),
      );
      return true;
    });
  }

  /**
   * Has made anew, in a new run, what a job was given up over: the transcript, or what was to replace a draft. Answers
   * false when another run has come since.
   */
  async beginAnew({ transcriptId, run }: TranscribeRecordingPayload): Promise<boolean> {
    const transcript = await this.dataSource.manager.findOneBy(TranscriptEntity, { id: transcriptId });
    if (transcript?.run !== run) return false;
    return transcript.stage === 'done' ? this.renew(transcript) : this.restart(transcript);
  }

  find(agreementId: string): Promise<TranscriptEntity | null> {
    return this.dataSource.manager.findOneBy(TranscriptEntity, { agreementId });
  }

  /** A new run, counted so that jobs of earlier ones end without effect. Answers whether it could be started. */
  private async begin(
    manager: EntityManager,
    transcript: TranscriptEntity,
    recordings: readonly RecordingEntity[],
  ): Promise<boolean> {
    const isReady = recordings.every((recording) => recording.preparedAt);
    const stage = isReady ? 'queued' : 'preparing';
    Object.assign(transcript, { stage, percent: 0, run: transcript.run + 1, failure: null });
    await manager.save(transcript);
    await this.events.progressed(manager, transcript);
    if (isReady) await this.start(manager, transcript);
    return isReady;
  }

  /** It was wanted before and is paid now: it need not wait behind what is not. */
  async hasten(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    const isWaiting = await this.jobs.withdraw(manager, transcribeUnpaidRecording, jobKey(transcript));
    if (isWaiting) await this.start(manager, transcript);
  }

  private start(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
    const { id: transcriptId, agreementId, run, isPaid, ownerId } = transcript;
    const payload = { transcriptId, run, agreementId };
    if (isPaid) return this.jobs.add(manager, transcribeRecording, jobKey(transcript), payload);
    return this.jobs.add(manager, transcribeUnpaidRecording, jobKey(transcript), {
      ...payload,
      lane: `user-${ownerId}`,
    });
  }

  private async end(manager: EntityManager, transcript: TranscriptEntity, failure: string): Promise<void> {
    if (transcript.isRenewing) {
      // What there was before is still there.
      await manager.save(Object.assign(transcript, { isRenewing: false }));
      return;
    }
    Object.assign(transcript, { stage: 'failed', failure });
    await manager.save(transcript);
    await this.events.announce(manager, transcript);
  }

  /** The transcript that a job works for; null when it has ended, begun anew, or lost its words meanwhile. */
  private async running(
    manager: EntityManager,
    job: TranscribeRecordingPayload,
  ): Promise<TranscriptEntity | null> {
    const transcript = await lockTranscript(manager, { id: job.transcriptId });
    return isRunOf(transcript, job) ? transcript : null;
  }
}

/** Whether a job's run is that of the transcript, and has not ended. */
function isRunOf(
  transcript: TranscriptEntity | null,
  { run }: TranscribeRecordingPayload,
): transcript is TranscriptEntity {
  if (transcript?.run !== run || transcript.deletedAt) return false;
  const isOver = transcript.stage === 'done' || transcript.stage === 'failed';
  return !isOver || transcript.isRenewing;
}

/** Keeps what a transcript was before it is replaced. */
async function keepVersion(manager: EntityManager, transcript: TranscriptEntity): Promise<void> {
  const { id, run, engine, isDraft, sha256, durationMs, language } = transcript;
  const { text, segments, gaps, speakers, speakerNames, terms } = transcript;
  const content = { durationMs, language, text, segments, gaps, speakers, speakerNames, terms };
  if (engine === null || isDraft === null || sha256 === null)
    throw new Error(`transcript ${id} has no words`);
  const version = { transcriptId: id, run: run - 1, engine, isDraft, sha256, content };
  await manager.insert(TranscriptVersionEntity, version);
}

const jobKey = ({ id, run }: TranscriptEntity): string => `${id}:${run}`;
