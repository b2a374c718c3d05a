import { t } from '#texts/common';
import { upload } from '../../../lib/api/api-client';
import { ApiError } from '../../../lib/api/api-error';
import type { SavedRecording } from '../../../lib/api/api-types';
import { languageHeader } from '../../../lib/api/language-header';
import type { Bell } from '../../../lib/bell';
import { hashOf } from '../../../lib/sha256';
import { fileNameFor } from '../../recording/engine/chunk-recorder';
import type { DraftRecording as Take } from '../../recording/engine/recorder-state';
import type { TransferProgress as TransferNews } from '../../recording/upload/chunk-transfer';
import { untilAnswered } from '../../recording/upload/retry';
import { showSaved as announceSaved, uploads } from '../../recording/upload/upload-queue';

interface SaveInput {
  take: Take;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
  onNews: (news: TransferNews) => void;
  /** Rung for another try at once. */
  bell: Bell;
}

/**
 * Brings a take to the server as an agreement, and says so.
 * @returns the agreement's number
 * @throws ApiError what the server will not take
 */
export async function saveRecording(input: SaveInput): Promise<string> {
  const { take, agreementData, photo, onNews } = input;
  if (take.isOnDevice) {
    try {
      return await uploads.send({ takeId: take.id, sound: take.blob, agreementData, photo }, onNews);
    } catch (error) {
      if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
        throw error;
      // The device keeps nothing (any more): the sound in memory is sent in one piece.
    }
  }
  return sendWhole(input);
}

/** The data goes first, so that the server can refuse early. */
async function sendWhole({ take, agreementData, photo, onNews, bell }: SaveInput): Promise<string> {
  let share = 0;
  const send = () => {
    const form = new FormData();
    form.append('agreementData', agreementData);
    form.append('audio', take.blob, fileNameFor(take.mime));
    if (photo) form.append('photo', photo, photo.name);
    share = 0;
    return upload<SavedRecording>('/api/agreements/temporary', form, {
      headers: languageHeader(),
      onProgress: (sent) => {
        share = sent;
        onNews({ waitsFor: null, share });
      },
    });
  };
  const saved = await untilAnswered(send, {
    // Once everything was sent it may have been saved: sending it again could make a second agreement.
    mayRepeat: () => share < 1,
    onWait: (waitsFor) => onNews({ waitsFor, share: 0 }),
    signal: new AbortController().signal,
    bell,
  });
  const own = await hashOf(take.blob).catch(() => null);
  if (own !== null && own !== saved.sha256)
    throw new ApiError(0, 'hash_mismatch', t.safe.mismatch, t.safe.mismatch);
  announceSaved(saved, agreementData);
  return saved.agreementId;
}
