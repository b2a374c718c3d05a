import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { useLeaveWarning } from '../../../lib/browser/hooks';
import { discardDraft } from '../drafts/draft-recovery';
import { holdDraftLock } from '../drafts/draft-writer';
import type { Recorder } from '../engine/recorder';
import {
  type DraftRecording,
  draftLoss,
  holdsMicrophone,
  type RecorderSnapshot,
} from '../engine/recorder-state';

export type RecordAgain = ReturnType<typeof useRecordAgain>;

/** Makes another recording in the place of one, which stays until the other one is there. */
export function useRecordAgain(recorder: Recorder, { draft, state }: RecorderSnapshot) {
  const [before, setBefore] = useState<DraftRecording | null>(null);
  /** The same, as it is at this moment: a recorder tells of what it holds before React has drawn. */
  const held = useRef<DraftRecording | null>(null);
  useLeaveWarning(draftLoss(before, { isPending: false, isSuccess: false }));

  const beforeId = before?.id;
  useEffect(() => (beforeId === undefined ? undefined : holdDraftLock(beforeId)), [beforeId]);

  const hold = (recording: DraftRecording | null) => {
    held.current = recording;
    setBefore(recording);
  };
  const discard = () => {
    if (held.current) discardDraft(held.current.id, { keepsPhoto: true }).catch(() => undefined);
    hold(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording is what there is to look at
  useEffect(() => {
    if (draft && held.current && held.current.id !== draft.id) discard();
  }, [draft]);

  return {
    /** What was recorded before; null where there is nothing to go back to. */
    before,
    /** Whether one may go back now. */
    canGoBack: before !== null && !draft && !holdsMicrophone(state),
    /** Clears the recorder for the next recording. */
    begin: () => {
      hold(draft);
      recorder.reset();
    },
    /** Shows the one before instead. */
    goBack: () => {
      const recording = held.current;
      hold(null);
      recorder.reset();
      if (recording) recorder.restore(recording);
    },
    /** Another recording from before is taken up: this one stays on the device, and is offered there. */
    letGo: () => hold(null),
    /** Neither of them is wanted any more. */
    discard,
  };
}

interface GoBackButtonProps {
  again: RecordAgain;
  onGoBack: () => void;
}

/** The way back to the recording before, as long as there is no other. */
export function GoBackButton({ again, onGoBack }: GoBackButtonProps) {
  if (!again.canGoBack) return null;
  return (
    <Button variant="secondary" className="self-start" onClick={onGoBack}>
      <Undo2 className="size-5" aria-hidden="true" />
      {t.recovery.back}
    </Button>
  );
}
