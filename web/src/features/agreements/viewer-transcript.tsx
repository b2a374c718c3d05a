import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../components/ui/button';
import { Notice, Told } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { TranscriptView } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import type { Speed } from '../player/use-player';
import { renewTranscript } from '../transcript/api';
import { ShareRow } from '../transcript/share-row';
import type { SpeakerNames } from '../transcript/speakers';
import { type Recordings, TranscriptReader } from '../transcript/transcript-reader';
import { commonLanguage, whyNoWords, wordsToShare } from '../transcript/transcript-text';
import { transcriptKey } from './api';
import { HumanTranscriptOffer } from './human-order';
import { Fingerprint } from './print';

const text = transcriptTexts.quality;

const TITLE = 'viewer-transcript';

/** Where a better engine is here than the one that made this draft: the way to have it made again. */
function RenewTranscript({ transcript }: { transcript: TranscriptView }) {
  const { agreementId, isRenewing } = transcript;
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const renewal = useMutation({
    mutationFn: () => renewTranscript(agreementId),
    onSuccess: (renewed) => {
      // The pressed button goes away.
      if (document.activeElement === button.current) document.getElementById(TITLE)?.focus();
      queries.setQueryData(transcriptKey(agreementId), renewed);
    },
    onError: (error) =>
      toast({
        title: text.renewFailed,
        text: sentenceOf(error, text.renewFailedText),
        tone: 'destructive',
      }),
  });
  return (
    <>
      <Told>{isRenewing && <Notice tone="info">{text.renewing}</Notice>}</Told>
      {!isRenewing && (
        <Notice tone="info">
          <p>{text.renewText}</p>
          <Button
            ref={button}
            variant="secondary"
            data-print="no"
            className="self-start"
            busy={renewal.isPending}
            onClick={() => renewal.mutate()}
          >
            {text.renew}
          </Button>
        </Notice>
      )}
    </>
  );
}

const viewerText = dashboardTexts.viewer;

interface ViewerTranscriptProps {
  transcript: TranscriptView | null;
  /** What the agreement is about. */
  title: string | null;
  isLoading: boolean;
  /** What is said where there is none. */
  missing: string;
  names: SpeakerNames;
  recordings: Recordings;
  /** Whether the reader has the players; elsewhere they stand by themselves. */
  hasPlayers: boolean;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  /** Words that are mostly wrong are shown to those who ask for them. */
  showsUnclear: boolean;
  onShowUnclear: () => void;
  onGenerate: () => void;
}

/** Whether a person's text is the transcript, as where the engine gave up: there is no other. */
const isByPerson = ({ human, engine }: TranscriptView) => human !== null && engine === 'human';

const isUnclear = ({ status, quality }: TranscriptView) => status === 'done' && quality === 'unclear';

/** Whether a person would write it better by far. */
const isPoor = ({ status, quality }: TranscriptView) =>
  status === 'done' && (quality === 'unclear' || quality === 'draft');

/** Whether there are words to be read along with the sound, so that the reader has its player. */
export function hasReader(transcript: TranscriptView, showsUnclear: boolean): boolean {
  if (transcript.status === 'failed') return false;
  return transcript.segments.length > 0 && (showsUnclear || !isUnclear(transcript));
}

/** How far the work is. The words tell its steps; the percent would be read aloud all the time. */
function Working({ transcript }: { transcript: TranscriptView }) {
  const { status, percent, segments } = transcript;
  if (status === 'none' || status === 'done' || status === 'failed') return null;
  const stage = t.status.stages[status];
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-2 text-muted">
        <span role="status">{stage}</span>
        <span aria-hidden="true" className="tabular-nums">
          {viewerText.percent(Math.round(percent))}
        </span>
      </p>
      <Progress label={stage} value={percent} />
      {segments.length > 0 && (
        <p className="text-sm text-muted">{transcriptTexts.arriving(segments.length)}</p>
      )}
    </div>
  );
}

/** What made it, and whose work that is: the licence of a model wants people to be told. */
function madeBy(engine: TranscriptView['engine']): string | null {
  const makers = Object.entries(text.madeBy);
  return makers.find(([name]) => engine?.startsWith(name))?.[1] ?? null;
}

/** What is to be known about words that are all there; what matters most comes first. */
function noticesOf(transcript: TranscriptView): ReactNode[] {
  const { status, quality, areVoicesUnclear, isOneVoice, isRenewable, isRenewing, engine } = transcript;
  if (status !== 'done') return [];
  const maker = madeBy(engine);
  const warnings = [
    quality === 'draft' && text.draft,
    quality === 'unclear' && text.unclear,
    areVoicesUnclear && transcriptTexts.voicesUnclear,
    isOneVoice && transcriptTexts.oneVoice,
  ].filter((warning) => warning !== false);
  return [
    ...warnings.map((warning) => (
      <Notice key={warning} tone="warn">
        {warning}
      </Notice>
    )),
    ...(isRenewable || isRenewing ? [<RenewTranscript key="renew" transcript={transcript} />] : []),
    ...(maker
      ? [
          <p key="maker" className="text-sm text-muted">
            {maker}
          </p>,
        ]
      : []),
  ];
}

