import { Copy, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { dealTexts } from '#texts/deal';
import { invitationTexts as text } from '#texts/invitation';
import { PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { copyText } from '../../components/ui/copy-text';
import { Fact, Facts } from '../../components/ui/facts';
import { Notice, Told } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import type { ConsentAnswer, LiveAgreement, RemoteAgreement, TranscriptStage } from '../../lib/api/api-types';
import { formatDateTime, formatDuration } from '../../lib/format';
import { aboutWords } from '../agreements/deal-line';
import { listenLive } from '../live/live-socket';

interface DoneViewProps {
  agreement: RemoteAgreement;
  /** Key of the mailed link; without one nothing is told of what follows. */
  invitationKey: string | null;
  answer: ConsentAnswer;
}

/** The consent is on the server: what happens next, and the proof to keep. */
export function DoneView({ agreement, invitationKey, answer }: DoneViewProps) {
  const about = aboutWords(agreement);
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="flex items-center gap-2 font-medium text-ok">
          <ShieldCheck className="size-5" aria-hidden="true" />
          {text.done.safe}
        </p>
        <PageHeading>{text.done.title}</PageHeading>
        <p className="text-lg text-muted">{text.done.lead(agreement.partyAName)}</p>
      </div>
      <Card aria-labelledby="next" className="flex flex-col gap-5">
        <div className="flex flex-col gap-3">
          <CardTitle id="next">{text.done.nextTitle}</CardTitle>
          <ol className="flex list-decimal flex-col gap-1.5 pl-5">
            {text.done.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {invitationKey && (
            <TranscriptLine agreementId={agreement.agreementId} invitationKey={invitationKey} />
          )}
        </div>
        <Facts layout="line" className="wrap-anywhere border-t border-line pt-5">
          {about && <Fact name={dealTexts.about}>{about}</Fact>}
          <Fact name={text.done.when}>{formatDateTime(answer.consentedAt)}</Fact>
          <Fact name={text.done.length}>{formatDuration(answer.durationSeconds)}</Fact>
          <Fact name={text.done.hash} isWide className="font-mono text-sm break-all">
            {answer.sha256}
          </Fact>
        </Facts>
        <Button variant="secondary" className="self-start" onClick={() => void copyText(answer.sha256)}>
          <Copy className="size-5" aria-hidden="true" />
          {text.done.copy}
        </Button>
      </Card>
    </>
  );
}

export function DeclinedView({ agreement }: { agreement: RemoteAgreement }) {
  return (
    <div className="flex flex-col gap-4 sm:py-10">
      <PageHeading>{text.declined.title}</PageHeading>
      <p className="text-lg">{text.declined.text(agreement.partyAName)}</p>
      <p className="text-muted">{text.declined.close}</p>
    </div>
  );
}

interface TranscriptLineProps {
  agreementId: string;
  invitationKey: string;
}

/** How far the transcript is, while the page stays open. Each connection begins with how things stand. */
function TranscriptLine({ agreementId, invitationKey }: TranscriptLineProps) {
  const [made, setMade] = useState<TranscriptProgress | null>(null);

  useEffect(
    () =>
      listenLive(
        { agreementId, key: invitationKey },
        { onAgreement: (live) => setMade((known) => withLiveEvent(known, live)) },
      ),
    [agreementId, invitationKey],
  );

  return (
    <>
      <Told>
        {made?.state === 'ready' && <Notice tone="ok">{text.done.ready}</Notice>}
        {made?.state === 'paused' && <Notice tone="warn">{text.done.paused}</Notice>}
      </Told>
      {made?.state === 'working' && (
        <div className="flex max-w-md flex-col gap-1.5">
          <Progress label={text.done.progress} value={made.percent} />
          <p className="text-sm text-muted tabular-nums">
            {t.status.withPercent(t.status.stages[made.stage], Math.round(made.percent))}
          </p>
        </div>
      )}
    </>
  );
}

/** How far the transcript of an answered invitation is. */
export type TranscriptProgress =
  | { state: 'working'; stage: Exclude<TranscriptStage, 'none'>; percent: number }
  | { state: 'ready' }
  | { state: 'paused' };

/** What is known after a live event; a finished transcript stays finished, whatever comes late. */
export function withLiveEvent(
  known: TranscriptProgress | null,
  { status, stage, percent }: LiveAgreement,
): TranscriptProgress | null {
  if (known?.state === 'ready' || status === 'completed') return { state: 'ready' };
  if (stage === null) return known;
  if (stage === 'failed') return { state: 'paused' };
  // Written, but not sealed and sent yet.
  if (stage === 'done') return { state: 'working', stage: 'sealing', percent: 100 };
  return { state: 'working', stage, percent: percent ?? 0 };
}
