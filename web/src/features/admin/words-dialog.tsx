import { useId, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { CheckRow } from '../../components/ui/check-row';
import { TextArea } from '../../components/ui/text-area';
import { upload } from '../../lib/api/upload';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { cn } from '../../lib/cn';
import { formatAgreementId, formatDuration } from '../../lib/format';
import { asAdmin, eventsPath, type HumanTranscriptOrder, paths } from './api';
import { type OrderedRecording, recordingName, recordingsOf, SoundBeside } from './order-recordings';
import { type AdminAction, isTranscriptFile, ReasonDialog } from './reason-dialog';

const texts = adminTexts.humanTranscript;

/** What can be done with an order: its words delivered, or those that were delivered corrected. */
export type Purpose = 'fulfil' | 'correct';

type How = 'text' | 'file';
const WAYS: readonly { how: How; label: string }[] = [
  { how: 'text', label: texts.asText },
  { how: 'file', label: texts.asFile },
];

interface FileFieldProps {
  problem?: string;
  /** There are two recordings, which only times tell apart. */
  isApart: boolean;
  onChoose: (file: File | null) => void;
}

function FileField({ problem, isApart, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.file}
      </label>
      <input
        id={id}
        type="file"
        accept={isApart ? '.srt,.vtt' : '.txt,.srt,.vtt,text/plain'}
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
        {problem ?? (isApart ? texts.fileHintApart : texts.fileHint)}
      </p>
    </div>
  );
}

interface WordsDialogProps {
  order: HumanTranscriptOrder;
  purpose: Purpose;
  onClose: () => void;
}

/** What is written of one of two recordings. */
interface Words {
  text: string;
  isSilent: boolean;
  problem?: string;
}

type WordsOfEach = Record<OrderedRecording['party'], Words>;

/** Sends a person's transcript: typed text, a text file, or the words of each of two recordings. */
function sendWords(
  purpose: Purpose,
  orderId: string,
  content: string | File | WordsOfEach,
  reason: string,
): Promise<HumanTranscriptOrder> {
  const form = new FormData();
  form.set('reason', reason);
  if (typeof content === 'string') form.set('text', content);
  else if (content instanceof File) form.set('transcript', content, content.name);
  else {
    for (const party of ['a', 'b'] as const) {
      const { text, isSilent } = content[party];
      const side = party.toUpperCase();
      if (isSilent) form.set(`silent${side}`, 'true');
      else form.set(`text${side}`, text.trim());
    }
  }
  return asAdmin(() =>
    upload('post', `${paths.humanTranscripts}/{orderId}/${purpose}`, form, { params: { path: { orderId } } }),
  );
}

interface WordsFieldsProps {
  order: HumanTranscriptOrder;
  words: WordsOfEach;
  onChange: (words: WordsOfEach) => void;
}

/** A box for each of two recordings, so that what one party says never stands under the other's name. */
function WordsFields({ order, words, onChange }: WordsFieldsProps) {
  return recordingsOf(order).map((recording) => {
    const { party } = recording;
    const { text, isSilent, problem } = words[party];
    const name = recordingName(order, recording);
    const change = (changed: Partial<Words>) =>
      onChange({ ...words, [party]: { ...words[party], ...changed, problem: undefined } });
    return (
      <fieldset key={party} className="flex min-w-0 flex-col gap-2">
        <legend className="font-medium tabular-nums">
          {name} · {formatDuration(recording.durationSeconds)}
        </legend>
        <SoundBeside order={order} recording={recording} />
        {/* What was typed comes back when the box is unticked. */}
        <TextArea
          label={texts.wordsOf[party]}
          problem={problem}
          rows={6}
          disabled={isSilent}
          value={isSilent ? '' : text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <CheckRow
          name={`silent-${party}`}
          checked={isSilent}
          onChange={(checked) => change({ isSilent: checked })}
        >
          {texts.silentOf[party]}
        </CheckRow>
      </fieldset>
    );
  });
}

const NO_WORDS: Words = { text: '', isSilent: false };

/** What is missing in each box; none where all is there. */
function problemsOf({ a, b }: WordsOfEach): Partial<Record<OrderedRecording['party'], string>> {
  const isMissing = ({ text, isSilent }: Words) => !isSilent && text.trim() === '';
  if (a.isSilent && b.isSilent) return { a: texts.allSilent, b: texts.allSilent };
  return {
    ...(isMissing(a) ? { a: texts.wordsProblem } : {}),
    ...(isMissing(b) ? { b: texts.wordsProblem } : {}),
  };
}

/** Delivers or corrects a person's transcript, typed here or as a text file. */
export function WordsDialog({ order, purpose, onClose }: WordsDialogProps) {
  const [how, setHow] = useState<How>('text');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [words, setWords] = useState<WordsOfEach>({ a: NO_WORDS, b: NO_WORDS });
  const name = useId();
  const isBegun = [text, words.a.text, words.b.text].some((typed) => typed.trim() !== '');
  useLeaveWarning(isBegun ? 'text' : null);

  const isApart = recordingsOf(order).length > 1;
  const content = how === 'file' ? file : isApart ? words : text.trim();
  const action: AdminAction = {
    title: texts[purpose].title,
    text: texts[purpose].text,
    told: 'owner',
    confirm: texts[purpose].action,
    refreshes: [paths.humanTranscripts, paths.agreements, paths.mails, eventsPath(order.agreementId)],
    run: (reason) => sendWords(purpose, order.orderId, content ?? '', reason),
    done: { title: texts[purpose].done, text: adminTexts.agreements.toldText },
  };
  const check = () => {
    if (how === 'text' && isApart) {
      const problems = problemsOf(words);
      setWords({ a: { ...words.a, problem: problems.a }, b: { ...words.b, problem: problems.b } });
      return Object.keys(problems).length === 0;
    }
    const fileProblem = isApart ? texts.fileProblemApart : texts.fileProblem;
    const isFile = file !== null && isTranscriptFile(file) && !(isApart && /\.txt$/i.test(file.name));
    const isGood = how === 'text' ? text.trim() !== '' : isFile;
    setProblem(isGood ? undefined : how === 'text' ? texts.textProblem : fileProblem);
    return isGood;
  };
  const change = (apply: () => void) => {
    apply();
    setProblem(undefined);
  };

  return (
    <ReasonDialog
      action={action}
      subject={formatAgreementId(order.agreementId)}
      onClose={onClose}
      check={check}
    >
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
      {how === 'text' && isApart && <WordsFields order={order} words={words} onChange={setWords} />}
      {how === 'text' && !isApart && (
        <TextArea
          label={texts.text}
          problem={problem}
          rows={10}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
      )}
      {how === 'file' && (
        <FileField problem={problem} isApart={isApart} onChoose={(next) => change(() => setFile(next))} />
      )}
    </ReasonDialog>
  );
}
