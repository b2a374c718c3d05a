import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../components/ui/button';
import { DialogForm } from '../../components/ui/dialog';
import { Field } from '../../components/ui/field';
import { Select } from '../../components/ui/select';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { SpeakerView, TranscriptView } from '../../lib/api/api-types';
import { cn } from '../../lib/cn';
import { transcriptKey } from '../agreements/api';
import { type NamedVoice, nameSpeaker, type SpeakerNaming } from './api';
import {
  nameProblem,
  partyFrom,
  SIDES,
  type SpeakerNames,
  speakerName,
  suggestedName,
  withName,
} from './speakers';

/**
 * Names a speaker: shown at once, taken back when the server does not keep it. Names are sent one after the other, so
 * that the last answer has them all; those before it are not shown.
 */
export function useNameSpeaker(agreementId: string): (voice: NamedVoice) => void {
  const queries = useQueryClient();
  const queryKey = transcriptKey(agreementId);
  const mutationKey = ['name-speaker', agreementId];
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (voice: NamedVoice) => nameSpeaker(agreementId, voice),
    onMutate: async ({ label, naming, sha256 }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<TranscriptView>(queryKey);
      // In one that was made again the label may stand for somebody else.
      if (before?.sha256 === sha256)
        queries.setQueryData<TranscriptView>(queryKey, withName(before, label, naming));
      return { before };
    },
    onSuccess: (transcript) => {
      if (isLast()) queries.setQueryData(queryKey, transcript);
    },
    onError: (error, _, context) => {
      if (isLast()) {
        if (context?.before) queries.setQueryData(queryKey, context.before);
        // What was there before may have a name that was not kept either.
        queries.invalidateQueries({ queryKey }).catch(() => undefined);
      }
      toast({
        title: transcriptTexts.speakers.failed,
        text: sentenceOf(error, transcriptTexts.speakers.failedText),
        tone: 'destructive',
      });
    },
  });
  return mutate;
}

const text = transcriptTexts.speakers;

interface RenameDialogProps {
  speaker: SpeakerView;
  names: SpeakerNames;
  onName: (naming: SpeakerNaming) => void;
  onClose: () => void;
}

/** What one speaker is called, and which party it is. */
function RenameDialog({ speaker, names, onName, onClose }: RenameDialogProps) {
  const [name, setName] = useState(speakerName(speaker));
  const [party, setParty] = useState(speaker.party);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (form: HTMLFormElement) => {
    const found = nameProblem(name);
    setProblem(found);
    if (found) {
      form.querySelector<HTMLInputElement>('[name="speaker"]')?.focus();
      return;
    }
    onName({ name: name.trim(), party });
    onClose();
  };

  return (
    <DialogForm
      title={text.dialogTitle}
      description={text.description}
      className="sm:max-w-lg"
      cancel={text.cancel}
      submit={text.save}
      onClose={onClose}
      onSubmit={submit}
    >
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
    </DialogForm>
  );
}

const speakersText = transcriptTexts.speakers;

interface SpeakerKeyProps {
  transcript: Pick<TranscriptView, 'speakers' | 'sha256' | 'isRenewing'>;
  names: SpeakerNames;
  onName: (voice: NamedVoice) => void;
}

/** Whose colour is whose, and the way to name a speaker, except while the transcript is made again: names go with it. */
export function SpeakerKey({ transcript, names, onName }: SpeakerKeyProps) {
  const { speakers, sha256, isRenewing } = transcript;
  const [renamed, setRenamed] = useState<{ speaker: SpeakerView; sha256: string | null } | null>(null);
  return (
    <>
      <ul aria-label={speakersText.title} className="flex min-w-0 flex-wrap gap-x-4">
        {speakers.map((speaker) => {
          const side = SIDES[speaker.party ?? 'other'];
          return (
            <li key={speaker.label} className="flex min-w-0 items-center gap-2">
              <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-full', side.dot)} />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{speakerName(speaker)}</span>
                {speaker.basis && (
                  <span className="text-sm text-muted"> · {speakersText.why[speaker.basis]}</span>
                )}
              </span>
              {!isRenewing && (
                <Button
                  variant="quiet"
                  size="icon"
                  data-print="no"
                  className="text-muted"
                  aria-label={speakersText.rename(speakerName(speaker))}
                  onClick={() => setRenamed({ speaker, sha256 })}
                >
                  <Pencil className="size-4" aria-hidden="true" />
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {!isRenewing && speakers.some(({ basis }) => basis === null) && (
        <p className="text-sm text-muted">{speakersText.unnamed}</p>
      )}
      {renamed && (
        <RenameDialog
          speaker={renamed.speaker}
          names={names}
          onName={(naming) => onName({ label: renamed.speaker.label, naming, sha256: renamed.sha256 })}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
