import { useEffect, useRef } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Notice } from '../../../components/ui/notice';
import { formatCents, formatDateTime } from '../../../lib/format';
import { HeldBadge } from '../held-badge';
import type { HeldPayment } from '../held-payment';
import { nextWords } from '../words';
import { Actions } from './actions';
import { Amounts } from './amounts';
import { History } from './history';
import { ReleaseClock } from './release-clock';
import { Timeline } from './timeline';
import { useHeldAct } from './use-held-act';

const text = escrowTexts.now;

/** What else is true at this moment. */
function Remarks({ held }: { held: HeldPayment }) {
  const remarks = [
    held.chargeback === 'open' && text.bankAsks,
    held.chargeback === 'won' && held.settledAt === null && text.bankWon,
    held.chargeback === 'lost' && held.state !== 'charged_back' && text.bankLost,
    held.buyerRefund > 0 &&
      (held.state === 'held' || held.state === 'release_due' || held.state === 'disputed') &&
      text.promise(formatCents(held.buyerRefund, held.currency)),
    held.role === 'buyer' &&
      held.state === 'held' &&
      held.takeBackAt !== null &&
      !held.actions.includes('take-back') &&
      text.takeBack(formatDateTime(held.takeBackAt)),
  ].filter((remark) => remark !== false);
  return remarks.map((remark) => (
    <p key={remark} className="text-sm text-muted">
      {remark}
    </p>
  ));
}

function Written({ title, words }: { title: string; words: string | null }) {
  if (!words) return null;
  return (
    <figure className="rounded-control border border-line p-4">
      <figcaption className="text-sm text-muted">{title}</figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line">{words}</blockquote>
    </figure>
  );
}

interface FollowViewProps {
  held: HeldPayment;
  heldKey: string | null;
  feePercent: number;
  startsReleasing: boolean;
  /** Asks the server again. Keep it stable. */
  onLook: () => Promise<unknown>;
  onStartAgain: () => void;
}

/** A held payment: what happens next, where the money is, and everything that happened. */
export function FollowView(props: FollowViewProps) {
  const { held, heldKey, feePercent, startsReleasing, onLook, onStartAgain } = props;
  const acts = useHeldAct(held.agreementId, heldKey);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(held.state);
  useEffect(() => {
    if (shown.current === held.state) return;
    shown.current = held.state;
    // The button that was pressed is gone with the old state.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
  }, [held.state]);

  return (
    <div className="flex flex-col gap-6">
      {acts.hasMoved && (
        <Notice tone="warn" role="alert">
          <p>{escrowTexts.actions.moved}</p>
        </Notice>
      )}
      <Card aria-labelledby="held-next" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2
            ref={heading}
            id="held-next"
            tabIndex={-1}
            className="font-sans text-lg font-semibold outline-none"
          >
            {text.next}
          </h2>
          <HeldBadge state={held.state} />
        </div>
        <p role="status" className="max-w-prose">
          {nextWords(held)}
        </p>
        {held.state === 'release_due' && held.releaseAt && (
          <ReleaseClock releaseAt={held.releaseAt} role={held.role} onLook={onLook} />
        )}
        <Remarks held={held} />
        <Written title={text.problem} words={held.problem} />
        <Written title={text.decision} words={held.decision} />
        {acts.problem && (
          <Notice tone="danger" role="alert" title={escrowTexts.actions.failedTitle}>
            <p>{acts.problem}</p>
          </Notice>
        )}
        <Actions
          held={held}
          heldKey={heldKey}
          feePercent={feePercent}
          acts={acts}
          startsReleasing={startsReleasing}
        />
        {held.state === 'failed' && held.role === 'buyer' && (
          <Button className="self-start" onClick={onStartAgain}>
            {text.again}
          </Button>
        )}
      </Card>
      <div className="grid gap-6 md:grid-cols-2">
        <Timeline held={held} />
        <Amounts held={held} />
      </div>
      <Card aria-labelledby="held-history" className="flex flex-col gap-2">
        <h2 id="held-history" className="font-sans text-lg font-semibold">
          {escrowTexts.history.title}
        </h2>
        <History steps={held.steps} reader={held.role} />
      </Card>
    </div>
  );
}
