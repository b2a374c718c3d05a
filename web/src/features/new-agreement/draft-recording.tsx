import { Check, Circle, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { Fact, Facts } from '../../components/ui/facts';
import { Notice } from '../../components/ui/notice';
import { Spinner } from '../../components/ui/spinner';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import { cn } from '../../lib/cn';
import { formatDateTime, formatDuration, shortHash } from '../../lib/format';
import { PlayerRow } from '../player/player-row';
import { usePlayer } from '../player/use-player';
import { isSilent, LEVELS_PER_SECOND } from '../recording/engine/mixer';
import type { DraftRecording } from '../recording/engine/recorder-state';
import type { WaitCause } from '../recording/upload/retry';

/** An address for the sound of a draft recording; null until there is one. */
function useDraftUrl(blob: Blob): string | null {
  const [src, setSrc] = useState<string | null>(null);
  const hasTold = useRef(false);
  useEffect(() => {
    let url: string;
    try {
      url = URL.createObjectURL(blob);
    } catch {
      if (!hasTold.current)
        toast({
          title: recordTexts.deal.noPreview,
          text: recordTexts.deal.noPreviewText,
          tone: 'destructive',
        });
      hasTold.current = true;
      return;
    }
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return src;
}

interface DraftPlayerProps {
  draft: DraftRecording;
  /** Only this many seconds are played; then it goes back to the start. */
  cutAt?: number;
}

/** Plays a draft recording from this device, and says when there is nothing to hear in it. */
export function DraftPlayer({ draft, cutAt }: DraftPlayerProps) {
  const player = usePlayer({
    src: useDraftUrl(draft.blob),
    knownDuration: cutAt === undefined ? draft.seconds : Math.min(cutAt, draft.seconds),
    cutAt,
    onError: () =>
      toast({
        title: recordTexts.deal.previewError,
        text: recordTexts.deal.previewErrorText,
        tone: 'destructive',
      }),
  });
  const peaks = cutAt === undefined ? draft.levels : draft.levels.slice(0, cutAt * LEVELS_PER_SECOND);
  return (
    <>
      <PlayerRow
        player={player}
        peaks={peaks}
        label={cutAt === undefined ? recordTexts.deal.player : t.viewer.preview}
      />
      {isSilent(draft) && (
        <Notice tone="warn" role="status">
          {recordTexts.deal.noSound}
        </Notice>
      )}
    </>
  );
}

interface WaitingNoticeProps {
  draft: DraftRecording;
  waitsFor: WaitCause;
  /** Whether it is sent even when this page is closed meanwhile. */
  survivesClosing?: boolean;
}

const WAITING_TEXT: Record<WaitCause, string> = {
  network: recordTexts.safe.serverNetwork,
  server: recordTexts.safe.serverAway,
  limit: recordTexts.safe.serverLimit,
  full: recordTexts.safe.serverFull,
};

/** Sending pauses. Nothing is wrong with the recording, and nothing has to be done. */
export function WaitingNotice({ draft, waitsFor, survivesClosing = false }: WaitingNoticeProps) {
  const kept = survivesClosing ? recordTexts.safe.keptGoesOn : recordTexts.safe.keptStay;
  return (
    <Notice title={WAITING_TEXT[waitsFor]}>
      {waitsFor === 'limit' && <p>{recordTexts.safe.limitText}</p>}
      <p>{draft.isOnDevice ? kept : recordTexts.safe.memoryStay}</p>
    </Notice>
  );
}

/** Why a draft recording was not saved, in the words of the server, or where it is safe all the same. */
export function saveFailure(error: unknown, { isOnDevice }: Pick<DraftRecording, 'isOnDevice'>): string {
  return sentenceOf(error, isOnDevice ? recordTexts.deal.saveFallback : recordTexts.deal.saveFallbackMemory);
}

/** What the server has of a draft recording; a cause says what the next try waits for. */
export type ServerState = 'later' | 'sending' | 'safe' | 'mismatch' | WaitCause;

interface ProofStripProps {
  draft: DraftRecording;
  hash: string | null;
  server: ServerState;
  /** How much the server has confirmed, 0 to 1; left out where nobody knows. */
  share?: number;
  /** What brings the draft recording to the server, in other words than those of the creation flow. */
  laterText?: string;
}

interface StepProps {
  state: 'done' | 'busy' | 'away' | 'open';
  children: ReactNode;
}

function Step({ state, children }: StepProps) {
  return (
    <li className={cn('flex items-center gap-2 font-medium', state === 'done' ? 'text-ok' : 'text-muted')}>
      {state === 'done' && <Check className="size-5 shrink-0" strokeWidth={2.5} aria-hidden="true" />}
      {state === 'busy' && <Spinner className="size-5" />}
      {state === 'away' && <WifiOff className="size-5 shrink-0" aria-hidden="true" />}
      {state === 'open' && <Circle className="size-5 shrink-0" aria-hidden="true" />}
      <span>{children}</span>
    </li>
  );
}

const SERVER_TEXT: Record<ServerState, string> = {
  later: recordTexts.safe.serverPending,
  sending: recordTexts.safe.serverSending,
  ...WAITING_TEXT,
  safe: recordTexts.safe.server,
  mismatch: recordTexts.safe.serverPending,
};

const SERVER_STEP: Record<ServerState, StepProps['state']> = {
  later: 'open',
  sending: 'busy',
  network: 'away',
  server: 'away',
  limit: 'open',
  full: 'open',
  safe: 'done',
  mismatch: 'open',
};

/** Of a file from elsewhere this browser may not have found out how long it is. */
export const isLengthKnown = ({ fileName, seconds }: Pick<DraftRecording, 'fileName' | 'seconds'>): boolean =>
  fileName === undefined || seconds > 0;

/** Where the recording is safe by now, with its length, time and fingerprint. */
export function ProofStrip({ draft, hash, server, share, laterText }: ProofStripProps) {
  return (
    <section
      aria-label={recordTexts.safe.title}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <ul className="flex flex-col gap-x-8 gap-y-2 sm:flex-row sm:flex-wrap" aria-live="polite">
        <Step state={draft.isOnDevice ? 'done' : 'open'}>
          {draft.isOnDevice ? recordTexts.safe.device : recordTexts.safe.deviceMemory}
        </Step>
        <Step state={SERVER_STEP[server]}>
          {(server === 'later' && laterText) || SERVER_TEXT[server]}
          {server === 'sending' && share !== undefined && (
            // Not spoken at every step: the progress bar has the number.
            <span aria-hidden="true" className="tabular-nums">
              {` ${recordTexts.safe.percent(Math.floor(share * 100))}`}
            </span>
          )}
        </Step>
      </ul>
      {server === 'mismatch' && (
        <Notice tone="danger" role="alert">
          {recordTexts.safe.mismatch}
        </Notice>
      )}
      <Facts layout="line">
        {draft.fileName !== undefined && (
          <Fact name={recordTexts.safe.file} className="wrap-anywhere">
            {draft.fileName}
          </Fact>
        )}
        {isLengthKnown(draft) && (
          <Fact name={recordTexts.safe.duration}>{formatDuration(draft.seconds)}</Fact>
        )}
        <Fact name={draft.fileName === undefined ? recordTexts.safe.time : recordTexts.safe.fileTime}>
          {formatDateTime(draft.startedAt.toISOString())}
        </Fact>
        {hash && (
          <Fact name={recordTexts.safe.hash}>
            <span title={recordTexts.safe.hashHint} className="font-mono text-sm">
              {shortHash(hash)}
            </span>
          </Fact>
        )}
      </Facts>
    </section>
  );
}
