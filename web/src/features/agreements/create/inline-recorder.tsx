import { Mic } from 'lucide-react';
import { t } from '#texts/common';
import type { Recorder } from '../../recording/engine/recorder';
import type { RecorderSnapshot } from '../../recording/engine/recorder-state';
import { RecorderPanel } from '../../recording/ui/recorder-panel';
import { type Details, firstEmpty } from '../deal/details';
import { scriptFor } from '../templates/script';

interface InlineRecorderProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
  details: Details;
  limitSeconds: number;
  onStart: () => void;
}

/** The recorder below the form; until the form is filled, what is missing. */
export function InlineRecorder({ recorder, snapshot, details, limitSeconds, onStart }: InlineRecorderProps) {
  if (snapshot.state === 'idle' && firstEmpty(details) !== null) {
    return (
      <p className="flex items-center justify-center gap-3 rounded-card border border-dashed border-field px-4 py-8 text-center text-muted">
        <Mic className="size-5 shrink-0" aria-hidden="true" />
        {t.details.fillFirst}
      </p>
    );
  }
  return (
    <RecorderPanel
      recorder={recorder}
      snapshot={snapshot}
      limitSeconds={limitSeconds}
      script={scriptFor(details)}
      startNote={t.details.consent}
      onStart={onStart}
    />
  );
}
