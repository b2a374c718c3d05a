import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice, Told } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { HumanOrder, TranscriptView } from '../../lib/api/api-types';
import { cn } from '../../lib/cn';
import { formatDateTime } from '../../lib/format';
import { humanTranscriptPath, rememberOrdered } from '../../lib/session/pending-checkout';
import { pendingPaymentsKey } from '../payments/api';
import { requestHumanTranscript } from './act';
import { eventsKey, transcriptKey } from './api';

const text = dashboardTexts.fallback;

/** How long the answer can be read before checkout opens. */
const CHECKOUT_DELAY_MS = 2000;

export function tellFailure(error: unknown): void {
  toast({ title: text.failed, text: sentenceOf(error, text.failedText), tone: 'destructive' });
}

/** Opens checkout a moment after a request that leads there. */
export function useCheckout(address: string | null): void {
  useEffect(() => {
    if (!address) return;
    // A full load: only the checkout document may talk to the payment provider.
    const timer = setTimeout(() => window.location.assign(address), CHECKOUT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);
}

/** The order that counts, as the transcript tells it; null where there is none or nobody has asked. */
export type KnownOrder = TranscriptView['humanOrder'];

/** Orders a transcript by a person; asked again, the server answers the order that there is. */
export function useHumanOrder(agreementId: string, known: KnownOrder) {
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: async () => {
      const answer = await requestHumanTranscript(agreementId);
      if (answer.status === 'requested') rememberOrdered(agreementId);
      return answer;
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: eventsKey(agreementId) }),
        queries.invalidateQueries({ queryKey: transcriptKey(agreementId) }),
        queries.invalidateQueries({ queryKey: pendingPaymentsKey }),
      ]),
    onError: tellFailure,
  });
  const payment = order.data?.status === 'requested' ? humanTranscriptPath(agreementId) : null;
  return { order, known, payment };
}

function paidWords(dueAt: string | null): string {
  return dueAt === null ? text.orderedText : text.orderedUntil(formatDateTime(dueAt));
}

const toldOf: Record<HumanOrder['status'], (dueAt: string | null) => string> = {
  requested: () => text.orderedUnpaid,
  paid: paidWords,
  delivered: () => text.delivered,
  // As copies of the release before answer, which do not order again.
  refunded: () => text.orderRefunded,
};

/** What is said of an order before anything is pressed; null where the button says enough. */
function knownWords(known: KnownOrder): string | null {
  if (known?.status === 'paid') return paidWords(known.dueAt);
  return known?.status === 'refunded' ? text.paidBack : null;
}

type HumanOrderButtonProps = ReturnType<typeof useHumanOrder> & {
  /** Where something else is the next step. */
  isQuiet?: boolean;
};

/** The button that orders it, and in its place what has become of the order. */
export function HumanOrderButton({ order, known, payment, isQuiet = false }: HumanOrderButtonProps) {
  const { status, dueAt } = order.data ?? known ?? { status: null, dueAt: null };
  const words = order.data ? toldOf[order.data.status](dueAt) : knownWords(known);
  const isOrdered = status !== null && status !== 'refunded' && words !== null;
  return (
    <>
      <Told>
        {words !== null && (
          <Notice tone={status === 'refunded' ? 'warn' : 'ok'}>
            <p>{words}</p>
            {payment && (
              <a href={payment} className={buttonClass('primary', 'md', 'mt-2 self-start')}>
                {text.payHumanTranscript}
              </a>
            )}
          </Notice>
        )}
      </Told>
      {!isOrdered && (
        <Button
          variant={isQuiet ? 'secondary' : 'primary'}
          size={isQuiet ? 'sm' : 'md'}
          busy={order.isPending}
          onClick={() => order.mutate()}
        >
          {text.humanTranscriptButton}
        </Button>
      )}
    </>
  );
}

interface HumanTranscriptOfferProps {
  agreementId: string;
  known: KnownOrder;
  /** Where the words of the machine are good. */
  isQuiet: boolean;
}

/** The way to a transcript by a person beside the words of the machine. */
export function HumanTranscriptOffer({ agreementId, known, isQuiet }: HumanTranscriptOfferProps) {
  const ordering = useHumanOrder(agreementId, known);
  useCheckout(ordering.payment);
  return (
    <div
      data-print="no"
      className={cn('flex flex-col items-start gap-3', !isQuiet && 'rounded-card border border-line p-4')}
    >
      {known?.status !== 'paid' && (
        <p className={cn('text-muted', isQuiet && 'text-sm')}>{text.humanTranscriptText}</p>
      )}
      <HumanOrderButton {...ordering} isQuiet={isQuiet} />
    </div>
  );
}
