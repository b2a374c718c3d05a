import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../../components/ui/button';
import type { SpeakerView } from '../../../lib/api/api-types';
import { cn } from '../../../lib/cn';
import type { SpeakerNaming } from '../api';
import { SIDES, type SpeakerNames } from '../speaker';
import { RenameDialog } from './rename-dialog';

const text = transcriptTexts.speakers;

interface SpeakerKeyProps {
  speakers: readonly SpeakerView[];
  names: SpeakerNames;
  onName: (label: string, naming: SpeakerNaming) => void;
}

/** Whose colour is whose, and the way to call a voice by its name. */
export function SpeakerKey({ speakers, names, onName }: SpeakerKeyProps) {
  const [renamed, setRenamed] = useState<SpeakerView | null>(null);
  return (
    <>
      <ul aria-label={text.title} className="flex min-w-0 flex-wrap gap-x-4">
        {speakers.map((speaker) => {
          const side = SIDES[speaker.party ?? 'other'];
          return (
            <li key={speaker.label} className="flex min-w-0 items-center gap-2">
              <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-full', side.dot)} />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{speaker.name}</span>
                {speaker.basis && <span className="text-sm text-muted"> · {text.why[speaker.basis]}</span>}
              </span>
              <Button
                variant="quiet"
                size="icon"
                data-print="no"
                className="text-muted"
                aria-label={text.rename(speaker.name)}
                onClick={() => setRenamed(speaker)}
              >
                <Pencil className="size-4" aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ul>
      {speakers.some(({ basis }) => basis === null) && <p className="text-sm text-muted">{text.unnamed}</p>}
      {renamed && (
        <RenameDialog
          speaker={renamed}
          names={names}
          onName={(naming) => onName(renamed.label, naming)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
