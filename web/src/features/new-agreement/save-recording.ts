import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { toast } from '../../components/ui/toast-store';
import { languageHeader } from '../../lib/api/api-client';
import { ApiError } from '../../lib/api/api-error';
import { upload } from '../../lib/api/upload';
import { hashOf } from '../../lib/browser/files';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { Waker } from '../../lib/waker';
import { setAside } from '../recording/drafts/draft-recovery';
import { fileNameFor } from '../recording/engine/chunk-recorder';
import { type DraftRecording, draftLoss } from '../recording/engine/recorder-state';
import type { TransferProgress } from '../recording/upload/chunk-transfer';
import { untilAnswered } from '../recording/upload/retry';
import { senderOf } from '../recording/upload/sender';
import { shownAccount } from '../recording/upload/upload-api';
import { endOf, showSaved, uploads } from '../recording/upload/upload-queue';
import { type ServerState, saveFailure } from './draft-recording';

interface SaveInput {
  draft: DraftRecording;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
  onProgress: (progress: TransferProgress) => void;
  /** No later page can go on with it. */
  onPageNeeded: () => void;
  /** Woken for another try at once. */
  waker: Waker;
  /** Aborted when the person wants this draft no longer. */
  signal: AbortSignal;
}

/**
 * Brings a draft recording to the server as an agreement, and says so.
 * @returns the agreement's number
 * @throws ApiError what the server will not take
 */
async function saveRecording(input: SaveInput): Promise<string> {
  const { draft, agreementData, photo, onProgress } = input;
  if (draft.isOnDevice) {
    const { id: draftId, blob: sound, settled, userId } = draft;
    try {
      return await uploads.send({ draftId, sound, settled, agreementData, photo, userId }, onProgress);
    } catch (error) {
      if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
        throw error;
      // The device keeps nothing (any more): the sound in memory is sent in one piece.
    }
  }
  return sendWhole(input);
}

/** A device that has not answered by then is not waited for any longer, in ms. */
const SET_ASIDE_MS = 2000;

/** The data goes first, so that the server can refuse early. */
async function sendWhole(input: SaveInput): Promise<string> {
  const { draft, agreementData, photo, onProgress, onPageNeeded, waker, signal } = input;
  const userId = senderOf(draft);
  onPageNeeded();
  let share = 0;
  const send = () => {
    const form = new FormData();
    form.append('agreementData', agreementData);
    form.append('audio', draft.blob, fileNameFor(draft.mime));
    if (photo) form.append('photo', photo, photo.name);
    share = 0;
    return upload('post', '/api/agreements/temporary', form, {
      params: { header: shownAccount(userId) },
      headers: languageHeader(),
      signal,
      onProgress: (sent) => {
        share = sent;
        onProgress({ waitsFor: null, share });
      },
    });
  };
  const saved = await untilAnswered(send, {
    // Once everything was sent it may have been saved: sending it again could make a second agreement.
    mayRepeat: () => share < 1,
    onWait: (waitsFor) => onProgress({ waitsFor, share: 0 }),
    ...{ waker, signal },
  });
  const own = await hashOf(draft.blob).catch(() => null);
  signal.throwIfAborted();
  if (own !== null && own !== saved.sha256)
    throw new ApiError(0, 'hash_mismatch', recordTexts.safe.mismatch, recordTexts.safe.mismatch);
  await endOf(setAside(draft.id, saved.agreementId), SET_ASIDE_MS, signal);
  showSaved(saved, agreementData, userId ?? null);
  return saved.agreementId;
}

const NOTHING_SENT: TransferProgress = { waitsFor: null, share: 0 };

interface SaveOrder {
  draft: DraftRecording;
  /** JSON of the agreement's data. */
  agreementData: string;
  photo: File | null;
}

/** Brings a draft recording to the server and knows how far it is. It goes on when the screen is gone. */
export function useSave(draft: DraftRecording | null, onSaved: (agreementId: string) => void) {
  const [progress, setProgress] = useState(NOTHING_SENT);
  const [isPageNeeded, setPageNeeded] = useState(false);
  const waker = useRef(new Waker());
  /** Ends the save that was begun last. */
  const control = useRef<AbortController>(null);

  const save = useMutation({
    mutationFn: async (order: SaveOrder) => {
      control.current = new AbortController();
      const { signal } = control.current;
      setProgress(NOTHING_SENT);
      setPageNeeded(false);
      const input = {
        ...{ ...order, onProgress: setProgress, waker: waker.current, signal },
        onPageNeeded: () => setPageNeeded(true),
      };
      const agreementId = await saveRecording(input);
      signal.throwIfAborted();
      return agreementId;
    },
    onSuccess: onSaved,
    onError: (error, order) => {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: t.common.error, text: saveFailure(error, order.draft), tone: 'destructive' });
    },
  });

  const draftId = draft?.id;
  useEffect(() => {
    if (draftId) return () => uploads.leave(draftId);
  }, [draftId]);

  // What an earlier visit sent off goes on, even where nothing but the draft recordings themselves could be remembered.
  useEffect(() => {
    uploads.resume().catch(() => undefined);
  }, []);

  const { isPending, isSuccess, error } = save;
  // What lies on this device is not lost by leaving, nor stopped where a later page goes on with it.
  useLeaveWarning(draftLoss(draft, { isPending: isPending && isPageNeeded, isSuccess }));

  const isMismatch = error instanceof ApiError && error.code === 'hash_mismatch';
  const server: ServerState = isSuccess
    ? 'safe'
    : isPending
      ? (progress.waitsFor ?? 'sending')
      : isMismatch
        ? 'mismatch'
        : 'later';

  return {
    save,
    server,
    /** What the server has confirmed, 0 to 1. */
    progress: progress.share,
    waitsFor: isPending ? progress.waitsFor : null,
    /** Whether it is sent even when this page is closed meanwhile. */
    survivesClosing: !isPageNeeded,
    retry: () => {
      waker.current.wake();
      if (draftId) uploads.retry(draftId);
    },
    /** Ends sending: the person records again. */
    cancel: async () => {
      control.current?.abort();
      // First, as a device that keeps nothing cannot drop anything either.
      save.reset();
      if (draftId) await uploads.cancel(draftId);
    },
  };
}
