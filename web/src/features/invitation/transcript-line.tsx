import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { invitationTexts } from '#texts/invitation';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { listenLive } from '../live/live-socket';
import { type Made, withNews } from './made';

const text = invitationTexts.done;

interface TranscriptLineProps {
  agreementId: string;
  invitationKey: string;
}

/** How far the transcript is, while the page stays open. Each connection begins with how things stand. */
export function TranscriptLine({ agreementId, invitationKey }: TranscriptLineProps) {
  const [made, setMade] = useState<Made | null>(null);

  useEffect(
    () =>
      listenLive(
        { agreementId, key: invitationKey },
        { onAgreement: (live) => setMade((known) => withNews(known, live)) },
      ),
    [agreementId, invitationKey],
  );

  if (!made) return null;
  if (made.state === 'ready') {
    return (
      <Notice tone="ok" role="status">
        {text.ready}
      </Notice>
    );
  }
  if (made.state === 'paused') {
    return (
      <Notice tone="warn" role="status">
        {text.paused}
      </Notice>
    );
  }
  return (
    <div className="flex max-w-md flex-col gap-1.5">
      <Progress label={text.progress} value={made.percent} />
      <p className="text-sm text-muted tabular-nums">
        {t.status.withPercent(t.status.stages[made.stage], Math.round(made.percent))}
      </p>
    </div>
  );
}
