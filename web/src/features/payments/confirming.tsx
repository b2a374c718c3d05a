import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { paymentsTexts as text } from '#texts/payments';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import { Spinner } from '../../components/ui/spinner';
import { type ReadSettlement, waitUntilSettled } from './settlement';

const LEAVE_MS = 1200;

interface ConfirmingProps {
  /** The bank takes its time; the provider has not accepted yet. */
  isProcessing: boolean;
  readSettlement: ReadSettlement;
  onPaid: () => void;
}

/** From the provider's yes to the server's: until then nothing is called paid. */
export function Confirming({ isProcessing, readSettlement, onPaid }: ConfirmingProps) {
  // Every round waits anew.
  const [round, setRound] = useState(1);
  const [state, setState] = useState<'asking' | 'slow' | 'paid'>('asking');
  const box = useRef<HTMLDivElement>(null);

  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), []);

  useEffect(() => {
    if (round === 0) return;
    const controller = new AbortController();
    waitUntilSettled(readSettlement, controller.signal)
      .then((settlement) => setState(settlement === 'paid' ? 'paid' : 'slow'))
      .catch(() => !controller.signal.aborted && setState('slow'));
    return () => controller.abort();
  }, [readSettlement, round]);

  useEffect(() => {
    if (state !== 'paid') return;
    const timer = setTimeout(onPaid, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [state, onPaid]);

  const askAgain = () => {
    setState('asking');
    setRound(round + 1);
  };

  return (
    <div ref={box} tabIndex={-1} aria-live="polite" className="outline-none">
      {state === 'asking' && (
        <div className="flex items-start gap-4 py-6">
          <Spinner className="size-8 text-accent" />
          <div>
            <p className="font-semibold">{t.checkout.confirming}</p>
            <p className="text-muted">{isProcessing ? text.bankProcessing : t.checkout.confirmingText}</p>
          </div>
        </div>
      )}
      {state === 'paid' && (
        <div className="flex items-start gap-4 py-6">
          <CircleCheck className="size-8 shrink-0 text-ok" aria-hidden="true" />
          <div>
            <p className="font-semibold">{text.paidTitle}</p>
            <p className="text-muted">{text.paidText}</p>
          </div>
        </div>
      )}
      {state === 'slow' && (
        <Notice tone="warn" title={text.slowConfirmTitle}>
          <p>{isProcessing ? text.bankProcessing : t.checkout.slowConfirm}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <a href="/dashboard" className={buttonClass('primary')}>
              {t.checkout.toDashboard}
            </a>
            <Button variant="secondary" onClick={askAgain}>
              {text.askAgain}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
