import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { cutAudio, deriveAudio } from '#media';
import { getSameFile, OBJECT_STORE, type ObjectStore } from '#storage';
import {
  type HeardRecording,
  listenToVoices,
  SAMPLED_EVERY,
  type VoiceTrack,
} from '../diarization/diarization.module.js';
import {
  type RecordingEntity,
  type Span,
  type TranscriptSegment,
  toMilliseconds,
} from '../recordings/recordings.module.js';
import { PartProgress, type PartsDone, planParts } from './audio-parts.js';
import { AudioPartsRepository, type HeardPart } from './audio-parts.repository.js';
import {
  type SpeechEngine,
  SpeechEngineError,
  type SpeechInput,
  type SpeechOptions,
  type Transcript,
} from './speech-engine.js';
import { SpeechOutage } from './speech-outage.js';

/** Sending the parts goes first. */
const SENDING_MS = 1000;
/** The longest wait for an engine that says when to come back; longer ones are the job's business. */
const MAX_WAIT_MS = 35_000;

interface TranscribeOptions {
  engine: SpeechEngine;
  /** How many people speak in each recording; null when nobody knows. */
  voices: number | null;
  /** An existing directory for the recordings, which stay in it, and their parts, which do not. */
  folder: string;
  signal: AbortSignal;
  /** Called at most once a second. */
  onProgress(done: PartsDone): Promise<void>;
  /** Keeps a part that was just heard. @throws to stop everything */
  onPart(recordingId: string, part: HeardPart, done: PartsDone): Promise<void>;
}

interface Work {
  engine: SpeechEngine;
  voices: number | null;
  folder: string;
  signal: AbortSignal;
  /** Aborted with the first part that fails. */
  failed: AbortSignal;
}

interface Plan {
  recording: RecordingEntity;
  wavPath: string;
  tasks: Task[];
}

interface Task {
  recording: RecordingEntity;
  /** The whole recording, as the engine takes it. */
  soundPath: string;
  span: Span;
}

/** Has an engine transcribe recordings, one audio part after the other or as many at once as it allows, and no part twice. */
@Injectable()
export class Transcriber {
  constructor(
    private readonly parts: AudioPartsRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly outage: SpeechOutage,
  ) {}

  /**
   * @returns the recordings in the given order: party A's, then party B's if there is one.
   * @throws SpeechEngineError when a part fails; those that were under way are kept, no other one is begun.
   */
  async transcribe(
    recordings: readonly RecordingEntity[],
    options: TranscribeOptions,
  ): Promise<HeardRecording[]> {
    const totalSeconds = recordings.reduce((sum, recording) => sum + secondsOf(recording), 0);
    const progress = new PartProgress(totalSeconds, options.onProgress);
    const heard = new Map<Task, HeardPart>();
    const plans: Plan[] = [];
    for (const recording of recordings) {
      const { wavPath, soundPath } = await this.sounds(recording, options);
      const plan = planParts(secondsOf(recording), speechOf(recording));
      const tasks = plan.map((span) => ({ recording, soundPath, span }));
      for (const [index, part] of (
        await this.parts.read(recording.id, options.engine.name, plan)
      ).entries()) {
        const task = tasks[index];
        if (!task || !part) continue;
        heard.set(task, part);
        progress.finish(task.span, part.segments.length);
      }
      plans.push({ recording, wavPath, tasks });
    }
    const open = plans.flatMap(({ tasks }) => tasks).filter((task) => !heard.has(task));
    const failed = new AbortController();
    const signal = AbortSignal.any([options.signal, failed.signal]);
    const delayMs = open.length > 0 ? SENDING_MS : 0;
    const voices = plans.map((plan) => listenMeanwhile(options.engine, plan, delayMs, signal));
    try {
      await this.transcribeAll(open, options, progress, (task, part) => heard.set(task, part));
    } catch (error) {
      failed.abort(error);
      throw error;
    } finally {
      await progress.settled();
    }
    return plans.map(({ recording, wavPath, tasks }, index) => ({
      recording: index === 0 ? 'a' : 'b',
      wavPath,
      durationSeconds: secondsOf(recording),
      speech: speechOf(recording),
      turns: recording.turns ?? [],
      language: recording.language,
      startedAt: recording.startedAt,
      recordedAt: recording.createdAt,
      parts: tasks.flatMap((task) => heard.get(task) ?? []),
      areVoicesTold: options.engine.tellsSpeakers === 'as_told',
      voices: voices[index],
    }));
  }

  private async transcribeAll(
    tasks: readonly Task[],
    { engine, voices, folder, onPart, signal }: TranscribeOptions,
    progress: PartProgress,
    onHeard: (task: Task, part: HeardPart) => void,
  ): Promise<void> {
    const limit = pLimit({ concurrency: engine.parallelParts, rejectOnClear: true });
    const stop = new AbortController();
    const failed = new AbortController();
    const work: Work = {
      ...{ engine, voices, folder, failed: failed.signal },
      signal: AbortSignal.any([signal, stop.signal]),
    };
    // One after the other, so that what is told of the parts only grows.
    const keep = pLimit(1);
    const failures: unknown[] = [];
    const transcribeOne = async (task: Task) => {
      try {
        const part = await this.transcribePart(task, work, (percent) => progress.report(task.span, percent));
        await keep(() => onPart(task.recording.id, part, progress.finish(task.span, part.segments.length)));
        onHeard(task, part);
      } catch (error) {
        failures.push(error);
        limit.clearQueue();
        failed.abort();
        // What the engine works on is paid for: it may end. Anything else stops at once.
        if (!(error instanceof SpeechEngineError)) stop.abort(error);
        throw error;
      }
    };
    await Promise.allSettled(tasks.map((task) => limit(transcribeOne, task)));
    if (failures.length > 0) throw decisive(failures);
  }

