import { upload } from '../../lib/api-client';
import type { SavedRecording } from '../../lib/api-types';
import { fileNameFor } from '../recorder/engine/mime';
import type { Take } from '../recorder/engine/recorder';
import { type Details, toDraft } from './details';

/** SHA-256 of the sound as hex; null where the browser offers none (plain http). */
export async function hashOf(blob: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface SaveInput {
  details: Details;
  take: Take;
  photo: File | null;
  backupTranscript: string;
  onProgress: (share: number) => void;
}

/** Sends a take and its details; the data goes first, so that the server can refuse early. */
export function saveRecording(input: SaveInput): Promise<SavedRecording> {
  const form = new FormData();
  form.append('agreementData', JSON.stringify(toDraft(input.details, input.backupTranscript)));
  form.append('audio', input.take.blob, fileNameFor(input.take.mime));
  if (input.photo) form.append('photo', input.photo, input.photo.name);
  return upload<SavedRecording>('/api/agreements/temporary', form, { onProgress: input.onProgress });
}
