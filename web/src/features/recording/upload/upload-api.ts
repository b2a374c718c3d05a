import { call, languageHeader, upload } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import type { PendingUpload, UploadTarget } from '../drafts/draft-db';

/** A chunk that the server has. */
export interface ReceivedChunk {
  n: number;
  bytes: number;
}

/** What is sent when all chunks are there. */
export interface FinalizeInput {
  agreementData: string;
  photo: PendingUpload['photo'];
  /** How many chunks the sound has. */
  chunks: number;
}

/** The calls that bring a draft to the server chunk by chunk. */
export interface UploadApi {
  begin(): Promise<UploadTarget>;
  kept(target: UploadTarget): Promise<ReceivedChunk[]>;
  /** Answers the SHA-256 of what arrived. */
  put(target: UploadTarget, n: number, data: Blob, signal: AbortSignal): Promise<string>;
  finalize(target: UploadTarget, finish: FinalizeInput, signal: AbortSignal): Promise<SavedRecording>;
}

const ANSWER_MS = 30_000;
const path = (target: UploadTarget, rest = '') =>
  `/api/recordings/${encodeURIComponent(target.recordingId)}${rest}`;
const token = (target: UploadTarget) => ({ 'x-upload-token': target.uploadToken });

/** The server behind this page. */
export const uploadApi: UploadApi = {
  begin: () =>
    call<UploadTarget>('/api/recordings', { method: 'POST', signal: AbortSignal.timeout(ANSWER_MS) }),

  async kept(target) {
    const options = { headers: token(target), signal: AbortSignal.timeout(ANSWER_MS) };
    const list = await call<{ chunks: ReceivedChunk[] }>(path(target), options);
    return list.chunks;
  },

  async put(target, n, data, signal) {
    try {
      const kept = await upload<{ sha256: string }>(path(target, `/chunks/${n}`), data, {
        method: 'PUT',
        headers: { ...token(target), 'Content-Type': 'application/octet-stream' },
        answerMs: ANSWER_MS,
        signal,
      });
      return kept.sha256;
    } catch (error) {
      // A chunk is bytes and nothing else: what the server finds wrong with it is that some are missing.
      if (error instanceof ApiError && error.code === 'invalid_input')
        throw new ApiError(0, 'unreachable', error.message);
      throw error;
    }
  },

  finalize(target, { agreementData, photo, chunks }, signal) {
    const form = new FormData();
    form.append('agreementData', agreementData);
    form.append('chunks', String(chunks));
    if (photo) form.append('photo', new File([photo.data], photo.name, { type: photo.type }));
    return upload<SavedRecording>(path(target, '/finalize'), form, {
      headers: { ...languageHeader(), ...token(target) },
      signal,
    });
  },
};
