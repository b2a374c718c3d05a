import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { cn } from '../../lib/cn';
import { formatCents, formatDateTime } from '../../lib/format';
import { canStart, type Escrow } from './escrow';
import { Actions } from './escrow-actions';
import { EscrowBadge } from './escrow-badge';
import { AmountLines, History } from './escrow-facts';
import { bankWords, leftWords, nextWords, type Point, type PointState, timelinePoints } from './escrow-words';
import { useEscrowAct } from './use-escrow-act';

const TICK_MS = 10_000;

/** The time in ms, moving on every ten seconds and whenever the page is looked at again. */
function useTicks(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

const text = escrowTexts.clock;
const OVER_LOOK_MS = 15_000;

interface ReleaseClockProps {
  escrow: Escrow;
  releaseAt: string;
  onLook: () => Promise<unknown>;
}

/** How long the buyer may still look at it; the same for both sides. */
function ReleaseClock({ escrow: { backAt, role }, releaseAt, onLook }: ReleaseClockProps) {
  const now = useTicks();
  const end = backAt ?? releaseAt;
  const then = backAt === null ? text[role] : text.back[role];
  const left = leftWords(Date.parse(end) - now);
  const isOver = left === null;
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => onLook().catch(() => undefined), OVER_LOOK_MS);
    return () => clearInterval(timer);
  }, [isOver, onLook]);
  return (
    <div className="rounded-control bg-raised p-4">
      <p className="text-sm text-muted">{text.title}</p>
      <p role="timer" className="font-serif text-3xl font-medium tracking-tight tabular-nums">
        {isOver ? escrowTexts.time.over : escrowTexts.time.left(left)}
      </p>
      <p className="text-sm tabular-nums">
        {isOver ? escrowTexts.time.overText : `${text.until(formatDateTime(end))}. ${then}`}
      </p>
    </div>
  );
}

const amountsText = escrowTexts.amounts;

/** Who has paid and gets what. */
function Amounts({ escrow }: { escrow: Escrow }) {
  const { role, currency } = escrow;
  const show = (cents: number) => formatCents(cents, currency);
  return (
    <Card aria-labelledby="escrow-amounts" className="flex flex-col gap-4">
      <CardTitle id="escrow-amounts">{amountsText.title}</CardTitle>
      <AmountLines
        lines={[
          {
            label: escrow.heldAt ? amountsText.paid : amountsText.toPay,
            value: show(escrow.amount),
            isStrong: false,
          },
          { label: amountsText.fee, value: show(escrow.platformFee) },
          {
            label: role === 'buyer' ? amountsText.refundOwn : amountsText.refund,
            value: show(escrow.buyerRefund),
          },
          ...(escrow.chargedBack > 0
            ? [{ label: amountsText.chargedBack, value: show(escrow.chargedBack) }]
            : []),
          {
            label: role === 'seller' ? amountsText.sellerOwn : amountsText.seller,
            value: show(escrow.sellerAmount),
            isStrong: true,
          },
        ]}
      />
      <p className="text-sm text-muted">{amountsText.feeNote}</p>
    </Card>
  );
}

const timelineText = escrowTexts.timeline;

const SIGNS: Record<PointState, string> = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-surface',
  todo: 'border-field bg-surface',
};

function Sign({ state }: { state: PointState }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative z-10 flex size-6 shrink-0 items-center justify-center rounded-full border-2',
        SIGNS[state],
      )}
    >
      {state === 'done' && <Check className="size-4" strokeWidth={3} />}
      {state === 'current' && <span className="size-2.5 rounded-full bg-accent" />}
    </span>
  );
}

function Row({ point, isLast }: { point: Point; isLast: boolean }) {
  return (
    <li
      className="relative flex gap-4 pb-6 last:pb-0"
      aria-current={point.state === 'current' ? 'step' : undefined}
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-6 bottom-0 left-3 -ml-px w-0.5',
            point.state === 'done' ? 'bg-accent' : 'bg-line',
          )}
        />
      )}
      <Sign state={point.state} />
      <div className="min-w-0">
        <p className={point.state === 'todo' ? 'text-muted' : 'font-medium'}>
          {point.label}
          <span className="sr-only">: {timelineText[point.state]}</span>
        </p>
        {point.at && (
          <time dateTime={point.at} className="text-sm text-muted tabular-nums">
            {formatDateTime(point.at)}
          </time>
        )}
        {point.note && <p className="text-sm text-muted tabular-nums">{point.note}</p>}
      </div>
    </li>
  );
}

/** Held, delivered, released: with their times. */
function Timeline({ escrow }: { escrow: Escrow }) {
  const points = timelinePoints(escrow, formatDateTime);
  return (
    <Card aria-labelledby="escrow-timeline" className="flex flex-col gap-5">
      <CardTitle id="escrow-timeline">{timelineText.title}</CardTitle>
      <ol>
        {points.map((point, i) => (
          <Row key={point.label} point={point} isLast={i === points.length - 1} />
        ))}
      </ol>
    </Card>
  );
}

