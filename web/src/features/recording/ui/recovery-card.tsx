import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { lazyPart, MissingDialog } from '../../../components/ui/lazy-part';
import { Notice } from '../../../components/ui/notice';
import { formatClock, formatDateTime, formatDuration } from '../../../lib/format';
import { usePlayer } from '../../transcript/use-player';
import type { SpoolSession } from '../drafts/draft-db';
import { discardTake, findOrphans, readTake, type TakePurpose } from '../drafts/draft-recovery';
import type { Take } from '../engine/recorder-state';
import { languageFrom } from '../spoken';

const AlertDialog = lazyPart(() => import('../../../components/ui/alert-dialog').then((m) => m.AlertDialog), {
  missing: ({ onOpenChange }) => <MissingDialog onClose={() => onOpenChange(false)} />,
});

interface RecoveryCardProps extends TakePurpose {
  onKeep: (take: Take, form: Record<string, string>) => void;
}

function whenText(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? t.recovery.today(formatClock(at)) : formatDateTime(at.toISOString());
}

async function takeOf(orphan: SpoolSession): Promise<Take> {
  const { id, mime, elapsedMs, startedAt, turns = [] } = orphan;
  const { blob, levels } = await readTake(orphan);
  const seconds = elapsedMs / 1000;
  return {
    ...{ id, blob, mime, levels, seconds, turns, language: languageFrom(orphan.language) },
    ...{ startedAt: new Date(startedAt), isOnDevice: true, preview: '' },
  };
}

/** Plays a kept take. Its sound is read with the first press. */
function Listen({ orphan, onProblem }: { orphan: SpoolSession; onProblem: () => void }) {
  const [src, setSrc] = useState<string | null>(null);
  const { isPlaying, toggle } = usePlayer({
    src,
    knownDuration: orphan.elapsedMs / 1000,
    onError: onProblem,
  });
  useEffect(() => {
    if (!src) return;
    toggle();
    return () => URL.revokeObjectURL(src);
  }, [src, toggle]);
  const press = async () => {
    if (src) toggle();
    else setSrc(URL.createObjectURL((await readTake(orphan)).blob));
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button variant="secondary" onClick={() => press().catch(onProblem)}>
      <Icon className="size-4" aria-hidden="true" />
      {isPlaying ? t.recorder.pause : t.recovery.listen}
    </Button>
  );
}

/** Offers the takes that a reload, a crash or a closed page left on this device, the newest first. */
export function RecoveryCard({ consentFor, retakeOf, onKeep }: RecoveryCardProps) {
  const [orphans, setOrphans] = useState<SpoolSession[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    let isGone = false;
    findOrphans({ consentFor, retakeOf })
      .then((found) => !isGone && setOrphans(found))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [consentFor, retakeOf]);

  const [orphan, ...others] = orphans;
  if (!orphan) return null;
  const length = formatDuration(orphan.elapsedMs / 1000);
  const { partyAName, partyBName } = orphan.form;

  const next = () => {
    setUnreadable(false);
    setOrphans(others);
    title.current?.focus();
  };
  const fail = () => setUnreadable(true);
  const keep = async () => {
    onKeep(await takeOf(orphan), orphan.form);
    next();
  };
  const discard = async () => {
    await discardTake(orphan.id);
    next();
  };

  return (
    <Card className="stage-in flex flex-col gap-4 border-accent">
      <div>
        <CardTitle ref={title} tabIndex={-1}>
          {t.recovery.title}
        </CardTitle>
        <p className="text-muted">
          {t.recovery.line(length, whenText(new Date(orphan.startedAt)))}
          {partyAName && partyBName && ` · ${t.recovery.between(partyAName, partyBName)}`}
        </p>
        {others.length > 0 && <p className="text-sm text-muted">{t.recovery.others(others.length)}</p>}
      </div>
      {isUnreadable && (
        <Notice tone="warn" role="alert">
          {t.recovery.unreadable}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => keep().catch(fail)}>{t.recovery.keep}</Button>
        <Listen key={orphan.id} orphan={orphan} onProblem={fail} />
        <Button
          variant="quiet"
          onClick={() => {
            setWasAsked(true);
            setAsking(true);
          }}
        >
          {t.recovery.discard}
        </Button>
      </div>
      {wasAsked && (
        <AlertDialog
          open={isAsking}
          onOpenChange={setAsking}
          question={t.recovery.discardQuestion}
          detail={t.recovery.discardDetail(length)}
          confirm={t.recovery.discardConfirm}
          isDanger
          cancel={t.recovery.discardCancel}
          onConfirm={() => discard().catch(fail)}
        />
      )}
    </Card>
  );
}
