import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { escrowAdminTexts as text } from '#texts/escrow-admin';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { SkeletonRows } from '../../components/ui/skeleton';
import { formatAgreementId, formatCents } from '../../lib/format';
import { dividedOf, shareOf } from '../escrow/escrow';
import { EscrowBadge } from '../escrow/escrow-badge';
import { AmountLines, History } from '../escrow/escrow-facts';
import { amountDoubt, parseDollars, typedDollars } from '../payments/amount';
import { AmountField } from '../payments/amount-field';
import { eventsPath, paths } from './api';
import {
  type AdminEscrow,
  type AdminEscrowDetail,
  canDecide,
  decideEscrow,
  escrowDetailQuery,
} from './escrow-api';
import { LoadProblem } from './lists/list-states';
import { Person } from './lists/values';
import { type AdminAction, ReasonDialog } from './reason-dialog';

function Written({ title, words }: { title: string; words: string | null }) {
  if (!words) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-lg">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
    </div>
  );
}

/** What a bank has kept, if anything. */
const keptLines = ({ chargedBack, currency }: AdminEscrow) =>
  chargedBack > 0
    ? [{ label: escrowTexts.amounts.chargedBack, value: formatCents(chargedBack, currency) }]
    : [];

function Detail({ escrow }: { escrow: AdminEscrowDetail }) {
  const show = (cents: number) => formatCents(cents, escrow.currency);
  return (
    <>
      <Written title={text.problem} words={escrow.problem} />
      <Written title={text.decision} words={escrow.decision} />
      {escrow.decidedBy && (
        <p className="text-sm text-muted">
          <Person id={escrow.decidedBy} label={text.decidedBy} />
        </p>
      )}
      <AmountLines
        className="rounded-control bg-raised p-4"
        lines={[
          { label: text.sellerGets, value: show(escrow.sellerAmount) },
          { label: escrowTexts.amounts.fee, value: show(escrow.platformFee) },
          { label: text.buyerGets, value: show(escrow.buyerRefund) },
          ...keptLines(escrow),
          { label: text.columns.amount, value: show(escrow.amount), isStrong: true },
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">{text.steps}</h3>
        <History steps={escrow.steps} reader={null} />
      </section>
    </>
  );
}

interface DetailDialogProps {
  escrow: AdminEscrow;
  onClose: () => void;
  /** With the escrow as it was read last. */
  onDecide: (current: AdminEscrow) => void;
}

/** One escrow with everything that happened to it. */
export function EscrowDetailDialog({ escrow, onClose, onDecide }: DetailDialogProps) {
  const detail = useQuery(escrowDetailQuery(escrow.id));
  const current = detail.data ?? escrow;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.detailTitle(formatAgreementId(escrow.agreementId))}
      description={text.detailDescription}
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 text-sm text-muted">
            <p>
              <Person id={escrow.buyerId} label={text.buyer} />
            </p>
            <p className="wrap-anywhere">{text.seller(escrow.sellerEmail)}</p>
          </div>
          <EscrowBadge state={current.state} />
        </div>
        {detail.isPending && <SkeletonRows rows={5} />}
        {detail.isError && (
          <LoadProblem
            title={text.detailFailed}
            error={detail.error}
            onRetry={() => detail.refetch().catch(() => undefined)}
          />
        )}
        {detail.data && <Detail escrow={detail.data} />}
        {canDecide(current) && (
          <Button className="self-end" onClick={() => onDecide(current)}>
            {text.decide}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface DecideDialogProps {
  escrow: AdminEscrow;
  onClose: () => void;
}

/** Divides an escrow between seller and buyer, with the fee in sight. */
export function DecideEscrowDialog({ escrow, onClose }: DecideDialogProps) {
  const [part, setPart] = useState('');
  const [problem, setProblem] = useState<string>();
  const show = (cents: number) => formatCents(cents, escrow.currency);
  const all = dividedOf(escrow);
  const most = all - escrow.buyerRefund;
  const typed = parseDollars(part);
  const cents = typed !== null && typed <= most ? typed : null;
  const share = shareOf(cents ?? 0, escrow.feePercent);
  const value = (amount: number) => (cents === null ? '–' : show(amount));

  const action: AdminAction = {
    title: text.decideTitle,
    text: text.decideText,
    told: 'money',
    confirm: text.decideConfirm,
    isDangerous: true,
    refreshes: [paths.escrows, paths.ledger, paths.mails, eventsPath(escrow.agreementId)],
    run: (reason) => decideEscrow(escrow.id, cents ?? 0, reason),
    done: { title: text.decideDone, text: text.decideDoneText },
  };
  const check = () => {
    setProblem(cents === null ? (amountDoubt(part) ?? text.sellerPartProblem(show(most))) : undefined);
    return cents !== null;
  };
  const choose = (chosen: number) => {
    setPart(typedDollars(chosen));
    setProblem(undefined);
  };

  return (
    <ReasonDialog
      action={action}
      subject={formatAgreementId(escrow.agreementId)}
      onClose={onClose}
      check={check}
    >
      {escrow.problem && (
        <figure className="rounded-control border border-line p-4">
          <figcaption className="text-sm text-muted">{text.problem}</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-line">{escrow.problem}</blockquote>
        </figure>
      )}
      <div className="flex flex-col gap-3">
        <AmountField
          label={text.sellerPart}
          name="sellerAmount"
          placeholder="0.00"
          lead="$"
          required
          hint={text.sellerPartHint(show(most))}
          problem={problem}
          value={part}
          onAmount={(amount) => {
            setPart(amount);
            setProblem(undefined);
          }}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{text.quick}</legend>
          <Button variant="secondary" className="text-sm!" onClick={() => choose(most)}>
            {text.allToSeller}
          </Button>
          <Button
            variant="secondary"
            className="text-sm!"
            onClick={() => choose(Math.min(Math.round(all / 2), most))}
          >
            {text.half}
          </Button>
          <Button variant="secondary" className="text-sm!" onClick={() => choose(0)}>
            {text.allToBuyer}
          </Button>
        </fieldset>
        {escrow.buyerRefund > 0 && (
          <p className="text-sm text-muted">{text.promised(show(escrow.buyerRefund))}</p>
        )}
      </div>
      <div role="status" className="rounded-control bg-raised p-4">
        <AmountLines
          lines={[
            { label: text.sellerGets, value: value(share.seller) },
            { label: text.fee(escrow.feePercent), value: value(share.fee) },
            { label: text.buyerGets, value: value(all - (cents ?? 0)) },
            ...keptLines(escrow),
            { label: text.columns.amount, value: show(escrow.amount), isStrong: true },
          ]}
        />
      </div>
    </ReasonDialog>
  );
}
