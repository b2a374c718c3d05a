import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { toast } from '../../components/ui/toast-store';
import { languageHeader, upload } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { SavedRecording } from '../../lib/api/api-types';
import { Bell } from '../../lib/bell';
import { hashOf } from '../../lib/browser/files';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { fileNameFor } from '../recording/engine/chunk-recorder';
import type { DraftRecording as Take } from '../recording/engine/recorder-state';
import type { TransferProgress as TransferNews } from '../recording/upload/chunk-transfer';
import { untilAnswered } from '../recording/upload/retry';
import { showSaved as announceSaved, uploads } from '../recording/upload/upload-queue';
import type { ServerState } from './draft-recording';

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
 * Brings a draft recording to the server as an agreement, and says so.
 * @returns the agreement's number
 * @throws ApiError what the server will not take
 */
async function saveRecording(input: SaveInput): Promise<string> {
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

const NOTHING_SENT: TransferNews = { waitsFor: null, share: 0 };

interface SaveOrder {
  take: Take;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
}

/** Brings a draft recording to the server and knows how far it is. It goes on when the screen is gone. */
export function useSave(take: Take | null, onSaved: (agreementId: string) => void) {
  const [news, setNews] = useState(NOTHING_SENT);
  const bell = useRef(new Bell());

  const save = useMutation({
    mutationFn: (order: SaveOrder) => {
      setNews(NOTHING_SENT);
      return saveRecording({ ...order, onNews: setNews, bell: bell.current });
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: t.common.error, text: sentenceOf(error, t.deal.saveFallback), tone: 'destructive' });
    },
  });

  const takeId = take?.id;
  useEffect(() => {
    if (takeId) return () => uploads.leave(takeId);
  }, [takeId]);

  // What an earlier visit sent off goes on, even where nothing but the draft recordings themselves could be remembered.
  useEffect(() => {
    uploads.resume().catch(() => undefined);
  }, []);

  // What lies on this device is neither lost nor stopped by leaving.
  useLeaveWarning(take !== null && !take.isOnDevice && !save.isSuccess);

  const { isPending, isSuccess, error } = save;
  const isMismatch = error instanceof ApiError && error.code === 'hash_mismatch';
  const server: ServerState = isSuccess
    ? 'safe'
    : isPending
      ? (news.waitsFor ?? 'sending')
      : isMismatch
        ? 'mismatch'
        : 'later';

  return {
    save,
    server,
    /** What the server has confirmed, 0 to 1. */
    progress: news.share,
    waitsFor: isPending ? news.waitsFor : null,
    retry: () => {
      bell.current.ring();
      if (takeId) uploads.retry(takeId);
    },
    /** Ends sending: the person records again. */
    cancel: async () => {
      if (takeId) await uploads.cancel(takeId);
      save.reset();
    },
  };
}
