import { useQuery } from '@tanstack/react-query';
import { escrowTexts } from '#texts/escrow';
import { escrowAdminTexts as text } from '#texts/escrow-admin';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { formatAgreementId, formatCents } from '../../../lib/format';
import { AmountLines } from '../../escrow/amount-lines';
import { History } from '../../escrow/follow/history';
import { HeldBadge } from '../../escrow/held-badge';
import { ListSkeleton, LoadProblem } from '../lists/list-states';
import { Person } from '../people';
import { type AdminHeldDetail, type AdminHeldPayment, canDecide, heldDetailQuery } from './api';

function Written({ title, words }: { title: string; words: string | null }) {
  if (!words) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-lg">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
    </div>
  );
}

function Detail({ held }: { held: AdminHeldDetail }) {
  const show = (cents: number) => formatCents(cents, held.currency);
  return (
    <>
      <Written title={text.problem} words={held.problem} />
      <Written title={text.decision} words={held.decision} />
      <AmountLines
        className="rounded-control bg-raised p-4"
        lines={[
          { label: text.sellerGets, value: show(held.sellerAmount) },
          { label: escrowTexts.amounts.fee, value: show(held.platformFee) },
          { label: text.buyerGets, value: show(held.buyerRefund) },
          { label: text.columns.amount, value: show(held.amount), isStrong: true },
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">{text.steps}</h3>
        <History steps={held.steps} reader={null} />
      </section>
    </>
  );
}

interface DetailDialogProps {
  held: AdminHeldPayment;
  onClose: () => void;
  onDecide: () => void;
}

/** One held payment with everything that happened to it. */
export function DetailDialog({ held, onClose, onDecide }: DetailDialogProps) {
  const detail = useQuery(heldDetailQuery(held.id));
  const current = detail.data ?? held;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.detailTitle(formatAgreementId(held.agreementId))}
      description={text.detailDescription}
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 text-sm text-muted">
            <p>
              <Person id={held.buyerId} label={text.buyer} />
            </p>
            <p className="wrap-anywhere">{text.seller(held.sellerEmail)}</p>
          </div>
          <HeldBadge state={current.state} />
        </div>
        {detail.isPending && <ListSkeleton />}
        {detail.isError && (
          <LoadProblem
            title={text.detailFailed}
            error={detail.error}
            onRetry={() => detail.refetch().catch(() => undefined)}
          />
        )}
        {detail.data && <Detail held={detail.data} />}
        {canDecide(current) && (
          <Button className="self-end" onClick={onDecide}>
            {text.decide}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
