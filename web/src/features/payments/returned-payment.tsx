import { useEffect, useRef, useState } from 'react';
import { paymentsTexts } from '#texts/payments';
import { Button, ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import { rememberPaid } from '../../lib/session/pending-checkout';
import { subscriptionSettlement } from '../subscription/api';
import {
  cleanAddress,
  forgetUnderway,
  hasPaid,
  hasReturned,
  orderSettlement,
  type ReadSettlement,
  readUnderway,
  type Underway,
  waitUntilSettled,
  wasRefused,
} from './settlement';

const text = paymentsTexts.returned;

/** A refused payment is asked for only shortly: the server hears of it at once, or nothing was charged. */
const REFUSED_LIMIT_MS = 5000;

/** One that is slow is asked for now and again, as long as somebody looks. */
const SLOW_PATIENCE = { pollMs: 5000, limitMs: Number.POSITIVE_INFINITY };

function readerOf(underway: Underway): ReadSettlement {
  return underway.kind === 'subscription'
    ? subscriptionSettlement
    : orderSettlement(underway.agreementId, underway.type);
}

const whileVisible =
  (read: ReadSettlement): ReadSettlement =>
  async (signal) =>
    document.visibilityState === 'visible' ? read(signal) : 'waiting';

/** Few dashboards are opened after a payment: the others do without the code for it. */
function forgetWaiting(agreementId: string): void {
  import('../../lib/session/pending-notes')
    .then(({ forgetPending }) => forgetPending(agreementId))
    .catch(() => undefined);
}

interface Visit {
  underway: Underway | null;
  isRefused: boolean;
}

/** What the address told about a payment elsewhere; null on any other visit. */
function readVisit(): Visit | null {
  const { search } = window.location;
  const underway = hasPaid(search) ? readUnderway() : null;
  if (underway) return { underway, isRefused: false };
  return hasReturned(search) ? { underway: readUnderway(), isRefused: wasRefused(search) } : null;
}

/**
 * Back from the bank, or from a payment whose screen leads here: asks our server how the payment ended and takes the provider's parts out of the address.
 * A payment that is confirmed late is asked for again and again, and by a button.
 * `onPaid` is called when the server says paid; it must not change between two renders.
 */
export function ReturnedPayment({ onPaid }: { onPaid: () => void }) {
  const [visit] = useState(readVisit);
  // Every round waits anew.
  const [round, setRound] = useState(1);
  const [state, setState] = useState<'asking' | 'paid' | 'failed' | 'slow'>(
    visit?.underway === null ? 'slow' : 'asking',
  );

  useEffect(() => {
    if (visit) window.history.replaceState(window.history.state, '', cleanAddress(window.location.href));
  }, [visit]);

  useEffect(() => {
    if (!visit?.underway || round === 0) return;
    const { underway, isRefused } = visit;
    const read = readerOf(underway);
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      const patience = isRefused ? { believesFailure: true, limitMs: REFUSED_LIMIT_MS } : {};
      const settlement = await waitUntilSettled(read, signal, patience);
      if (settlement !== 'paid' && isRefused) return setState('failed');
      if (settlement !== 'paid') {
        setState('slow');
        await waitUntilSettled(whileVisible(read), signal, SLOW_PATIENCE);
      }
      setState('paid');
      forgetUnderway();
      if (underway.kind === 'order') {
        forgetWaiting(underway.agreementId);
        if (underway.type === 'contract') rememberPaid(underway.agreementId);
      }
      onPaid();
    };
    ask().catch(() => !signal.aborted && setState('slow'));
    return () => controller.abort();
  }, [visit, round, onPaid]);

  const box = useRef<HTMLDivElement>(null);
  const askAgain = () => {
    // The pressed button goes away.
    box.current?.focus({ preventScroll: true });
    setState('asking');
    setRound(round + 1);
  };

  if (!visit) return null;
  const payPath = visit.underway?.payPath;
  return (
    <div ref={box} tabIndex={-1} aria-live="polite" className="outline-none">
      {state === 'asking' && (
        <Notice tone="info" title={text.asking}>
          {text.askingText}
        </Notice>
      )}
      {state === 'slow' && (
        <Notice tone="warn" title={text.slow}>
          <p>{text.slowText}</p>
          {visit.underway && (
            <Button variant="secondary" className="mt-2 self-start" onClick={askAgain}>
              {paymentsTexts.askAgain}
            </Button>
          )}
        </Notice>
      )}
      {state === 'paid' && (
        <Notice tone="ok" title={text.paid}>
          <p>{text.paidText}</p>
          <ButtonLink href="/receipts" variant="secondary" className="mt-2 self-start">
            {text.receipts}
          </ButtonLink>
        </Notice>
      )}
      {state === 'failed' && (
        <Notice tone="danger" title={text.failed}>
          <p>{text.failedText}</p>
          {payPath && (
            <a href={payPath} className={buttonClass('secondary', 'md', 'mt-2 self-start')}>
              {text.again}
            </a>
          )}
        </Notice>
      )}
    </div>
  );
}
