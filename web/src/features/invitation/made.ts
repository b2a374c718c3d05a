import type { LiveAgreement, TranscriptStage } from '../../lib/api/api-types';

/** How far the transcript of an answered invitation is. */
export type Made =
  | { state: 'working'; stage: Exclude<TranscriptStage, 'none'>; percent: number }
  | { state: 'ready' }
  | { state: 'paused' };

/** What is known after a live event; a finished transcript stays finished, whatever comes late. */
export function withNews(known: Made | null, { status, stage, percent }: LiveAgreement): Made | null {
  if (known?.state === 'ready' || status === 'completed') return { state: 'ready' };
  if (stage === null) return known;
  if (stage === 'failed') return { state: 'paused' };
  // Written, but not sealed and sent yet.
  if (stage === 'done') return { state: 'working', stage: 'sealing', percent: 100 };
  return { state: 'working', stage, percent: percent ?? 0 };
}