  private async transcribePart(
    { recording, soundPath, span }: Task,
    { engine, voices, folder, signal, failed }: Work,
    onProgress: (percent: number) => void,
  ): Promise<HeardPart> {
    signal.throwIfAborted();
    const durationSeconds = span.end - span.start;
    const isWhole = durationSeconds === secondsOf(recording);
    const partFolder = join(folder, `${recording.id}-${Math.round(span.start * 1000)}`);
    await mkdir(partFolder, { recursive: true });
    try {
      // Engines are told the file's name: not which recording it is.
      const path = join(partFolder, `audio.${engine.takes}`);
      if (isWhole) await symlink(soundPath, path);
      else await cutAudio(soundPath, span, path, { signal });
      const input = { path, durationSeconds, language: recording.language, voices };
      const { segments, language } = await this.outage.during(engine, () =>
        this.ask(engine, input, { signal, onProgress }, failed),
      );
      return { ...span, segments: segments.map((segment) => later(segment, span.start)), language };
    } finally {
      await rm(partFolder, { recursive: true, force: true });
    }
  }

  /**
   * Once more in this attempt when the engine says when, unless another part has `failed` by then; all other tries are
   * the job's.
   */
  private async ask(
    engine: SpeechEngine,
    input: SpeechInput,
    options: SpeechOptions,
    failed: AbortSignal,
  ): Promise<Transcript> {
    try {
      return await engine.transcribe(input, options);
    } catch (error) {
      if (!(error instanceof SpeechEngineError) || !error.isRetryable || error.retryAfterMs === null)
        throw error;
      const waitMs = Math.min(error.retryAfterMs, MAX_WAIT_MS);
      await sleep(waitMs, undefined, { signal: AbortSignal.any([options.signal, failed]) }).catch(() => {
        options.signal.throwIfAborted();
        throw error;
      });
      return engine.transcribe(input, options);
    }
  }

  /**
   * The recording as the engine takes it, and as voices are told apart in it. The copy for that is large and only needed
   * now, so it is made of the original here.
   */
  private async sounds(
    recording: RecordingEntity,
    options: TranscribeOptions,
  ): Promise<{ wavPath: string; soundPath: string }> {
    const { id, workingKey, mp3Key } = recording;
    if (!recording.preparedAt) throw new Error('the recording is not prepared');
    const mp3Path =
      mp3Key && options.engine.takes === 'mp3' ? await this.fetch(id, mp3Key, 'mp3', options) : null;
    if (workingKey) {
      const wavPath = await this.fetch(id, workingKey, 'wav', options);
      return { wavPath, soundPath: mp3Path ?? wavPath };
    }
    const { signal, folder: parent } = options;
    const folder = join(parent, id);
    await mkdir(folder, { recursive: true });
    const original = join(parent, `${id}.original`);
    await getSameFile(this.store, recording.objectKey, original, { sha256: recording.sha256, signal });
    const makesMp3 = options.engine.takes === 'mp3' && !mp3Path;
    const gainDb = recording.gainDb ?? 0;
    const made = await deriveAudio(original, folder, makesMp3 ? ['working', 'mp3'] : ['working'], {
      signal,
      gainDb,
    });
    await rm(original);
    const wavPath = made.working.path;
    if (options.engine.takes === 'wav') return { wavPath, soundPath: wavPath };
    return { wavPath, soundPath: mp3Path ?? made.mp3.path };
  }

  private async fetch(
    name: string,
    key: string,
    extension: string,
    { folder, signal }: { folder: string; signal: AbortSignal },
  ): Promise<string> {
    const path = join(folder, `${name}.${extension}`);
    await this.store.getFile(key, path, signal);
    return path;
  }
}

/**
 * While the engine works nothing else is to do. Labels of an engine that counts the voices need these only to be joined
 * over parts; where no speech was measured they are listened to where the engine hears words, which is not known yet.
 */
function listenMeanwhile(
  engine: SpeechEngine,
  { recording, wavPath, tasks }: Plan,
  delayMs: number,
  signal: AbortSignal,
): Promise<VoiceTrack> | undefined {
  const speech = speechOf(recording);
  if (engine.tellsSpeakers !== 'itself' || tasks.length < 2 || speech.length === 0) return undefined;
  const voices = sleep(delayMs, undefined, { signal }).then(() =>
    listenToVoices(wavPath, speech, { signal, every: SAMPLED_EVERY }),
  );
  // Whoever needs them learns of it; until then nobody may be there.
  voices.catch(() => undefined);
  return voices;
}

/** An error that stays outweighs one that may pass. */
function decisive(failures: readonly unknown[]): unknown {
  return failures.find((error) => error instanceof SpeechEngineError && !error.isRetryable) ?? failures[0];
}

/** Recordings that were prepared before speech was looked for are taken for speech throughout. */
function speechOf(recording: RecordingEntity): Span[] {
  return recording.speech ?? [{ start: 0, end: secondsOf(recording) }];
}

function secondsOf({ durationMs }: RecordingEntity): number {
  return durationMs / 1000;
}

function later<Timed extends TranscriptSegment>(segment: Timed, seconds: number): Timed {
  const move = (time: number) => toMilliseconds(time + seconds);
  const words =
    segment.words?.map((word) => ({ ...word, start: move(word.start), end: move(word.end) })) ?? null;
  return { ...segment, start: move(segment.start), end: move(segment.end), words };
}
