import { useId, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { TextArea } from '../../../components/ui/text-area';
import { cn } from '../../../lib/cn';
import { formatAgreementId } from '../../../lib/format';
import { eventsPath, fulfilOrder, paths } from '../api';
import { isTranscriptFile } from '../dialog/reason';
import { type Act, ReasonDialog } from '../dialog/reason-dialog';
import type { ManualOrder } from '../types';

const texts = adminTexts.manual;
type How = 'text' | 'file';
const WAYS: readonly { how: How; label: string }[] = [
  { how: 'text', label: texts.asText },
  { how: 'file', label: texts.asFile },
];

interface FileFieldProps {
  problem?: string;
  onChoose: (file: File | null) => void;
}

function FileField({ problem, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.file}
      </label>
      <input
        id={id}
        type="file"
        accept=".txt,.srt,.vtt,text/plain"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className={cn(
          'min-h-11 w-full rounded-control border bg-surface p-1.5 text-base',
          'file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border-0 file:bg-raised file:px-3 file:font-medium file:text-ink',
          problem ? 'border-danger' : 'border-field',
        )}
      />
      <p id={`${id}-hint`} className={cn('text-sm', problem ? 'text-danger' : 'text-muted')}>
        {problem ?? texts.fileHint}
      </p>
    </div>
  );
}

interface FulfilDialogProps {
  order: ManualOrder;
  onClose: () => void;
}

/** Delivers a person's transcript, typed here or as a text file. */
export function FulfilDialog({ order, onClose }: FulfilDialogProps) {
  const [how, setHow] = useState<How>('text');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const name = useId();

  const content = how === 'text' ? text.trim() : file;
  const act: Act = {
    title: texts.fulfilTitle,
    text: texts.fulfilText,
    told: 'owner',
    confirm: texts.fulfil,
    refreshes: [paths.manual, paths.agreements, paths.mails, eventsPath(order.agreementId)],
    run: (reason) => fulfilOrder(order.orderId, content ?? '', reason),
    done: { title: texts.fulfilDone, text: adminTexts.agreements.toldText },
  };
  const check = () => {
    const isGood = how === 'text' ? text.trim() !== '' : file !== null && isTranscriptFile(file);
    setProblem(isGood ? undefined : how === 'text' ? texts.textProblem : texts.fileProblem);
    return isGood;
  };
  const change = (apply: () => void) => {
    apply();
    setProblem(undefined);
  };

  return (
    <ReasonDialog act={act} subject={formatAgreementId(order.agreementId)} onClose={onClose} check={check}>
      <fieldset>
        <legend className="text-sm font-medium">{texts.how}</legend>
        <div className="flex flex-wrap gap-x-6">
          {WAYS.map((way) => (
            <label key={way.how} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={name}
                checked={how === way.how}
                onChange={() => change(() => setHow(way.how))}
                className="size-5 accent-(--accent)"
              />
              {way.label}
            </label>
          ))}
        </div>
      </fieldset>
      {how === 'text' ? (
        <TextArea
          label={texts.text}
          problem={problem}
          rows={10}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
      ) : (
        <FileField problem={problem} onChoose={(next) => change(() => setFile(next))} />
      )}
    </ReasonDialog>
  );
}
