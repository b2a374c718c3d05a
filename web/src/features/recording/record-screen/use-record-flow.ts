import { useEffect, useEffectEvent, useState } from 'react';
import { recordTexts } from '#texts/record';
import { recordScreenTexts as text } from '#texts/record-screen';
import { toast } from '../../../components/ui/toast-store';
import type { AgreementView } from '../../../lib/api/api-types';
import { useLeaveWarning } from '../../../lib/browser/hooks';
import { getSession } from '../../../lib/session/session';
import type { ServerState } from '../../new-agreement/draft-recording';
import { setAside } from '../drafts/draft-recovery';
import { fileNameFor } from '../engine/chunk-recorder';
import { type DraftRecording, draftLoss, openRecordingLoss } from '../engine/recorder-state';
import { spokenIn } from '../spoken';
import { isRefusedAsTooLong, useChosenFile } from '../ui/chosen-file';
import { useRecordAgain } from '../ui/record-again';
import { useFingerprint, useRecorder } from '../ui/use-recorder';
import { type Failure, failureOf, isClosed, tellSignedOut, useTranscription } from './use-transcription';

type RecordView = 'record' | 'review' | 'following' | 'fallback' | 'transcript';

/** Everything the recording screen knows, from the microphone to the transcript. */
export function useRecordFlow(agreement: AgreementView, token: string, limitSeconds: number) {
  const { agreementId, partyAName, partyBName } = agreement;
  const { recorder, snapshot } = useRecorder(limitSeconds);
  const {
    process: processing,
    sent,
    isStored,
    waitsFor,
    retry,
    progress,
    reset,
  } = useTranscription(agreementId, token);
  const { draft, state } = snapshot;
  const again = useRecordAgain(recorder, snapshot);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const hash = useFingerprint(draft);
  // The server has it, but no words of it.
  const isUnread = refusal?.kind === 'fallback';

  useLeaveWarning(
    openRecordingLoss(snapshot) ??
      draftLoss(draft, {
        isPending: processing.isPending && !isStored,
        isSuccess: isStored || isUnread,
      }),
  );

  useEffect(() => {
    // Where it is blocked, the panel says this itself.
    if (state === 'nodevice' || state === 'failed')
      toast({ title: recordTexts.recorder.blocked, tone: 'destructive' });
  }, [state]);

  const onStopped = useEffectEvent(() => {
    if (draft?.isOnDevice && getSession().token === null) tellSignedOut();
  });
  useEffect(() => {
    if (state === 'stopped') onStopped();
  }, [state]);

  const fail = (failure: Failure) => {
    setRefusal(failure);
    if (isClosed(failure)) {
      // The screen that says so offers what is on the device.
      if (recorder.getSnapshot().draft?.isOnDevice) recorder.reset();
      if (again.before?.isOnDevice) again.letGo();
    }
    if (failure.kind === 'fallback') {
      toast({ title: text.failure.fallback, text: text.failure.fallbackText, tone: 'destructive' });
    }
  };

  const start = (sound: DraftRecording | null) => {
    setRefusal(null);
    if (sound && sound.blob.size === 0) {
      toast({ title: text.review.noRecording, text: text.review.noRecordingText, tone: 'destructive' });
      return;
    }
    if (sound && isRefusedAsTooLong(sound, limitSeconds)) {
      // A new object each time: the screen asks its question for every refusal.
      fail({ kind: 'too-long' });
      return;
    }
    processing.mutate(
      sound && {
        blob: sound.blob,
        name: sound.fileName ?? fileNameFor(sound.mime),
        spoken: spokenIn(sound),
        isOnDevice: sound.isOnDevice,
        userId: sound.userId,
        onStored: () => {
          setAside(sound.id, agreementId).catch(() => undefined);
          again.discard();
        },
      },
      { onError: (error) => fail(failureOf(error, sound === null || sound.isOnDevice)) },
    );
  };

  const clear = () => {
    reset();
    setRefusal(null);
    recorder.reset();
  };

  const chosen = useChosenFile(recorder, limitSeconds, async (sound) => ({
    accept: () => {
      const shown = recorder.getSnapshot().draft;
      // The device keeps what is shown, or this page does until the server has the file.
      if (shown && !shown.isOnDevice) again.begin();
      clear();
      recorder.restore(sound);
      start(sound);
    },
  }));

  const view: RecordView = processing.isSuccess
    ? 'transcript'
    : isUnread
      ? 'fallback'
      : state === 'stopped'
        ? 'review'
        : processing.isPending
          ? 'following'
          : 'record';
  const server: ServerState = isStored ? 'safe' : processing.isPending ? (waitsFor ?? 'sending') : 'later';

  return {
    ...{ recorder, snapshot, processing, sent, isStored, progress, hash, view, server },
    ...{ waitsFor, retry },
    /** Whether a file that was chosen is being looked at; it is sent then. */
    isLooking: chosen.isLooking,
    failure: refusal,
    record: () => {
      // What was told is not of this recording.
      setRefusal(null);
      recorder.start({ retakeOf: agreementId, partyAName, partyBName }).catch(() => undefined);
    },
    process: () => {
      chosen.drop();
      if (draft) start(draft);
      else toast({ title: text.review.noRecording, text: text.review.noRecordingText, tone: 'destructive' });
    },
    upload: (file: File) => {
      chosen.choose(file).catch((error: unknown) => fail(failureOf(error, true)));
    },
    /** Goes on with what was sent before, as far as it is. */
    follow: () => {
      chosen.drop();
      // The browser may still be asking for the microphone, which would record out of sight.
      recorder.reset();
      start(null);
    },
    /** Shows a recording that was kept from before. */
    keep: (kept: DraftRecording) => {
      chosen.drop();
      setRefusal(null);
      again.letGo();
      // A start that still waits for the microphone gives way.
      recorder.reset();
      recorder.restore(kept);
    },
    again,
    recordAgain: () => {
      chosen.drop();
      // To one that the server has there is another way back.
      if (!isStored) again.begin();
      clear();
    },
    goBack: () => {
      chosen.drop();
      setRefusal(null);
      again.goBack();
    },
  };
}
