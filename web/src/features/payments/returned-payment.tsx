import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { paymentsTexts } from '#texts/payments';
import { ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import { rememberPaid } from '../../lib/session/pending-checkout';
import { subscriptionSettlement } from '../subscription/api';
import { pendingPaymentsKey } from './api';
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

function readerOf(underway: Underway): ReadSettlement {
  return underway.kind === 'subscription'
    ? subscriptionSettlement
    : orderSettlement(underway.agreementId, underway.type);
}

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
 * `onPaid` is called when the server says paid; it must not change between two renders.
 */
export function ReturnedPayment({ onPaid }: { onPaid: () => void }) {
  const queries = useQueryClient();
  const [visit] = useState(readVisit);
  const [state, setState] = useState<'asking' | 'paid' | 'failed' | 'slow'>('asking');

  useEffect(() => {
    if (!visit) return;
    window.history.replaceState(window.history.state, '', cleanAddress(window.location.href));
    if (!visit.underway) {
      setState('slow');
      return;
    }
    const { underway, isRefused } = visit;
    const controller = new AbortController();
    const patience = isRefused ? { believesFailure: true, limitMs: REFUSED_LIMIT_MS } : {};
    waitUntilSettled(readerOf(underway), controller.signal, patience)
      .then((settlement) => {
        if (settlement !== 'paid') {
          setState(settlement === 'failed' || isRefused ? 'failed' : 'slow');
          return;
        }
        setState('paid');
        forgetUnderway();
        if (underway.kind === 'order') {
          forgetWaiting(underway.agreementId);
          if (underway.type === 'contract') rememberPaid(underway.agreementId);
        }
        queries.invalidateQueries({ queryKey: pendingPaymentsKey }).catch(() => undefined);
        onPaid();
      })
      .catch(() => !controller.signal.aborted && setState('slow'));
    return () => controller.abort();
  }, [visit, queries, onPaid]);

  if (!visit) return null;
  const payPath = visit.underway?.payPath;
  return (
    <div aria-live="polite">
      {state === 'asking' && (
        <Notice tone="info" title={text.asking}>
          {text.askingText}
        </Notice>
      )}
      {state === 'slow' && (
        <Notice tone="warn" title={text.slow}>
          {text.slowText}
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
