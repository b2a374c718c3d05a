import { SpeechEngineError, type TranscriptSegment } from './speech-engine.js';

export type AnswerFormat = 'diarized_json' | 'verbose_json' | 'json';

/** Whisper's own rule for a stretch in which nobody speaks and the words are made up. */
const SILENCE_PROBABILITY = 0.6;
const SILENCE_LOG_PROBABILITY = -1;

/**
 * Reads a transcription answer. Compatible servers differ in what they leave out, so nothing but the text is relied
 * on; without segments the text stands for the whole recording.
 * @throws SpeechEngineError `unavailable` when the answer is not a transcription.
 */
export function readAnswer(
  answer: unknown,
  format: AnswerFormat,
  durationSeconds: number,
): { segments: TranscriptSegment[]; language: string | null } {
  if (!isRecord(answer) || typeof answer.text !== 'string') {
    throw new SpeechEngineError('unavailable', true, `the answer is not a ${format} transcription`);
  }
  const language = typeof answer.language === 'string' ? answer.language : null;
  if (!Array.isArray(answer.segments)) {
    const whole = { start: 0, end: durationSeconds, text: answer.text, speaker: null, confidence: null };
    return { segments: [whole], language };
  }
  return { segments: answer.segments.filter(isRecord).filter(isSpoken).map(toSegment), language };
}

function toSegment(segment: Record<string, unknown>): TranscriptSegment {
  const logProbability = segment.avg_logprob;
  return {
    start: Number(segment.start),
    end: Number(segment.end),
    text: typeof segment.text === 'string' ? segment.text : '',
    speaker: typeof segment.speaker === 'string' ? segment.speaker : null,
    confidence:
      typeof logProbability === 'number'
        ? Math.min(1, Math.round(Math.exp(logProbability) * 1000) / 1000)
        : null,
  };
}

function isSpoken(segment: Record<string, unknown>): boolean {
  return !(
    Number(segment.no_speech_prob) > SILENCE_PROBABILITY &&
    Number(segment.avg_logprob) < SILENCE_LOG_PROBABILITY
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
