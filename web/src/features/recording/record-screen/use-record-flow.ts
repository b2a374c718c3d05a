import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#texts/common';
import { recordScreenTexts as text } from '#texts/record-screen';
import { toast } from '../../../components/ui/toast-store';
import type { AgreementView } from '../../../lib/api/api-types';
import { useLeaveWarning } from '../../../lib/browser/hooks';
import { getSession } from '../../../lib/session/session';
import type { ServerState } from '../../new-agreement/draft-recording';
import { discardDraft, markSaved } from '../drafts/draft-recovery';
import { fileNameFor } from '../engine/chunk-recorder';
import { type DraftRecording, draftLoss, holdsMicrophone, openRecordingLoss } from '../engine/recorder-state';
import { spokenIn } from '../spoken';
import { useFingerprint, useRecorder } from '../ui/use-recorder';
import { isTooLong } from './limit-bar';
import { lengthOf } from './upload-card';
import { type Failure, failureOf, tellSignedOut, useTranscription } from './use-transcription';

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
  const [fileName, setFileName] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const hash = useFingerprint(draft);
  /** Rises with everything that is chosen to be sent or heard, so that a file whose length comes late is dropped. */
  const choice = useRef(0);
  const [isLooking, setLooking] = useState(false);
  // The server has it, or there is no contract any more for which it could be sent.
  const isOver = refusal !== null && ['fallback', 'sealed', 'gone'].includes(refusal.kind);

  useLeaveWarning(
    openRecordingLoss(snapshot) ??
      draftLoss(draft, {
        isPending: processing.isPending && !isStored,
        isSuccess: isStored || isOver,
      }),
  );

  useEffect(() => {
    // Where it is blocked, the panel says this itself.
    if (state === 'nodevice' || state === 'failed') toast({ title: t.recorder.blocked, tone: 'destructive' });
  }, [state]);

  const onStopped = useEffectEvent(() => {
    if (draft?.isOnDevice && getSession().token === null) tellSignedOut();
  });
  useEffect(() => {
    if (state === 'stopped') onStopped();
  }, [state]);

  const fail = (failure: Failure) => {
    setRefusal(failure);
    if (failure.kind === 'fallback') {
      toast({ title: text.failure.fallback, text: text.failure.fallbackText, tone: 'destructive' });
    }
  };

  const start = (sound: DraftRecording | null, name: string | null) => {
    setRefusal(null);
    if (sound && sound.blob.size === 0) {
      toast({ title: text.review.noRecording, text: text.review.noRecordingText, tone: 'destructive' });
      return;
    }
    if (sound && isTooLong(sound.seconds, limitSeconds)) {
      // A new object each time: the screen asks its question for every refusal.
      fail({ kind: 'too-long' });
      return;
    }
    processing.mutate(
      sound && {
        blob: sound.blob,
        name: name ?? fileNameFor(sound.mime),
        spoken: spokenIn(sound),
        isOnDevice: sound.isOnDevice,
        onStored: () => void markSaved(sound.id, agreementId).catch(() => undefined),
      },
      { onError: (error) => fail(failureOf(error, sound === null || sound.isOnDevice)) },
    );
  };

  const clear = () => {
    reset();
    setRefusal(null);
    setFileName(null);
    recorder.reset();
  };

  /** Something else counts from now on than the file that is being looked at. */
  const choose = (looks = false): number => {
    choice.current += 1;
    setLooking(looks);
    return choice.current;
  };

  useEffect(
    () => () => {
      choice.current += 1;
    },
    [],
  );

  const upload = async (file: File) => {
    const mine = choose(true);
    const seconds = (await lengthOf(file)) ?? 0;
    if (mine !== choice.current) return;
    setLooking(false);
    // Meanwhile a recording was begun, and that is not ended for a file.
    const { state: now } = recorder.getSnapshot();
    if (now === 'requesting' || holdsMicrophone(now)) return;
    const sound: DraftRecording = {
      ...{ id: crypto.randomUUID(), blob: file, mime: file.type, seconds, levels: [] },
      ...{ startedAt: new Date(file.lastModified), isOnDevice: true, preview: '' },
      ...{ language: recorder.language, turns: [] },
    };
    clear();
    recorder.restore(sound);
    setFileName(file.name);
    start(sound, file.name);
  };

  const view: RecordView = processing.isSuccess
    ? 'transcript'
    : refusal?.kind === 'fallback'
      ? 'fallback'
      : state === 'stopped'
        ? 'review'
        : processing.isPending
          ? 'following'
          : 'record';
  const server: ServerState = isStored ? 'safe' : processing.isPending ? (waitsFor ?? 'sending') : 'later';

  return {
    ...{ recorder, snapshot, processing, sent, isStored, progress, hash, fileName, view, server },
    ...{ waitsFor, retry },
    /** Whether a file that was chosen is being looked at; it is sent then. */
    isLooking,
    failure: refusal,
    record: () => {
      recorder.start({ retakeOf: agreementId, partyAName, partyBName }).catch(() => undefined);
    },
    process: () => {
      choose();
      if (draft) start(draft, fileName);
      else toast({ title: text.review.noRecording, text: text.review.noRecordingText, tone: 'destructive' });
    },
    upload: (file: File) => {
      upload(file).catch((error: unknown) => fail(failureOf(error, true)));
    },
    /** Goes on with what was sent before, as far as it is. */
    follow: () => {
      choose();
      start(null, null);
    },
    /** Shows a recording that was kept from before. */
    keep: (kept: DraftRecording) => {
      choose();
      recorder.restore(kept);
    },
    again: () => {
      choose();
      if (draft && !isStored) discardDraft(draft.id).catch(() => undefined);
      clear();
    },
  };
}