const nowText = escrowTexts.now;

/** What else is true at this moment. */
function Remarks({ escrow }: { escrow: Escrow }) {
  const { buyerRefund, currency, state } = escrow;
  const isUndecided = state === 'held' || state === 'release_due' || state === 'disputed';
  const sentBack = Math.min(escrow.sentBack, buyerRefund);
  const remarks = [
    escrow.isContractCancelled && escrow.state === 'disputed' && nowText.contractCancelled,
    escrow.isAccountDisabled && escrow.state === 'disputed' && nowText.accountDisabled,
    escrow.isBuyerUnreached && escrow.state === 'disputed' && nowText.buyerUnreached,
    escrow.payoutsByBuyer && escrow.actions.includes('onboard') && nowText.payoutsByBuyer,
    bankWords(escrow),
    isUndecided && sentBack > 0 && nowText.sentBack(formatCents(sentBack, currency)),
    isUndecided && buyerRefund > sentBack && nowText.promise(formatCents(buyerRefund - sentBack, currency)),
    escrow.role === 'buyer' &&
      escrow.state === 'held' &&
      escrow.takeBackAt !== null &&
      !escrow.actions.includes('take-back') &&
      nowText.takeBack(formatDateTime(escrow.takeBackAt)),
    escrow.role === 'seller' &&
      escrow.state === 'held' &&
      escrow.takeBackAt !== null &&
      nowText.takeBackOfBuyer(formatDateTime(escrow.takeBackAt)),
  ].filter((remark) => typeof remark === 'string');
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

interface WayToStartProps {
  escrow: Escrow;
  onStartAgain: () => void;
}

/** Begins anew, also in place of somebody else, who is then no longer asked to pay. */
function WayToStart({ escrow: { role, state }, onStartAgain }: WayToStartProps) {
  const isClosed = state === 'failed';
  return (
    <>
      {role === 'owner' && (
        <p className="text-sm text-muted">{isClosed ? nowText.paySelfClosed : nowText.paySelfText}</p>
      )}
      <Button
        variant={role === 'owner' ? 'secondary' : 'primary'}
        className="self-start"
        onClick={onStartAgain}
      >
        {role === 'owner' ? nowText.paySelf : nowText.again}
      </Button>
    </>
  );
}

interface FollowViewProps {
  escrow: Escrow;
  sellerKey: string | null;
  startsReleasing: boolean;
  /** Asks the server again. Keep it stable. */
  onLook: () => Promise<unknown>;
  onStartAgain: () => void;
}

/** An escrow: what happens next, where the money is, and everything that happened. */
export function FollowView(props: FollowViewProps) {
  const { escrow, sellerKey, startsReleasing, onLook, onStartAgain } = props;
  const acts = useEscrowAct(escrow.agreementId, sellerKey);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(escrow.state);
  useEffect(() => {
    if (shown.current === escrow.state) return;
    shown.current = escrow.state;
    // The button that was pressed is gone with the old state.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
  }, [escrow.state]);

  return (
    <div className="flex flex-col gap-6">
      {acts.hasMoved && (
        <Notice tone="warn" role="alert">
          <p>{escrowTexts.actions.moved}</p>
        </Notice>
      )}
      <Card aria-labelledby="escrow-next" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2
            ref={heading}
            id="escrow-next"
            tabIndex={-1}
            className="font-sans text-lg font-semibold outline-none"
          >
            {nowText.next}
          </h2>
          <EscrowBadge state={escrow.state} />
        </div>
        <p role="status" className="max-w-prose">
          {nextWords(escrow)}
        </p>
        {escrow.state === 'release_due' && escrow.releaseAt && (
          <ReleaseClock escrow={escrow} releaseAt={escrow.releaseAt} onLook={onLook} />
        )}
        <Remarks escrow={escrow} />
        <Written title={nowText.problem} words={escrow.problem} />
        <Written title={nowText.decision} words={escrow.decision} />
        {acts.failed && (
          <Notice tone="danger" role="alert" title={escrowTexts.actions.failedTitle}>
            <p>{acts.failed.why}</p>
          </Notice>
        )}
        <Actions escrow={escrow} sellerKey={sellerKey} acts={acts} startsReleasing={startsReleasing} />
        {canStart(escrow) && <WayToStart escrow={escrow} onStartAgain={onStartAgain} />}
      </Card>
      <div className="grid gap-6 md:grid-cols-2">
        <Timeline escrow={escrow} />
        <Amounts escrow={escrow} />
      </div>
      <Card aria-labelledby="escrow-history" className="flex flex-col gap-2">
        <h2 id="escrow-history" className="font-sans text-lg font-semibold">
          {escrowTexts.history.title}
        </h2>
        <History steps={escrow.steps} reader={escrow.role} />
      </Card>
    </div>
  );
}
