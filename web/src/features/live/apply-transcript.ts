import type { LiveAgreement, TranscriptView } from '../../lib/api/api-types';

const ENDED = new Set(['done', 'failed']);

/** Writes progress into a transcript that is being made; how it ended is only told together with its words. */
export function applyProgress(transcript: TranscriptView, live: LiveAgreement): TranscriptView {
  const { status, percent } = transcript;
  if (ENDED.has(status) || (live.stage && ENDED.has(live.stage))) return transcript;
  return {
    ...transcript,
    status: live.stage ?? status,
    percent: live.percent ?? (live.stage && live.stage !== status ? 0 : percent),
  };
}

/** Whether an event tells of more than progress: another state, or words that are not here yet. */
export function isNews(transcript: TranscriptView | undefined, live: LiveAgreement): boolean {
  if (!transcript || live.status !== null) return true;
  if (live.stage !== null && live.stage !== transcript.status) return true;
  // Something happened that is in no transcript: who agreed was confirmed or objected to.
  if (live.stage === null && live.percent === null && live.segmentCount === null) return true;
  return (live.segmentCount ?? 0) > transcript.segments.length;
}
