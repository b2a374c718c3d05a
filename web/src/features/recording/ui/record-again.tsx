import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { useLeaveWarning } from '../../../lib/browser/hooks';
import { discardDraft } from '../drafts/draft-recovery';
import { holdDraftLock } from '../drafts/draft-writer';
import { isSilent } from '../engine/mixer';
import type { Recorder } from '../engine/recorder';
import {
  type DraftRecording,
  draftLoss,
  holdsMicrophone,
  type RecorderSnapshot,
} from '../engine/recorder-state';

export type RecordAgain = ReturnType<typeof useRecordAgain>;

/**
 * Whether another recording takes the place of the one before at once: it was made here, to its end, and has sound. A
 * file may still be refused, and what the browser broke off may be less than what was there.
 */
function takesPlace({ draft, endedBy }: RecorderSnapshot): boolean {
  const isWhole = draft !== null && draft.fileName === undefined && endedBy !== 'error';
  return isWhole && draft.blob.size > 0 && !isSilent(draft);
}

/**
 * Makes another recording in the place of one, which stays until the other one has taken its place, or the server has
 * the other one.
 */
export function useRecordAgain(recorder: Recorder, snapshot: RecorderSnapshot) {
  const { draft, state } = snapshot;
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
  const discard = ({ keepsPhoto = false } = {}) => {
    if (held.current) discardDraft(held.current.id, { keepsPhoto }).catch(() => undefined);
    hold(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording is what there is to look at
  useEffect(() => {
    if (draft?.id !== held.current?.id && takesPlace(snapshot)) discard({ keepsPhoto: true });
  }, [draft]);

  return {
    /** What was recorded before; null where there is nothing to go back to. */
    before,
    /** Whether one may go back now. */
    canGoBack: before !== null && !draft && !holdsMicrophone(state),
    /** Clears the recorder for the next recording. What did not take the place of the one before is not gone back to. */
    begin: () => {
      hold(held.current ?? recorder.getSnapshot().draft);
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
    /** The one before is not needed any more: the server has the other one, or none is wanted. */
    discard: () => discard(),
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
      {recordTexts.recovery.back}
    </Button>
  );
}
