import { queryOptions } from '@tanstack/react-query';
import { languageHeader, request } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import type { PendingTranscript, Spoken, TranscribedDraft } from '../../../lib/api/api-types';
import { upload } from '../../../lib/api/upload';

export type TranscriptAnswer = TranscribedDraft | PendingTranscript;

/** The contract to record. */
export function agreementQuery(agreementId: string) {
  return queryOptions({
    queryKey: [`/api/agreements/${encodeURIComponent(agreementId)}`, 'record'] as const,
    // Payment and other people change it: what counts is how it is when the screen opens.
    staleTime: 0,
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/{agreementId}', { params: { path: { agreementId } }, signal }),
  });
}

/** What became of the recording that was processed before; null when none was. */
export function earlierTranscriptQuery(agreementId: string) {
  return queryOptions({
    queryKey: [`/api/agreements/${encodeURIComponent(agreementId)}/take`] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<TranscriptAnswer | null> => {
      try {
        return await readTranscript(agreementId, signal);
      } catch (error) {
        if (
          error instanceof ApiError &&
          (error.code === 'not_ready' || error.code === 'transcription_failed')
        )
          return null;
        throw error;
      }
    },
  });
}

/** How far the transcript of the recording is. */
export function readTranscript(agreementId: string, signal: AbortSignal): Promise<TranscriptAnswer> {
  return request('get', '/api/agreements/{agreementId}/take', { params: { path: { agreementId } }, signal });
}

/** Whether the words are there. */
export function isTranscribed(answer: TranscriptAnswer): answer is TranscribedDraft {
  return 'transcript' in answer;
}

interface SendOptions {
  /** The same each time one sending is repeated: what was stored, and replaced since, stays replaced. */
  key: string;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a recording for processing; the answer comes when it is stored, the words usually later. */
export function sendRecording(
  agreementId: string,
  { blob, name, spoken }: { blob: Blob; name: string; spoken: Spoken },
  { key, ...options }: SendOptions,
): Promise<TranscriptAnswer> {
  const form = new FormData();
  form.append('agreementId', agreementId);
  form.append('spoken', JSON.stringify(spoken));
  form.append('audio', blob, name);
  return upload('post', '/api/transcribe', form, {
    ...options,
    headers: { ...languageHeader(), Prefer: 'respond-async', 'Idempotency-Key': key },
  });
}
