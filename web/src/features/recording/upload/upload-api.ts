import { call, upload } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import { languageHeader } from '../../../lib/api/language-header';
import type { PendingUpload, UploadPlace } from '../drafts/draft-db';

/** A part that the server has. */
export interface KeptPart {
  n: number;
  bytes: number;
}

/** What is sent when all parts are there. */
export interface Finish {
  agreementData: string;
  photo: PendingUpload['photo'];
  /** How many parts the sound has. */
  parts: number;
}

/** The calls that bring a take to the server part by part. */
export interface PartServer {
  begin(): Promise<UploadPlace>;
  kept(place: UploadPlace): Promise<KeptPart[]>;
  /** Answers the SHA-256 of what arrived. */
  put(place: UploadPlace, n: number, data: Blob, signal: AbortSignal): Promise<string>;
  finalize(place: UploadPlace, finish: Finish, signal: AbortSignal): Promise<SavedRecording>;
}

const ANSWER_MS = 30_000;
const path = (place: UploadPlace, rest = '') =>
  `/api/recordings/${encodeURIComponent(place.recordingId)}${rest}`;
const token = (place: UploadPlace) => ({ 'x-upload-token': place.uploadToken });

/** The server behind this page. */
export const partServer: PartServer = {
  begin: () =>
    call<UploadPlace>('/api/recordings', { method: 'POST', signal: AbortSignal.timeout(ANSWER_MS) }),

  async kept(place) {
    const options = { headers: token(place), signal: AbortSignal.timeout(ANSWER_MS) };
    const list = await call<{ chunks: KeptPart[] }>(path(place), options);
    return list.chunks;
  },

  async put(place, n, data, signal) {
    try {
      const kept = await upload<{ sha256: string }>(path(place, `/chunks/${n}`), data, {
        method: 'PUT',
        headers: { ...token(place), 'Content-Type': 'application/octet-stream' },
        answerMs: ANSWER_MS,
        signal,
      });
      return kept.sha256;
    } catch (error) {
      // A part is bytes and nothing else: what the server finds wrong with it is that some are missing.
      if (error instanceof ApiError && error.code === 'invalid_input')
        throw new ApiError(0, 'unreachable', error.message);
      throw error;
    }
  },

  finalize(place, { agreementData, photo, parts }, signal) {
    const form = new FormData();
    form.append('agreementData', agreementData);
    form.append('chunks', String(parts));
    if (photo) form.append('photo', new File([photo.data], photo.name, { type: photo.type }));
    return upload<SavedRecording>(path(place, '/finalize'), form, {
      headers: { ...languageHeader(), ...token(place) },
      signal,
    });
  },
};
