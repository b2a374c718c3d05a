import type { TranscriptSegment } from './speech-engine.js';

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
