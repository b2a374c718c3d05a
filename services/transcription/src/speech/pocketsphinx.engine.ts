import { MediaError, runMediaTool, sniffFile, WAITED_FOR_NICENESS } from '#media';
import type { TranscriptSegment } from '../recordings/recordings.module.js';
import {
  type SpeechEngine,
  SpeechEngineError,
  type SpeechInput,
  type SpeechOptions,
  type Transcript,
  toTranscript,
} from './speech-engine.js';

/**
 * How much the language counts beside the sound. Of two real recordings 54.5 and 81.5 % of the words were wrong with the
 * program's own 6.5, 36.4 and 77.8 % with this.
 */
const LANGUAGE_WEIGHT = '5';
/** Far above the usual one to two times real time, for a machine under load. */
const TIME_LIMIT_FACTOR = 10;
const LEAST_TIME_LIMIT_MS = 120_000;

/** Offline recognition of English with Carnegie Mellon's PocketSphinx. Does not tell speakers apart. */
export class PocketSphinxEngine implements SpeechEngine {
  readonly name = 'pocketsphinx';
  readonly takes = 'wav';
  readonly isDraft = true;
  readonly parallelParts = 2;
  readonly tellsSpeakers = false;
  readonly languages = ['en'];

  isReady(): boolean {
    return true;
  }

  /** It is a program of this machine. */
  async answers(): Promise<boolean> {
    return true;
  }

  async transcribe(input: SpeechInput, options: SpeechOptions): Promise<Transcript> {
    options.signal.throwIfAborted();
    // PocketSphinx takes anything without a WAV header for samples.
    const type = await sniffFile(input.path).catch(() => null);
    if (type?.extension !== 'wav') {
      throw new SpeechEngineError('rejected', false, 'the recording is not a WAV file');
    }
    const output = new PocketSphinxOutput();
    let reported = 0;
    const onOutput = (chunk: Buffer) => {
      const position = output.write(chunk);
      if (position === null) return;
      const percent = Math.min(99, Math.floor((position / input.durationSeconds) * 100));
      if (percent <= reported) return;
      reported = percent;
      options.onProgress(percent);
    };

    const result = await runMediaTool(
      'pocketsphinx_continuous',
      ['-infile', input.path, '-time', 'yes', '-lw', LANGUAGE_WEIGHT],
      {
        timeoutMs: Math.max(LEAST_TIME_LIMIT_MS, input.durationSeconds * 1000 * TIME_LIMIT_FACTOR),
        signal: options.signal,
        niceness: WAITED_FOR_NICENESS,
        onOutput,
      },
    ).catch((error: unknown) => {
      throw error instanceof MediaError ? toEngineError(error) : error;
    });
    if (result.exitCode !== 0) {
      throw new SpeechEngineError('rejected', false, lastError(result.stderr));
    }
    const transcript = toTranscript(output.finish(), input.durationSeconds, 'en');
    options.onProgress(100);
    return transcript;
  }
}

function toEngineError(cause: MediaError): SpeechEngineError {
  return cause.code === 'timeout'
    ? new SpeechEngineError('timeout', true, cause.message, { cause })
    : new SpeechEngineError('unavailable', true, cause.message, { cause });
}

function lastError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^(?:ERROR|FATAL)/.test(line));
  return lines.at(-1)?.slice(0, 300) ?? 'pocketsphinx could not read the recording';
}

interface Word {
  text: string;
  start: number;
  end: number;
  posterior: number;
}

const WORD_LINE = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;
const VARIANT = /\(\d+\)$/;
/** A word the recogniser is lost on reports almost zero, which would drag a whole sentence down. */
const LEAST_POSTERIOR = 0.001;

/**
 * Reads what `pocketsphinx_continuous -time yes` prints: for every utterance its text on one line, then a line
 * `word start end posterior` for each word and filler, in seconds from the start of the file.
 */
export class PocketSphinxOutput {
  readonly segments: TranscriptSegment[] = [];
  private rest = '';
  private words: Word[] = [];

  /** @returns the second up to which the recording has been recognised, or null when this piece does not say. */
  write(chunk: Buffer): number | null {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = lines.pop() ?? '';
    let position: number | null = null;
    for (const line of lines) position = this.line(line.trim()) ?? position;
    return position;
  }

  finish(): TranscriptSegment[] {
    this.line(this.rest.trim());
    this.rest = '';
    this.endUtterance();
    return this.segments;
  }

  private line(line: string): number | null {
    const [, text, start, end, posterior] = WORD_LINE.exec(line) ?? [];
    if (text === undefined) {
      this.endUtterance();
      return null;
    }
    if (!FILLER.test(text)) {
      this.words.push({
        text: text.replace(VARIANT, ''),
        start: Number(start),
        end: Number(end),
        posterior: Number(posterior),
      });
    }
    return Number(end);
  }

  private endUtterance(): void {
    const [first] = this.words;
    const last = this.words.at(-1);
    if (!first || !last) return;
    this.segments.push({
      start: first.start,
      end: last.end,
      text: this.words.map((word) => word.text).join(' '),
      speaker: null,
      confidence: geometricMean(this.words.map((word) => word.posterior)),
      words: this.words.map(({ text, start, end, posterior }) => ({
        text,
        start,
        end,
        confidence: Math.round(Math.min(posterior, 1) * 1000) / 1000,
      })),
    });
    this.words = [];
  }
}

function geometricMean(posteriors: number[]): number {
  const logs = posteriors.map((p) => Math.log(Math.min(Math.max(p, LEAST_POSTERIOR), 1)));
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  return Math.round(mean * 1000) / 1000;
}
