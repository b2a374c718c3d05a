import { Landmark } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { escrowAdminTexts as text } from '#texts/escrow-admin';
import { escrowStateTexts } from '#texts/escrow-state';
import { Button } from '../../components/ui/button';
import { formatAgreementId, formatCents } from '../../lib/format';
import { HeldBadge } from '../escrow/held-badge';
import { isMoving } from '../escrow/held-payment';
import { paths } from './api';
import { type AdminHeldPayment, canDecide } from './escrow-api';
import { DecideDialog, DetailDialog } from './escrow-dialogs';
import { LedgerCard } from './ledger-card';
import { StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractLink, Person, When } from './lists/values';

const WAITING = { state: 'disputed' };

/** The latest thing that happened, or the next one that will. */
function Latest({ held }: { held: AdminHeldPayment }) {
  const latest = held.settledAt
    ? { label: text.settled, at: held.settledAt }
    : held.releaseAt && held.state === 'release_due'
      ? { label: text.due, at: held.releaseAt }
      : held.heldAt && { label: text.held, at: held.heldAt };
  if (!latest) return adminTexts.list.none;
  return (
    <span className="text-sm">
      <span className="block text-muted">{latest.label}</span>
      <When at={latest.at} />
    </span>
  );
}

const COLUMNS: readonly Column<AdminHeldPayment>[] = [
  {
    id: 'payment',
    label: text.columns.payment,
    place: 'title',
    className: 'max-w-80',
    cell: (held) => (
      <>
        <ContractLink agreementId={held.agreementId} />
        <p className="text-sm wrap-anywhere text-muted">
          <Person id={held.buyerId} label={text.buyer} />
          <br />
          {text.seller(held.sellerEmail)}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    label: text.columns.status,
    place: 'corner',
    cell: (held) => (
      <span className="flex flex-col items-start gap-1">
        <HeldBadge state={held.state} />
        {held.isOverdue && canDecide(held) && <span className="text-sm text-warn">{text.overdue}</span>}
        {held.lastError && (
          <span className="text-sm wrap-anywhere text-danger">{text.lastError(held.lastError)}</span>
        )}
        {held.chargeback === 'open' && (
          <span className="flex items-center gap-1.5 text-sm text-danger">
            <Landmark className="size-4 shrink-0" aria-hidden="true" />
            {text.bankAsks}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'amount',
    label: text.columns.amount,
    cell: (held) => (
      <span className="tabular-nums">
        <span className="font-medium">{formatCents(held.amount, held.currency)}</span>
        <span className="block text-sm text-muted">
          {text.sellerShare(formatCents(held.sellerAmount, held.currency))}
          {held.buyerRefund > 0 && (
            <>
              <br />
              {text.back(formatCents(held.buyerRefund, held.currency))}
            </>
          )}
        </span>
      </span>
    ),
  },
  { id: 'created', label: text.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  { id: 'latest', label: text.columns.latest, cell: (held) => <Latest held={held} /> },
];

interface Chosen {
  held: AdminHeldPayment;
  act: 'steps' | 'decide';
}

/** Held payments: those that wait for a decision first, then all of them, and the books. */
export function HeldSection() {
  const { filters, setFilters } = useFilters('state');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const actions = useCallback((held: AdminHeldPayment) => {
    const id = formatAgreementId(held.agreementId);
    return (
      <>
        <Button
          variant="secondary"
          className="text-sm!"
          aria-label={text.stepsNamed(id)}
          onClick={() => setChosen({ held, act: 'steps' })}
        >
          {text.steps}
        </Button>
        {canDecide(held) && (
          <Button
            className="text-sm!"
            aria-label={text.decideNamed(id)}
            onClick={() => setChosen({ held, act: 'decide' })}
          >
            {text.decide}
          </Button>
        )}
      </>
    );
  }, []);
  const list = { path: paths.held, columns: COLUMNS, rowKey: (held: AdminHeldPayment) => held.id, actions };
  return (
    <div className="flex flex-col gap-6">
      <ListSection<AdminHeldPayment>
        {...list}
        title={text.waiting}
        lead={text.waitingLead}
        filters={WAITING}
        empty={{ title: text.waitingEmpty, text: text.waitingEmptyText }}
      />
      <ListSection<AdminHeldPayment>
        {...list}
        title={text.all}
        filters={filters}
        isMoving={({ state }) => isMoving(state)}
        toolbar={
          <StatusFilter
            options={escrowStateTexts.states}
            value={filters.state}
            onChoose={(state) => setFilters({ state })}
          />
        }
        empty={{ title: text.empty, text: text.emptyText }}
        onClear={filters.state ? () => setFilters({ state: '' }) : undefined}
      />
      <LedgerCard />
      {chosen?.act === 'steps' && (
        <DetailDialog
          held={chosen.held}
          onClose={close}
          onDecide={() => setChosen({ ...chosen, act: 'decide' })}
        />
      )}
      {chosen?.act === 'decide' && <DecideDialog held={chosen.held} onClose={close} />}
    </div>
  );
}
