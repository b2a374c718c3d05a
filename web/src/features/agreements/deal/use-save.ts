import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import { Bell } from '../../../lib/bell';
import { useLeaveWarning } from '../../../lib/browser/use-leave-warning';
import type { DraftRecording as Take } from '../../recording/engine/recorder-state';
import type { TransferProgress as TransferNews } from '../../recording/upload/chunk-transfer';
import { uploads } from '../../recording/upload/upload-queue';
import type { ServerState } from './proof-strip';
import { saveRecording } from './save-recording';

const NOTHING_SENT: TransferNews = { waitsFor: null, share: 0 };

export interface SaveOrder {
  take: Take;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
}

/** Brings a take to the server and knows how far it is. It goes on when the screen is gone. */
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

  // What an earlier visit sent off goes on, even where nothing but the takes themselves could be remembered.
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
