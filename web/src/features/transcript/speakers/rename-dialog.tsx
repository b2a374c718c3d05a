import { type FormEvent, useRef, useState } from 'react';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Field } from '../../../components/ui/field';
import { Select } from '../../../components/ui/select';
import type { SpeakerView } from '../../../lib/api/api-types';
import type { SpeakerNaming } from '../api';
import type { SpeakerNames } from '../speaker';
import { nameProblem, partyFrom, suggestedName } from './naming';

const text = transcriptTexts.speakers;

interface RenameDialogProps {
  speaker: SpeakerView;
  names: SpeakerNames;
  onName: (naming: SpeakerNaming) => void;
  onClose: () => void;
}

/** What one voice is called, and which party it is. */
export function RenameDialog({ speaker, names, onName, onClose }: RenameDialogProps) {
  const field = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(speaker.name);
  const [party, setParty] = useState(speaker.party);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = nameProblem(name);
    setProblem(found);
    if (found) {
      field.current?.querySelector<HTMLInputElement>('[name="speaker"]')?.focus();
      return;
    }
    onName({ name: name.trim(), party });
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.dialogTitle}
      description={text.description}
      className="sm:max-w-lg"
    >
      <form ref={field} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Select
          label={text.party}
          value={party ?? ''}
          options={[
            { value: 'a', label: text.parties.a(names.a) },
            { value: 'b', label: text.parties.b(names.b) },
            { value: '', label: text.parties.none },
          ]}
          onChange={(event) => {
            const chosen = partyFrom(event.target.value);
            setName(suggestedName(name, chosen, { speaker, names }));
            setParty(chosen);
          }}
        />
        <Field
          label={text.name}
          name="speaker"
          autoComplete="off"
          value={name}
          problem={problem ?? undefined}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
        <p className="text-sm text-muted">{text.note}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit">{text.save}</Button>
        </div>
      </form>
    </Dialog>
  );
}
