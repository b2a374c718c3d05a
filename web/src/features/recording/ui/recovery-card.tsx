import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { lazyPart, MissingDialog } from '../../../components/ui/lazy-part';
import { Notice } from '../../../components/ui/notice';
import { useWaiting } from '../../../lib/browser/waiting-uploads';
import { formatClock, formatDateTime, formatDuration } from '../../../lib/format';
import { useSession } from '../../../lib/session/session';
import { usePlayer } from '../../player/use-player';
import type { StoredDraft } from '../drafts/draft-db';
import {
  type DraftPurpose,
  discardDraft,
  findRecoverable,
  isKeptForAnAccount,
  keepForNewContract,
  readDraft,
} from '../drafts/draft-recovery';
import type { DraftRecording } from '../engine/recorder-state';
import { languageFrom } from '../spoken';
import { SaveSound } from './save-sound';

const AlertDialog = lazyPart(() => import('../../../components/ui/alert-dialog').then((m) => m.AlertDialog), {
  missing: ({ open, onOpenChange }) => open && <MissingDialog onClose={() => onOpenChange(false)} />,
});

interface RecoveryCardProps extends DraftPurpose {
  /** Goes on with it. Left out where it can no longer be sent: then it is heard, made a file of, or discarded. */
  onKeep?: (draft: DraftRecording, form: Record<string, string>) => void;
  /** It was set free for a new contract. */
  onNewContract?: (() => void) | undefined;
  /** The one that the screen itself leads back to. */
  except?: string | undefined;
}

function whenText(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? recordTexts.recovery.today(formatClock(at)) : formatDateTime(at.toISOString());
}

async function draftOf(stored: StoredDraft): Promise<DraftRecording> {
  const { id, mime, elapsedMs, startedAt, turns = [], fileName, userId } = stored;
  const { blob, levels } = await readDraft(stored);
  const seconds = elapsedMs / 1000;
  return {
    ...{ id, blob, mime, levels, seconds, turns, fileName, userId, language: languageFrom(stored.language) },
    ...{ startedAt: new Date(startedAt), isOnDevice: true, preview: '' },
  };
}

/** The one that a person may be looking at stays in its place. */
function keepFirst(shown: StoredDraft | undefined, found: StoredDraft[]): StoredDraft[] {
  const isShown = ({ id }: StoredDraft) => id === shown?.id;
  return [...found.filter(isShown), ...found.filter((draft) => !isShown(draft))];
}

/** Plays a kept recording. Its sound is read with the first press. */
function Listen({ stored, onProblem }: { stored: StoredDraft; onProblem: () => void }) {
  const [src, setSrc] = useState<string | null>(null);
  const { isPlaying, toggle } = usePlayer({
    src,
    knownDuration: stored.elapsedMs / 1000,
    onError: onProblem,
  });
  useEffect(() => {
    if (!src) return;
    toggle();
    return () => URL.revokeObjectURL(src);
  }, [src, toggle]);
  const press = async () => {
    if (src) toggle();
    else setSrc(URL.createObjectURL((await readDraft(stored)).blob));
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button variant="secondary" onClick={() => press().catch(onProblem)}>
      <Icon className="size-4" aria-hidden="true" />
      {isPlaying ? recordTexts.recorder.pause : recordTexts.recovery.listen}
    </Button>
  );
}

/** What is offered to one reader. */
function Recoverable({ consentFor, retakeOf, onKeep, onNewContract, except }: RecoveryCardProps) {
  const [found, setFound] = useState<StoredDraft[]>([]);
  const [isForAccount, setForAccount] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const isGone = useRef(false);
  const { count } = useWaiting();

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  // What no longer waits to be sent may be to offer: the device does not have all of it, or the server refused it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is a reason to look again
  useEffect(() => {
    let isGone = false;
    findRecoverable({ consentFor, retakeOf })
      .then((drafts) => !isGone && setFound((shown) => keepFirst(shown[0], drafts)))
      .catch(() => undefined);
    isKeptForAnAccount({ consentFor, retakeOf })
      .then((is) => !isGone && setForAccount(is))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [consentFor, retakeOf, count, except]);

  const [stored, ...others] = found.filter(({ id }) => id !== except);
  if (!stored) return isForAccount ? <Notice>{recordTexts.recovery.ofAccount}</Notice> : null;
  const length = formatDuration(stored.elapsedMs / 1000);
  const { partyAName, partyBName } = stored.form;

  const next = () => {
    setUnreadable(false);
    setFound(others);
    // With the last one the card goes, and the button that was pressed.
    const place = others.length > 0 ? title.current : document.querySelector<HTMLElement>('main h1');
    setTimeout(() => place?.focus());
  };
  const fail = () => setUnreadable(true);
  const keep = async () => {
    const draft = await draftOf(stored);
    // Meanwhile a recording has begun, which is not ended for a kept one, or there is another reader.
    if (isGone.current) return;
    onKeep?.(draft, stored.form);
    next();
  };
  const setFree = async () => {
    await keepForNewContract(stored);
    onNewContract?.();
  };
  const discard = async () => {
    await discardDraft(stored.id);
    next();
  };

  return (
    <Card className="stage-in flex flex-col gap-4 border-accent">
      <div>
        <CardTitle ref={title} tabIndex={-1}>
          {recordTexts.recovery.title}
        </CardTitle>
        <p className="text-muted">
          {recordTexts.recovery.line(length, whenText(new Date(stored.startedAt)))}
          {partyAName && partyBName && ` · ${recordTexts.recovery.between(partyAName, partyBName)}`}
        </p>
        {others.length > 0 && (
          <p className="text-sm text-muted">{recordTexts.recovery.others(others.length)}</p>
        )}
      </div>
      {isUnreadable && (
        <Notice tone="warn" role="alert">
          {recordTexts.recovery.unreadable}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {onKeep && <Button onClick={() => keep().catch(fail)}>{recordTexts.recovery.keep}</Button>}
        {onNewContract && (
          <Button onClick={() => setFree().catch(fail)}>{recordTexts.recovery.newContract}</Button>
        )}
        <Listen key={stored.id} stored={stored} onProblem={fail} />
        <SaveSound read={() => draftOf(stored)} onProblem={fail} />
        <Button
          variant="quiet"
          onClick={() => {
            setWasAsked(true);
            setAsking(true);
          }}
        >
          {recordTexts.recovery.discard}
        </Button>
      </div>
      {wasAsked && (
        <AlertDialog
          open={isAsking}
          onOpenChange={setAsking}
          question={recordTexts.recovery.discardQuestion}
          detail={recordTexts.recovery.discardDetail(length)}
          confirm={recordTexts.recovery.discardConfirm}
          isDanger
          cancel={recordTexts.recovery.discardCancel}
          onConfirm={() => discard().catch(fail)}
        />
      )}
    </Card>
  );
}

/** Offers the recordings that a reload, a crash or a closed page left on this device, the newest first. */
export function RecoveryCard(props: RecoveryCardProps) {
  const { user } = useSession();
  // Another reader begins anew: nothing of what the one before was offered is shown, or goes on sounding.
  return <Recoverable key={user?.id ?? 'visitor'} {...props} />;
}
