import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#texts/common';
import { subscriptionTexts as text } from '#texts/subscription';
import { AlertDialog } from '../../components/ui/alert-dialog';
import { Badge } from '../../components/ui/badge';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Fact, Facts } from '../../components/ui/facts';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { SubscriptionView } from '../../lib/api/api-types';
import { formatCents, formatDate } from '../../lib/format';
import { getSession } from '../../lib/session/session';
import { cancelSubscription, resumeSubscription, subscriptionKey } from './api';
import { badgeOf, cancelWords, cardLabel, endedAt, nextPayment, type Stage } from './subscription';

function tellFailure(error: unknown): void {
  toast({ title: text.changeFailed, text: sentenceOf(error, text.changeFallback), tone: 'destructive' });
}

/** Cancel, after a question, and Resume. */
export function Changes({ view, stage }: { view: SubscriptionView; stage: Stage }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const whoAsks = () => getSession().user?.id;
  /** False, and nothing is kept, when somebody else has signed in meanwhile. */
  const keep = (next: SubscriptionView, askedBy: number | undefined): boolean => {
    if (whoAsks() !== askedBy) return false;
    queries.setQueryData(subscriptionKey, next);
    return true;
  };
  const cancel = useMutation({
    mutationFn: cancelSubscription,
    onMutate: whoAsks,
    onSuccess: (next, _sent, askedBy) => {
      if (!keep(next, askedBy)) return;
      const isOver = next.status === 'canceled' || !next.periodEnd;
      const words = isOver ? text.cancelledNow : text.cancelledText(formatDate(next.periodEnd ?? ''));
      toast({ title: text.cancelled, text: words });
    },
    onError: tellFailure,
  });
  const resume = useMutation({
    mutationFn: resumeSubscription,
    onMutate: whoAsks,
    onSuccess: (next, _sent, askedBy) => {
      if (!keep(next, askedBy)) return;
      const words = next.periodEnd ? text.resumedText(formatDate(next.periodEnd)) : text.resumedPlain;
      toast({ title: text.resumed, text: words });
    },
    onError: tellFailure,
  });
  if (stage === 'ended') return null;
  const isEnding = view.endsAtPeriodEnd;
  return (
    <>
      {/* One button for both, so that it keeps the focus when the one becomes the other. */}
      <Button
        variant={isEnding ? 'primary' : 'secondary'}
        busy={cancel.isPending || resume.isPending}
        onClick={() => (isEnding ? resume.mutate() : setAsking(true))}
      >
        {isEnding ? text.resume : text.cancel}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        question={text.cancelDialog.question}
        detail={cancelWords(view, Date.now())}
        isDanger
        confirm={text.cancelDialog.confirm}
        cancel={text.cancelDialog.keep}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}

function Notices({ view, stage }: { view: SubscriptionView; stage: Stage }) {
  const until = view.periodEnd && formatDate(view.periodEnd);
  if (stage === 'ending' && until)
    return (
      <Notice tone="warn" title={text.ending.title(until)}>
        {text.ending.text}
      </Notice>
    );
  if (stage === 'past_due') {
    const due = view.paymentDue;
    return (
      <Notice tone="danger" title={text.pastDue.title}>
        {due ? text.pastDue.text(formatCents(due.amountCents, view.currency)) : text.pastDue.waiting}
      </Notice>
    );
  }
  if (stage === 'ended')
    return (
      <Notice tone="info" title={text.ended.title}>
        {text.ended.text}
      </Notice>
    );
  return null;
}

interface PortalProps {
  view: SubscriptionView;
  stage: Exclude<Stage, 'offer'>;
  /** What belongs between the facts and the actions. */
  children?: ReactNode;
}

/** A subscription as facts: state, next payment, card; and what can be done with it. */
export function Portal({ view, stage, children }: PortalProps) {
  const { label, tone } = badgeOf(stage);
  const price = text.perMonth(formatCents(view.amountCents, view.currency));
  const ended = endedAt(view, Date.now());
  return (
    <Card aria-labelledby="subscription" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle id="subscription">{text.status}</CardTitle>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Notices view={view} stage={stage} />
      <Facts className="border-y border-line py-4 tabular-nums">
        <Fact name={text.facts.price}>{price}</Fact>
        <Fact name={text.facts.next}>{nextPayment(view)}</Fact>
        {view.startedAt && <Fact name={text.facts.started}>{formatDate(view.startedAt)}</Fact>}
        {stage === 'ending' && view.periodEnd && (
          <Fact name={text.facts.until}>{formatDate(view.periodEnd)}</Fact>
        )}
        {ended && <Fact name={text.facts.ended}>{formatDate(ended)}</Fact>}
        {stage !== 'ended' && <Fact name={text.facts.card}>{cardLabel(view.card)}</Fact>}
      </Facts>
      {children}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/receipts" variant="secondary">
          {text.receipts}
        </ButtonLink>
        <Changes view={view} stage={stage} />
      </div>
    </Card>
  );
}

/** The portal's shape while it loads. */
export function PortalSkeleton() {
  return (
    <Card role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t.app.loading}</span>
      <span aria-hidden="true" className="h-7 w-48 rounded-control bg-raised" />
      <span aria-hidden="true" className="h-24 rounded-control bg-raised" />
      <span aria-hidden="true" className="h-11 w-56 rounded-control bg-raised" />
    </Card>
  );
}
