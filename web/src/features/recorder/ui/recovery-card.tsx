import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { t } from '../../../i18n/en';
import { formatClock, formatDateTime, formatDuration } from '../../../lib/format';
import type { Take } from '../engine/recorder';
import type { SpoolSession } from '../spool/db';
import { discardTake, findOrphan, readTake } from '../spool/recovery';

interface RecoveryCardProps {
  onKeep: (take: Take, form: Record<string, string>) => void;
}

function whenText(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? t.recovery.today(formatClock(at)) : formatDateTime(at.toISOString());
}

/** Offers the take that a reload, a crash or a closed page left on this device. */
export function RecoveryCard({ onKeep }: RecoveryCardProps) {
  const [orphan, setOrphan] = useState<SpoolSession | null>(null);

  useEffect(() => {
    let isGone = false;
    findOrphan()
      .then((found) => !isGone && setOrphan(found))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);

  if (!orphan) return null;
  const seconds = orphan.elapsedMs / 1000;
  const startedAt = new Date(orphan.startedAt);

  const keep = async () => {
    const blob = await readTake(orphan);
    onKeep(
      { id: orphan.id, blob, mime: orphan.mime, seconds, startedAt, levels: orphan.levels, isOnDevice: true },
      orphan.form,
    );
    setOrphan(null);
  };

  const discard = async () => {
    setOrphan(null);
    await discardTake(orphan.id);
  };

  const { partyAName, partyBName } = orphan.form;
  return (
    <Card className="stage-in flex flex-col gap-4 border-accent sm:flex-row sm:items-center sm:justify-between">
      <div>
        <CardTitle>{t.recovery.title}</CardTitle>
        <p className="text-muted">
          {t.recovery.line(formatDuration(seconds), whenText(startedAt))}
          {partyAName && partyBName && ` · ${t.recovery.between(partyAName, partyBName)}`}
        </p>
      </div>
      <div className="flex gap-3">
        <Button onClick={() => keep().catch(() => setOrphan(null))}>{t.recovery.keep}</Button>
        <Button variant="secondary" onClick={() => discard().catch(() => undefined)}>
          {t.recovery.discard}
        </Button>
      </div>
    </Card>
  );
}