type MachineProps = Omit<
  ViewerTranscriptProps,
  'isLoading' | 'missing' | 'title' | 'transcript' | 'onGenerate'
> & {
  transcript: TranscriptView;
};

function Machine({ transcript, showsUnclear, onShowUnclear, ...rest }: MachineProps) {
  const { status, segments, problem } = transcript;
  if (status === 'failed') {
    const why = problem === 'language' ? text.language : t.viewer.transcriptFailed;
    return <Notice tone="warn">{why}</Notice>;
  }
  const isDone = status === 'done';
  if (segments.length === 0 && (isDone || status === 'none')) {
    const words = isDone && transcript.text;
    return words ? (
      <p lang={commonLanguage(transcript) ?? undefined} className="max-w-prose whitespace-pre-wrap">
        {words}
      </p>
    ) : (
      <p className="text-muted">{isDone ? whyNoWords(transcript) : t.viewer.noTranscript}</p>
    );
  }
  const notices = noticesOf(transcript);
  return (
    <>
      <Working transcript={transcript} />
      {hasReader(transcript, showsUnclear) ? (
        <TranscriptReader transcript={transcript} notices={notices} {...rest} />
      ) : (
        notices
      )}
      {isUnclear(transcript) && !showsUnclear && (
        <Button variant="secondary" data-print="no" className="self-start" onClick={onShowUnclear}>
          {text.showUnclear}
        </Button>
      )}
    </>
  );
}

interface HumanProps {
  human: NonNullable<TranscriptView['human']>;
  /** What is spoken; null where nobody knows, or two languages are. */
  language: string | null;
  /** What else is to be known of it. */
  note?: string;
  /** Its words are read with their times below. */
  isReadBelow?: boolean;
}

function Human({ human, language, note, isReadBelow = false }: HumanProps) {
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-4">
      <h4 className="font-semibold">{viewerText.human}</h4>
      {note && <p>{note}</p>}
      {!isReadBelow && (
        <p lang={language ?? undefined} className="max-w-prose whitespace-pre-wrap">
          {human.text}
        </p>
      )}
      <p className="text-sm text-muted">
        {viewerText.humanDelivered(formatDateTime(human.deliveredAt))} · {viewerText.fingerprint}{' '}
        <Fingerprint hash={human.sha256} />
      </p>
    </div>
  );
}

/**
 * The transcript part of a contract, in each of its states; what a person wrote stands beside the machine's text, or is
 * read in its place with all that is known of it.
 */
export function ViewerTranscript(props: ViewerTranscriptProps) {
  const { transcript, title, isLoading, missing, onGenerate, ...rest } = props;
  const human = transcript?.human ?? null;
  // Once somebody has written down both recordings, that counts alone.
  const ofPartyA = human === null ? transcript?.humanOfPartyA : undefined;
  const { a, b } = props.names;
  const isPersons = transcript !== null && isByPerson(transcript);
  const isReadBelow = isPersons && hasReader(transcript, props.showsUnclear);
  return (
    <section aria-labelledby={TITLE} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={TITLE} tabIndex={-1} className="text-lg outline-none">
          {t.viewer.transcript}
        </h3>
        {transcript?.status === 'done' && (
          <ShareRow
            agreementId={transcript.agreementId}
            words={wordsToShare(transcript, title)}
            onGenerate={onGenerate}
          />
        )}
      </div>
      {isLoading && <Skeleton className="h-40" />}
      {!isLoading && !transcript && <p className="text-muted">{missing}</p>}
      {human && <Human human={human} language={commonLanguage(transcript)} isReadBelow={isReadBelow} />}
      {ofPartyA && (
        <Human
          human={ofPartyA}
          language={transcript?.language ?? null}
          note={viewerText.humanOfPartyA(a, b)}
        />
      )}
      {(human || ofPartyA) && !isPersons && <h4 className="font-semibold">{viewerText.machine}</h4>}
      {transcript && (!isPersons || isReadBelow) && <Machine transcript={transcript} {...rest} />}
      {transcript && human === null && (transcript.status === 'done' || ofPartyA) && (
        <HumanTranscriptOffer
          agreementId={transcript.agreementId}
          known={transcript.humanOrder}
          isQuiet={!isPoor(transcript) && !ofPartyA}
        />
      )}
    </section>
  );
}
