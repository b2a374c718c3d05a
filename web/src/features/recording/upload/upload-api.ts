import { languageHeader, request } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import { upload } from '../../../lib/api/upload';
import { getSession } from '../../../lib/session/session';
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
  /** `userId` of who sent it off; what a visitor did, or somebody else, is begun for no account. */
  begin(userId: number | undefined): Promise<UploadTarget>;
  kept(target: UploadTarget): Promise<ReceivedChunk[]>;
  /** Answers the SHA-256 of what arrived. */
  put(target: UploadTarget, n: number, data: Blob, signal: AbortSignal): Promise<string>;
  finalize(target: UploadTarget, finish: FinalizeInput, signal: AbortSignal): Promise<SavedRecording>;
}

/**
 * Whose a recording is that is saved now, as far as this page knows: the session of the browser may be another one's. Of
 * somebody else's recording nobody is told to be the owner. @param userId of who sent it off
 */
export function shownAccount(userId: number | undefined): { 'x-account-id'?: string } {
  const { user } = getSession();
  return user && user.id === userId ? { 'x-account-id': String(user.id) } : {};
}

const ANSWER_MS = 30_000;
const paramsOf = ({ recordingId, uploadToken }: UploadTarget) => ({
  path: { recordingId },
  header: { 'x-upload-token': uploadToken },
});

/** The server behind this page. */
export const uploadApi: UploadApi = {
  begin: (userId) =>
    request('post', '/api/recordings', {
      params: { header: shownAccount(userId) },
      signal: AbortSignal.timeout(ANSWER_MS),
    }),

  async kept(target) {
    const options = { params: paramsOf(target), signal: AbortSignal.timeout(ANSWER_MS) };
    return (await request('get', '/api/recordings/{recordingId}', options)).chunks;
  },

  async put(target, n, data, signal) {
    try {
      const { path, header } = paramsOf(target);
      const kept = await upload('put', '/api/recordings/{recordingId}/chunks/{n}', data, {
        params: { path: { ...path, n: String(n) }, header },
        headers: { 'Content-Type': 'application/octet-stream' },
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
    return upload('post', '/api/recordings/{recordingId}/finalize', form, {
      params: paramsOf(target),
      headers: languageHeader(),
      signal,
    });
  },
};
