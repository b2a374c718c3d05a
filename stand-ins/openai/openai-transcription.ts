import { fieldOf, type TranscriptionRequest } from './openai-request.js';

/** What a test wants the recording to say. Times in seconds. */
export interface ScriptedTranscript {
  duration: number;
  /** Default: the segments' texts, joined. */
  text?: string;
  /** Default `english`. */
  language?: string;
  segments: {
    start: number;
    end: number;
    text: string;
    /** Default `A`. */
    speaker?: string;
    /** Default -0.25. */
    avgLogprob?: number;
    /** Default 0.01. */
    noSpeechProb?: number;
    /** Default 1.2. */
    compressionRatio?: number;
    /** Default: the text's words, evenly spread over the segment. */
    words?: { word: string; start: number; end: number }[];
  }[];
}

/** What a recogniser that lost itself gives: one word hundreds of times, and characters that are none. */
export function nonsense(duration: number): ScriptedTranscript {
  return {
    duration,
    segments: [
      { start: 0, end: duration, text: 'you '.repeat(300).trim(), compressionRatio: 14.6 },
      { start: duration, end: duration + 30, text: '\u0000\u001b\ufffd\ud800 ♪♪' },
    ],
  };
}

/** Writes the scripted transcript in the format that was asked for. */
export function writeTranscription(
  script: ScriptedTranscript,
  request: TranscriptionRequest,
): { contentType: string; body: string } {
  const text = script.text ?? script.segments.map((segment) => segment.text).join(' ');
  const usage = { type: 'duration', seconds: Math.ceil(script.duration) };
  const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });
  switch (fieldOf(request, 'response_format')) {
    case 'text':
      return { contentType: 'text/plain; charset=utf-8', body: `${text}\n` };
    case 'diarized_json':
      return json({ task: 'transcribe', duration: script.duration, text, segments: diarized(script), usage });
    case 'verbose_json':
      return json({
        task: 'transcribe',
        language: script.language ?? 'english',
        duration: script.duration,
        text,
        ...(wants(request, 'word') ? { words: words(script) } : {}),
        // Segments are what the service gives when no granularity is asked for.
        ...(wants(request, 'segment') || !wants(request, 'word') ? { segments: verbose(script) } : {}),
        usage,
      });
    default:
      return json({ text, usage });
  }
}

function wants(request: TranscriptionRequest, granularity: string): boolean {
  return request.fields.some(
    ([name, value]) => name === 'timestamp_granularities[]' && value === granularity,
  );
}

function diarized(script: ScriptedTranscript): object[] {
  return script.segments.map((segment, index) => ({
    type: 'transcript.text.segment',
    id: `seg_${String(index + 1).padStart(3, '0')}`,
    start: segment.start,
    end: segment.end,
    text: segment.text,
    speaker: segment.speaker ?? 'A',
  }));
}

function verbose(script: ScriptedTranscript): object[] {
  return script.segments.map((segment, index) => ({
    id: index,
    seek: 0,
    start: segment.start,
    end: segment.end,
    text: ` ${segment.text}`,
    tokens: [],
    temperature: 0,
    avg_logprob: segment.avgLogprob ?? -0.25,
    compression_ratio: segment.compressionRatio ?? 1.2,
    no_speech_prob: segment.noSpeechProb ?? 0.01,
  }));
}

function words(script: ScriptedTranscript): object[] {
  return script.segments.flatMap((segment) => {
    if (segment.words) return segment.words;
    const spoken = segment.text.split(/\s+/).filter(Boolean);
    const step = (segment.end - segment.start) / Math.max(1, spoken.length);
    return spoken.map((word, index) => ({
      word,
      start: segment.start + index * step,
      end: segment.start + (index + 1) * step,
    }));
  });
}
