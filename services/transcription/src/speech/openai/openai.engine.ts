import { type FileHandle, open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type OpenAI, toStreamingFile } from 'openai';
import type { Logger } from 'pino';
import { openAiClient, readApiFailure } from '../../openai-client.js';
import {
  type SpeechEngine,
  SpeechEngineError,
  type SpeechInput,
  type SpeechOptions,
  type Transcript,
  toTranscript,
} from '../speech-engine.js';
import { type AnswerFormat, readAnswer } from './openai-answer.js';
import { Circuit, type CircuitOptions } from './openai-circuit.js';

export interface OpenAiEngineOptions {
  apiKey: string;
  /** Of OpenAI or any server that speaks its protocol; default OpenAI's own. */
  baseURL?: string;
  /** Default `gpt-4o-transcribe-diarize`. */
  model?: string;
  /** For one call, in milliseconds; default one minute plus half the length of the recording. */
  timeoutMs?: number;
  /** When to stop asking a server that fails. */
  circuit?: CircuitOptions;
  logger?: Pick<Logger, 'info' | 'error'>;
}

const DEFAULT_MODEL = 'gpt-4o-transcribe-diarize';
/** In which a server that is there says so. */
const ANSWER_MS = 5000;
/** Fewer, larger pieces: several parts of 1.5 MB go out at the same time. */
const CHUNK_BYTES = 256 * 1024;
const MIME_TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.webm': 'audio/webm',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
};

/**
 * Recognition by OpenAI or a compatible server. Retrying is the caller's business: one call is one charge. All calls
 * of one engine share its circuit.
 */
export class OpenAiEngine implements SpeechEngine {
  readonly name: string;
  readonly takes = 'mp3';
  readonly isDraft = false;
  readonly parallelParts = 4;
  readonly languages = null;
  readonly tellsSpeakers: 'itself' | false;
  private readonly client: OpenAI;
  private readonly model: string;
  private readonly format: AnswerFormat;
  private readonly circuit: Circuit;

  constructor(private readonly options: OpenAiEngineOptions) {
    this.model = options.model ?? DEFAULT_MODEL;
    this.format = answerFormat(this.model);
    this.tellsSpeakers = this.format === 'diarized_json' ? 'itself' : false;
    this.name = `openai:${this.model}`;
    this.circuit = new Circuit(this.name, options.circuit, options.logger);
    this.client = openAiClient(options);
  }

  isReady(): boolean {
    return true;
  }

  /**
   * Asks for the description of the model. A compatible server that has none answers that, which is an answer, too; an
   * account that has nothing left is none, and too many requests pass.
   */
  async answers(): Promise<boolean> {
    if (this.circuit.isOpen) return false;
    try {
      await this.client.models.retrieve(this.model, { timeout: ANSWER_MS });
      return true;
    } catch (error) {
      const { code, isRetryable } = toSpeechEngineError(error);
      return code === 'rejected' || (code === 'quota' && isRetryable);
    }
  }

  async transcribe(input: SpeechInput, options: SpeechOptions): Promise<Transcript> {
    options.signal.throwIfAborted();
    const { path, durationSeconds } = input;
    const file = await openRecording(path);
    try {
      // An answer that cannot be read counts as a failed call.
      const { segments, language } = await this.circuit.run(async () => {
        const answer = await this.ask(file, path, durationSeconds, options.signal);
        return readAnswer(answer, this.format, durationSeconds);
      }, options.signal);
      const transcript = toTranscript(segments, durationSeconds, language);
      options.onProgress(100);
      return transcript;
    } finally {
      await file.close();
    }
  }

  private async ask(
    file: FileHandle,
    path: string,
    durationSeconds: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const type = MIME_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    const timeoutMs = this.options.timeoutMs ?? Math.ceil(60_000 + durationSeconds * 500);
    const timeLimit = AbortSignal.timeout(timeoutMs);
    const bytes = file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
    try {
      return await this.client.audio.transcriptions.create(
        {
          file: toStreamingFile(bytes, basename(path), { type }),
          model: this.model,
          response_format: this.format,
          ...(this.format === 'diarized_json' ? { chunking_strategy: 'auto' as const } : {}),
          ...(this.format === 'verbose_json'
            ? { timestamp_granularities: ['segment' as const, 'word' as const] }
            : {}),
        },
        // The limit above covers the whole call; the client's own must not be the shorter one.
        { signal: AbortSignal.any([signal, timeLimit]), timeout: timeoutMs * 2 },
      );
    } catch (error) {
      signal.throwIfAborted();
      if (timeLimit.aborted) {
        throw new SpeechEngineError('timeout', true, `no answer within ${timeoutMs} ms`, { cause: error });
      }
      throw toSpeechEngineError(error);
    } finally {
      bytes.destroy();
    }
  }
}

async function openRecording(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw new SpeechEngineError('rejected', false, 'the recording cannot be read', { cause });
  }
}

/** Each model family answers with times in its own format, and the plain transcribers without any. */
function answerFormat(model: string): AnswerFormat {
  if (model.includes('diarize')) return 'diarized_json';
  return /^gpt-.*transcribe/.test(model) ? 'json' : 'verbose_json';
}

function toSpeechEngineError(error: unknown): SpeechEngineError {
  const { code, isRetryable, message, cause, retryAfterMs } = readApiFailure(error);
  return new SpeechEngineError(code, isRetryable, message, { cause, retryAfterMs });
}
