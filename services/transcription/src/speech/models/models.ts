import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#platform';
import type { ModelsMode } from '../../config.js';
import type { NeuralFiles, NeuralModels } from '../neural/neural.engine.js';
import { SpeechEngineError } from '../speech-engine.js';
import { InstallError } from './download.js';
import { FolderLock } from './folder-lock.js';
import { assertMemory, installModel } from './install-model.js';
import type { Manifest, Model } from './manifest.js';
import {
  type Entry,
  isForWantOfRoom,
  isUsable,
  LOOK_MS,
  type ModelState,
  putOff,
  wallTime,
} from './model-entry.js';
import { ModelFolder } from './model-folder.js';

interface ModelsOptions {
  manifest: Manifest;
  /** Where they lie. */
  folder: string;
  mode: ModelsMode;
  logger: Pick<Logger, 'info' | 'warn'>;
  /** Without a byte for so long a download counts as broken. */
  stallMs?: number;
}

/** Between two looks whether another process has done with the folder, for somebody who waits for it. */
const HELD_MS = 1000;
/** Memory may be there again by then. */
const NO_MEMORY_MS = 10 * MINUTE_MS;

/** The models on this machine: which there are, and how those that are missing get here. */
export class Models {
  private readonly entries: ReadonlyMap<string, Entry>;
  private readonly stopped = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private readonly options: ModelsOptions) {
    this.entries = new Map(
      options.manifest.models.map((model) => [
        model.id,
        {
          folder: new ModelFolder(options.folder, model),
          ...{ isReady: false, isUnpinned: false, percent: null, failure: null, failures: 0 },
          ...{ nextTryAt: 0, unusableUntil: 0 },
        },
      ]),
    );
  }

  /** The models that turn speech into words, those that know more languages first. */
  get speechModels(): Model[] {
    return this.options.manifest.models
      .filter(({ purpose }) => purpose === 'speech')
      .toSorted((a, b) => b.languages.length - a.languages.length);
  }

  /** Looks what is there, then fetches what is missing in the background. Never rejects. */
  async start(): Promise<void> {
    await this.look();
    this.announce();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('the service stops'));
    await this.running;
  }

  /** How each is, in the order of the manifest. */
  states(): ModelState[] {
    return [...this.entries.values()].map((entry) => {
      const { model } = entry.folder;
      const { id, title, purpose, languages, licence, attribution, bytes } = model;
      const status = this.statusOf(entry);
      const isDue = status === 'waiting' && entry.nextTryAt > 0 && this.running !== null;
      return {
        ...{ id, title, purpose, languages, licence, attribution, bytes, status },
        percent: status === 'downloading' ? entry.percent : null,
        reason: entry.failure?.reason ?? null,
        detail: entry.failure?.message ?? null,
        nextTryAt: isDue ? wallTime(entry.nextTryAt) : null,
        isUnpinned: entry.isUnpinned,
      };
    });
  }

  /** What an engine needs for this model of speech. */
  of(speech: Model): NeuralModels {
    const needed = () => [...this.ofPurpose('voice-activity'), this.entry(speech.id)];
    return {
      isReady: () => {
        const entries = needed();
        return entries.length > 1 && entries.every((entry) => entry && isUsable(entry));
      },
      open: () => this.open(speech),
      reject: (error) => this.reject(speech, error),
    };
  }

  /**
   * Fetches what is missing now, one by one: what cannot be had keeps nothing else away. While another process fetches
   * them it is waited for, and what is missing afterwards is fetched.
   * @param onHeld told once when another process does
   * @throws InstallError of the first that cannot be had, unless there is no room for it; the signal's reason
   */
  async install(
    signal: AbortSignal,
    onProgress: (model: Model, bytes: number) => void,
    onHeld: () => void = () => undefined,
  ): Promise<void> {
    let failures = await this.fetch(this.missing(), signal, onProgress);
    if (failures === null) onHeld();
    while (failures === null) {
      await sleep(HELD_MS, undefined, { signal });
      await this.look();
      failures = this.missing().length === 0 ? [] : await this.fetch(this.missing(), signal, onProgress);
    }
    // For want of room or memory is how a machine is, and is told with its states.
    const [first] = failures.filter((error) => !(error instanceof InstallError && isForWantOfRoom(error)));
    if (first) throw first;
  }

  /** Why those of them that did not come did not; null while another process fetches them. @throws the signal's reason */
  private async fetch(
    entries: Entry[],
    signal: AbortSignal,
    onProgress: (model: Model, bytes: number) => void = () => undefined,
  ): Promise<Error[] | null> {
    const { folder: root, manifest, stallMs } = this.options;
    await mkdir(root, { recursive: true });
    const lock = await FolderLock.take(root);
    if (!lock) return null;
    const either = AbortSignal.any([signal, lock.signal]);
    const failures: Error[] = [];
    try {
      for (const entry of entries) {
        const { folder } = entry;
        const { model } = folder;
        folder.forget();
        try {
          await installModel(folder, {
            ...{ baseUrl: manifest.baseUrl, signal: either },
            ...(stallMs === undefined ? {} : { stallMs }),
            onProgress: (bytes) => {
              entry.percent = Math.floor((bytes / model.bytes) * 100);
              onProgress(model, bytes);
            },
          });
          Object.assign(entry, { isReady: true, failure: null, failures: 0, unusableUntil: 0 });
          entry.isUnpinned = false;
          this.options.logger.info({ model: model.id }, `${model.title} is here`);
        } catch (error) {
          either.throwIfAborted();
          if (!(error instanceof Error)) throw error;
          entry.failure = error instanceof InstallError ? error : { reason: null, message: error.message };
          putOff(entry, error);
          failures.push(error);
        } finally {
          entry.percent = null;
        }
      }
    } finally {
      await lock.release();
    }
    return failures;
  }

  /** Which of the files are there: others may have brought or taken them. */
  async look(): Promise<void> {
    for (const entry of this.entries.values()) {
      const wasReady = entry.isReady;
      entry.isReady = await entry.folder.isThere();
      if (entry.isReady === wasReady) continue;
      entry.folder.forget();
      entry.isUnpinned = await entry.folder.isUnpinned();
      if (entry.isReady) Object.assign(entry, { failure: null, unusableUntil: 0 });
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      const due = this.missing().filter(({ nextTryAt }) => performance.now() >= nextTryAt);
      if (due.length > 0) await this.tryNow(due);
      const next = Math.min(...this.missing().map(({ nextTryAt }) => nextTryAt));
      const pause = Math.min(LOOK_MS, Math.max(0, next - performance.now()));
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.look();
    }
  }

  private async tryNow(due: Entry[]): Promise<void> {
    const { logger } = this.options;
    const began = performance.now();
    let errors: Error[];
    try {
      errors = (await this.fetch(due, this.stopped.signal)) ?? [];
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      errors = [error instanceof Error ? error : new Error(String(error))];
    }
    for (const entry of due) {
      // Somebody else fetches it, or the folder cannot be used at all.
      if (!entry.isReady && entry.nextTryAt <= began) entry.nextTryAt = performance.now() + LOOK_MS;
    }
    const told = errors.filter((error) => !(error instanceof InstallError && isForWantOfRoom(error)));
    if (told.length === 0) return;
    const failed = due.filter(({ isReady }) => !isReady);
    logger.warn(
      {
        reasons: failed.map(({ failure }) => failure?.reason ?? 'failed'),
        models: failed.map(({ folder }) => folder.model.id),
        nextTryAt: wallTime(Math.min(...failed.map(({ nextTryAt }) => nextTryAt))),
      },
      `not all speech models could be fetched: ${[...new Set(told.map(({ message }) => message))].join('; ')}; speech is recognised without them meanwhile`,
    );
  }

  private announce(): void {
    const missing = this.missing();
    if (missing.length === 0) return;
    const megabytes = Math.ceil(missing.reduce((sum, { folder }) => sum + folder.model.bytes, 0) / 1e6);
    this.options.logger.info(
      { folder: this.options.folder, models: missing.map(({ folder }) => folder.model.id) },
      `${megabytes} MB of speech models are fetched in the background; MODELS=off keeps them away`,
    );
  }

  /** Those that are wanted, not there, and for which this machine has the memory. */
  private missing(): Entry[] {
    const { mode } = this.options;
    if (mode === 'off') return [];
    return [...this.entries.values()].filter((entry) => {
      const { model } = entry.folder;
      if (entry.isReady || (mode === 'english' && model.languages.length > 1)) return false;
      try {
        assertMemory(model);
        return true;
      } catch (error) {
        entry.failure = error as InstallError;
        return false;
      }
    });
  }

  private statusOf(entry: Entry): ModelState['status'] {
    if (entry.isReady) return isUsable(entry) ? 'ready' : 'unusable';
    if (entry.percent !== null) return 'downloading';
    return this.missing().includes(entry) ? 'waiting' : 'off';
  }

  private async open(speech: Model): Promise<NeuralFiles> {
    const [voiceActivity] = this.ofPurpose('voice-activity');
    const own = this.entry(speech.id);
    if (!voiceActivity || !own) throw unusable('speech', 'the model is not described');
    for (const [part, entry] of [['voice-activity', voiceActivity] as const, ['speech', own] as const]) {
      await this.assertSound(part, entry);
    }
    return {
      speech: filesOf(own.folder),
      voiceActivity: voiceActivity.folder.files.model ?? '',
      voices: await this.openVoices(),
    };
  }

  /** Words without voices are better than no words. */
  private async openVoices(): Promise<NeuralFiles['voices']> {
    const [segmentation] = this.ofPurpose('segmentation');
    const [embedding] = this.ofPurpose('embedding');
    if (!segmentation || !embedding || !isUsable(segmentation) || !isUsable(embedding)) return null;
    try {
      await this.assertSound('voices', segmentation);
      await this.assertSound('voices', embedding);
    } catch (error) {
      if (error instanceof SpeechEngineError) return null;
      throw error;
    }
    return {
      segmentation: segmentation.folder.files.model ?? '',
      embedding: embedding.folder.files.model ?? '',
    };
  }

  /** What has changed on the disk is fetched anew. */
  private async assertSound(part: string, entry: Entry): Promise<void> {
    if (await entry.folder.isSound(this.stopped.signal)) return;
    const { model } = entry.folder;
    this.options.logger.warn({ model: model.id }, 'a speech model has changed on the disk and is removed');
    entry.isReady = false;
    entry.failure = new InstallError('wrong_digest', 'it has changed on the disk');
    await entry.folder.remove().catch(() => undefined);
    throw unusable(part, `${model.title} has changed on the disk`);
  }

  private reject(speech: Model, error: SpeechEngineError): void {
    const isMemory = error.part === 'memory';
    const guilty =
      error.part === 'voices'
        ? [...this.ofPurpose('segmentation'), ...this.ofPurpose('embedding')]
        : error.part === 'voice-activity'
          ? this.ofPurpose('voice-activity')
          : [this.entry(speech.id)];
    for (const entry of guilty) {
      if (!entry?.isReady) continue;
      entry.unusableUntil = isMemory ? performance.now() + NO_MEMORY_MS : Number.POSITIVE_INFINITY;
      entry.failure = new InstallError(isMemory ? 'too_little_memory' : 'unusable', error.message);
      this.options.logger.warn(
        { model: entry.folder.model.id },
        `a speech model is not used: ${error.message}`,
      );
    }
  }

  private ofPurpose(purpose: Model['purpose']): Entry[] {
    return [...this.entries.values()].filter(({ folder }) => folder.model.purpose === purpose);
  }

  private entry(id: string): Entry | undefined {
    return this.entries.get(id);
  }
}

function filesOf({ files, model: { kind } }: ModelFolder): NeuralFiles['speech'] {
  const path = (role: string) => files[role] ?? '';
  if (kind === 'nemo-ctc') return { kind, model: path('model'), tokens: path('tokens') };
  return {
    kind: 'nemo-transducer',
    ...{ encoder: path('encoder'), decoder: path('decoder'), joiner: path('joiner'), tokens: path('tokens') },
  };
}

function unusable(part: string, message: string): SpeechEngineError {
  return new SpeechEngineError('model_unusable', true, message, { part });
}
