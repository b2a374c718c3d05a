import { FileSearch } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { verifyTexts as text } from '#texts/verify';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { ApiError } from '../../lib/api/api-error';
import { cn } from '../../lib/cn';
import { formatDateTime } from '../../lib/format';
import { checkFile, type FileResult, MAX_BYTES } from './check-file';
import { Passages } from './passages';

type State =
  | { step: 'idle' }
  | { step: 'working'; name: string }
  | { step: 'failed'; name: string; why: string }
  | { step: 'done'; name: string; result: FileResult };

/** A file is chosen or dropped; what comes of it is said below. */
export function FileCheck({ agreementId }: { agreementId: string | null }) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const [isOver, setIsOver] = useState(false);
  const inputId = useId();
  const hintId = useId();
  const titleId = useId();
  // The newest choice counts, whichever is checked first.
  const choice = useRef(0);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    choice.current += 1;
    const mine = choice.current;
    const { name } = file;
    if (file.size > MAX_BYTES) return setState({ step: 'failed', name, why: text.file.tooLarge });
    setState({ step: 'working', name });
    const checked = await checkFile(file, agreementId).then(
      (result): State => ({ step: 'done', name, result }),
      (error: unknown): State => ({ step: 'failed', name, why: reasonOf(error) }),
    );
    if (mine === choice.current) setState(checked);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Card aria-labelledby={titleId} className="flex flex-col gap-4">
      <CardTitle id={titleId}>{text.file.title}</CardTitle>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={cn(
          'flex flex-col items-start gap-3 rounded-control border-2 border-dashed p-5',
          isOver ? 'border-accent bg-raised' : 'border-field',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          id={inputId}
          type="file"
          className="peer sr-only"
          aria-describedby={hintId}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file again is another check.
            event.target.value = '';
          }}
        />
        <label
          htmlFor={inputId}
          className={cn(
            buttonClass('primary'),
            'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2',
          )}
        >
          <FileSearch className="size-5" aria-hidden="true" />
          {text.file.choose}
        </label>
        <p id={hintId} className="text-sm text-muted">
          {text.file.hint}
        </p>
      </div>
      <div aria-live="polite" className="flex flex-col gap-3">
        {state.step === 'working' && (
          <p className="text-muted wrap-anywhere">{text.file.working(state.name)}</p>
        )}
        {state.step === 'failed' && (
          <Notice tone="warn" title={state.name}>
            <p>{state.why}</p>
          </Notice>
        )}
        {state.step === 'done' && <Result name={state.name} result={state.result} asked={agreementId} />}
      </div>
      {state.step === 'done' && state.result.words && <Passages words={state.result.words} />}
    </Card>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return text.file.unreadable;
  return error.code === 'too_many_requests' ? text.file.tooMany : text.file.unreachable;
}

const tones = { valid: 'ok', altered: 'danger', unknown: 'warn' } as const;

function Result({ name, result, asked }: { name: string; result: FileResult; asked: string | null }) {
  const { verdict, agreementId, newerSeal, wrong, additional, isOfSeveral, keyLeakedAt, sha256 } = result;
  const isOther = verdict === 'valid' && asked !== null && agreementId !== asked;
  return (
    <Notice tone={toneOf(result, isOther)} title={`${text.result[verdict]}: ${name}`}>
      <p>{sentenceOf(result)}</p>
      {newerSeal && (
        <p className="font-semibold">
          {text.result.sealedAnew(formatDateTime(newerSeal.sealedAt), newerSeal.version)}
        </p>
      )}
      {isOfReplacedWords(result) && <p className="font-semibold">{text.result.replacedWords}</p>}
      {keyLeakedAt !== null && <p className="font-semibold">{text.keyLeaked(formatDateTime(keyLeakedAt))}</p>}
      {verdict === 'valid' && isOfSeveral && <p className="font-semibold">{text.result.inOthers}</p>}
      {isOther && <p className="font-semibold">{text.result.otherAgreement(asked)}</p>}
      <Paths paths={wrong} />
      {additional.length > 0 && <p className="font-semibold">{text.result.additional}</p>}
      <Paths paths={additional} />
      <p className="text-muted wrap-anywhere">
        {text.result.fingerprint}: <span className="font-mono">{sha256}</span>
      </p>
    </Notice>
  );
}

function Paths({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {paths.map((path) => (
        <li key={path} className="wrap-anywhere">
          {path}
        </li>
      ))}
    </ul>
  );
}

/** What is unchanged, and not what counts or was asked about, or not all that is there, is no reason to be at ease. */
function toneOf(result: FileResult, isOther: boolean) {
  const { verdict, newerSeal, additional, isOfSeveral, keyLeakedAt } = result;
  const isOfOld = newerSeal !== null || isOfReplacedWords(result);
  const isDoubtful = isOther || isOfOld || isOfSeveral || keyLeakedAt !== null || additional.length > 0;
  return verdict === 'valid' && isDoubtful ? 'warn' : tones[verdict];
}

/** Of no seal: others had taken the place of the words before there was one. */
const isOfReplacedWords = ({ transcriptCopy }: FileResult): boolean => transcriptCopy?.version === null;

function sentenceOf(result: FileResult): string {
  const { verdict, isPacket, isCopy, transcriptCopy, isKeptAltered, agreementId, sealedAt } = result;
  const { isAmbiguous, isSignedByUs, isUnsignedList, wrong } = result;
  const number = agreementId ?? '';
  if (verdict === 'unknown') {
    if (isKeptAltered) return text.result.unknownKept(number);
    if (isUnsignedList) return text.result.unsignedList;
    if (isSignedByUs) return text.result.signedNotKept(number);
    if (agreementId !== null) return text.result.noManifest(agreementId);
    return result.isOfSeveral ? text.result.ofSeveral : text.result.unknownFile;
  }
  if (isKeptAltered) return text.result.alteredKept;
  if (verdict === 'altered' && isPacket) {
    return isAmbiguous && wrong.length === 0 ? text.result.ambiguousPacket : text.result.alteredPacket;
  }
  if (verdict === 'altered') return text.result.alteredFile(number);
  const date = sealedAt === null ? '' : formatDateTime(sealedAt);
  if (isCopy) return text.result.validCopy(number, date);
  if (transcriptCopy) {
    const { format, exportedAt, areSpeakersNamed } = transcriptCopy;
    const copy = text.result.validTranscriptCopy({
      ...{ number, date },
      format: text.result.formats[format],
      exported: formatDateTime(exportedAt),
    });
    return areSpeakersNamed ? `${copy} ${text.result.speakersNamed}` : copy;
  }
  return isPacket ? text.result.validPacket(number, date) : text.result.validFile(number, date);
}
