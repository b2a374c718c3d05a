import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { escrowAdminTexts } from '#texts/escrow-admin';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { formatCents } from '../../lib/format';
import { type AdminPayment, eventsPath, paths, refundPayment } from './api';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractDeal, Person, When, wordsFor } from './lists/values';
import { type AdminAction, ReasonDialog } from './reason-dialog';

const texts = adminTexts.payments;
const TONES: Record<string, BadgeTone> = { paid: 'ok', open: 'warn', quarantined: 'danger' };

const isBackInPart = ({ amountCents, refundedCents }: AdminPayment): boolean =>
  refundedCents > 0 && refundedCents < amountCents;

const COLUMNS: readonly Column<AdminPayment>[] = [
  {
    id: 'payment',
    label: texts.columns.payment,
    place: 'title',
    cell: (payment) => (
      <>
        <p className="font-medium">{wordsFor(texts.purposes, payment.purpose)}</p>
        <p className="text-sm text-muted tabular-nums">
          {payment.receiptNumber ? texts.receipt(payment.receiptNumber) : texts.noReceipt}
          {payment.userId !== null && (
            <>
              {' · '}
              <Person id={payment.userId} label={adminTexts.people.payer} />
            </>
          )}
        </p>
      </>
    ),
  },
  {
    id: 'contract',
    label: texts.columns.contract,
    className: 'max-w-72',
    cell: ({ agreementId }) => <ContractDeal agreementId={agreementId} />,
  },
  {
    id: 'amount',
    label: texts.columns.amount,
    cell: (payment) => {
      const { amountCents, refundedCents, currency } = payment;
      return (
        <span className="flex flex-col tabular-nums">
          <span className="font-medium">{formatCents(amountCents, currency)}</span>
          {isBackInPart(payment) && (
            <span className="text-sm text-muted">{texts.wentBack(formatCents(refundedCents, currency))}</span>
          )}
        </span>
      );
    },
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: ({ status, refundedBy, refundedAt, lastError }) => (
      <span className="flex flex-col items-start gap-1">
        <Badge tone={TONES[status] ?? 'neutral'}>{wordsFor(texts.statuses, status)}</Badge>
        {status === 'refunding' && lastError && (
          <span className="text-sm wrap-anywhere text-danger">{texts.notBack(lastError)}</span>
        )}
        {refundedAt && <When at={refundedAt} />}
        {refundedBy && (
          <span className="text-sm text-muted">
            <Person id={refundedBy} label={texts.refundedBy} />
          </span>
        )}
      </span>
    ),
  },
  { id: 'created', label: texts.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  { id: 'paid', label: texts.columns.paid, cell: ({ paidAt }) => <When at={paidAt} /> },
];

/** What names a payment to people. */
const nameOf = (payment: AdminPayment): string => payment.receiptNumber ?? payment.id;

function refundAction(payment: AdminPayment): AdminAction {
  const { refund } = escrowAdminTexts;
  const { amountCents, refundedCents, currency } = payment;
  const left = formatCents(amountCents - refundedCents, currency);
  return {
    title: refund.title,
    text: isBackInPart(payment)
      ? refund.textOfRest(left, formatCents(refundedCents, currency))
      : refund.text(left),
    told: 'money',
    confirm: refund.confirm,
    isDangerous: true,
    refreshes: [paths.payments, paths.stats, paths.ledger, paths.mails, eventsPath(payment.agreementId)],
    run: (reason) => refundPayment(payment.id, reason),
    done: { title: refund.done, text: refund.doneText },
  };
}

/** Payments: what was paid, and sending it back. */
export function PaymentsSection() {
  const { filters, setFilters } = useFilters('q', 'status');
  const { q, status } = filters;
  const [chosen, setChosen] = useState<AdminPayment | null>(null);
  const actions = useCallback(
    (payment: AdminPayment) =>
      payment.status === 'paid' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={escrowAdminTexts.refund.named(nameOf(payment))}
          onClick={() => setChosen(payment)}
        >
          {escrowAdminTexts.refund.button}
        </Button>
      ),
    [],
  );
  return (
    <>
      <ListSection
        title={adminTexts.sections.payments}
        path={paths.payments}
        filters={filters}
        toolbar={
          <>
            <SearchBox label={texts.search} value={q} onSearch={(next) => setFilters({ q: next })} />
            <StatusFilter
              options={texts.statuses}
              value={status}
              onChoose={(next) => setFilters({ status: next })}
            />
          </>
        }
        onClear={q || status ? () => setFilters({ q: '', status: '' }) : undefined}
        columns={COLUMNS}
        rowKey={(payment) => String(payment.id)}
        actions={actions}
        isMoving={({ status }) => status === 'refunding'}
        empty={{ title: texts.empty, text: texts.emptyText }}
      />
      {chosen && (
        <ReasonDialog
          action={refundAction(chosen)}
          subject={`${wordsFor(texts.purposes, chosen.purpose)} · ${nameOf(chosen)}`}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
