import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { ApiError } from '../../lib/api/api-error';
import type { AppConfig } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { PaymentPanel } from '../payments/payment-panel';
import type { Underway } from '../payments/settlement';
import { escrowIntentQuery, readEscrowSettlement } from './api';
import type { Escrow } from './escrow';
import { escrowPath } from './escrow-offer';

interface PayPanelProps {
  escrow: Escrow;
  config: AppConfig;
  /** Asks the server how the payment stands. Keep it stable. */
  onLook: () => Promise<unknown>;
}

/** The payment itself; only the server says when it is done. */
export function PayPanel({ escrow, config, onLook }: PayPanelProps) {
  const { agreementId } = escrow;
  const intent = useQuery(escrowIntentQuery(escrow));
  const { data, error } = intent;
  // Paid in another tab, or closed meanwhile: how it stands is what counts.
  const hasMoved = (error instanceof ApiError && error.status === 409) || data?.clientSecret === null;
  useEffect(() => {
    if (hasMoved) onLook().catch(() => undefined);
    else if (error)
      toast({ title: t.checkout.setupError, text: t.checkout.setupErrorText, tone: 'destructive' });
  }, [error, hasMoved, onLook]);
  const underway = useMemo<Underway>(
    () => ({ kind: 'order', agreementId, type: 'held_payment', payPath: escrowPath(agreementId) }),
    [agreementId],
  );
  const readSettlement = useCallback(
    (signal: AbortSignal) => readEscrowSettlement(agreementId, signal),
    [agreementId],
  );
  const onPaid = useCallback(() => {
    onLook().catch(() => undefined);
  }, [onLook]);

  return (
    <Card className="flex flex-col gap-5 self-start">
      <CardTitle>{escrowTexts.pay.title}</CardTitle>
      {intent.isError && (
        <Notice tone="danger" role="alert" title={t.checkout.setupError}>
          <p>{t.checkout.setupErrorText}</p>
          <Button
            variant="secondary"
            className="mt-2 self-start"
            busy={intent.isFetching}
            onClick={() => intent.refetch().catch(() => undefined)}
          >
            {t.common.tryAgain}
          </Button>
        </Notice>
      )}
      {(intent.isPending || data?.clientSecret === null) && <Skeleton className="h-64" />}
      {data?.clientSecret && (
        <PaymentPanel
          config={config.payments}
          clientSecret={data.clientSecret}
          priceText={formatCents(data.amount, data.currency)}
          safeText={escrowTexts.pay.safe}
          underway={underway}
          readSettlement={readSettlement}
          onPaid={onPaid}
        />
      )}
    </Card>
  );
}
