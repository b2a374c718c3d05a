import { Landmark } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { escrowAdminTexts as text } from '#texts/escrow-admin';
import { escrowStateTexts } from '#texts/escrow-state';
import { Button } from '../../components/ui/button';
import { formatAgreementId, formatCents } from '../../lib/format';
import { isMoving } from '../escrow/escrow';
import { EscrowBadge } from '../escrow/escrow-badge';
import { paths } from './api';
import { type AdminEscrow, canDecide } from './escrow-api';
import { DecideEscrowDialog, EscrowDetailDialog } from './escrow-dialogs';
import { LedgerCard } from './ledger-card';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractDeal, Person, When } from './lists/values';
import { contractSearch } from './sections';
import { UNDECIDED } from './waiting';

/** The latest thing that happened, or the next one that will. */
function Latest({ escrow }: { escrow: AdminEscrow }) {
  const latest = escrow.settledAt
    ? { label: text.settled, at: escrow.settledAt }
    : escrow.backAt && escrow.state !== 'held'
      ? { label: text.goesBack, at: escrow.backAt }
      : escrow.releaseAt && escrow.state === 'release_due'
        ? { label: text.due, at: escrow.releaseAt }
        : escrow.heldAt && { label: text.held, at: escrow.heldAt };
  if (!latest) return adminTexts.list.none;
  return (
    <span className="text-sm">
      <span className="block text-muted">{latest.label}</span>
      <When at={latest.at} />
    </span>
  );
}

const COLUMNS: readonly Column<AdminEscrow>[] = [
  {
    id: 'payment',
    label: text.columns.payment,
    place: 'title',
    className: 'max-w-80',
    cell: (escrow) => (
      <>
        <ContractDeal agreementId={escrow.agreementId} />
        <p className="text-sm wrap-anywhere text-muted">
          <Person id={escrow.buyerId} label={text.buyer} />
          <br />
          {text.seller(escrow.sellerEmail)}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    label: text.columns.status,
    place: 'corner',
    cell: (escrow) => (
      <span className="flex flex-col items-start gap-1">
        <EscrowBadge state={escrow.state} />
        {escrow.isOverdue && canDecide(escrow) && <span className="text-sm text-warn">{text.overdue}</span>}
        {escrow.lastError && (
          <span className="text-sm wrap-anywhere text-danger">{text.lastError(escrow.lastError)}</span>
        )}
        {escrow.disabledParty && escrow.state === 'disputed' && (
          <span className="text-sm text-muted">{text.accountDisabled[escrow.disabledParty]}</span>
        )}
        {escrow.isBuyerUnreached && escrow.state === 'disputed' && (
          <span className="text-sm text-muted">{text.buyerUnreached}</span>
        )}
        {escrow.isContractCancelled && escrow.state === 'disputed' && (
          <span className="text-sm text-muted">{text.contractCancelled}</span>
        )}
        {escrow.decidedBy && (
          <span className="text-sm text-muted">
            <Person id={escrow.decidedBy} label={text.decidedBy} />
          </span>
        )}
        {escrow.chargeback === 'open' && (
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
    cell: (escrow) => (
      <span className="tabular-nums">
        <span className="font-medium">{formatCents(escrow.amount, escrow.currency)}</span>
        <span className="block text-sm text-muted">
          {text.sellerShare(formatCents(escrow.sellerAmount, escrow.currency))}
          {escrow.buyerRefund > 0 && (
            <>
              <br />
              {text.back(formatCents(escrow.buyerRefund, escrow.currency))}
            </>
          )}
        </span>
      </span>
    ),
  },
  { id: 'created', label: text.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  { id: 'latest', label: text.columns.latest, cell: (escrow) => <Latest escrow={escrow} /> },
];

interface Chosen {
  escrow: AdminEscrow;
  dialog: 'steps' | 'decide';
}

/** Escrows: those that wait for a decision first, then all of them, and the ledger. */
export function EscrowSection() {
  const { filters, setFilters } = useFilters('q', 'state');
  const { q, state } = filters;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const actions = useCallback((escrow: AdminEscrow) => {
    const id = formatAgreementId(escrow.agreementId);
    return (
      <>
        <Button
          variant="secondary"
          className="text-sm!"
          aria-label={text.stepsNamed(id)}
          onClick={() => setChosen({ escrow, dialog: 'steps' })}
        >
          {text.steps}
        </Button>
        {canDecide(escrow) && (
          <Button
            className="text-sm!"
            aria-label={text.decideNamed(id)}
            onClick={() => setChosen({ escrow, dialog: 'decide' })}
          >
            {text.decide}
          </Button>
        )}
      </>
    );
  }, []);
  const list = { path: paths.escrows, columns: COLUMNS, rowKey: (escrow: AdminEscrow) => escrow.id, actions };
  return (
    <div className="flex flex-col gap-6">
      <ListSection
        {...list}
        title={text.waiting}
        lead={text.waitingLead}
        filters={UNDECIDED}
        empty={{ title: text.waitingEmpty, text: text.waitingEmptyText }}
      />
      <ListSection
        {...list}
        title={text.all}
        filters={{ q: contractSearch(q), state }}
        isMoving={({ state }) => isMoving(state)}
        toolbar={
          <>
            <SearchBox label={text.search} value={q} onSearch={(next) => setFilters({ q: next })} />
            <StatusFilter
              options={escrowStateTexts.states}
              value={state}
              onChoose={(next) => setFilters({ state: next })}
            />
          </>
        }
        empty={{ title: text.empty, text: text.emptyText }}
        onClear={q || state ? () => setFilters({ q: '', state: '' }) : undefined}
      />
      <LedgerCard />
      {chosen?.dialog === 'steps' && (
        <EscrowDetailDialog
          escrow={chosen.escrow}
          onClose={close}
          onDecide={(escrow) => setChosen({ escrow, dialog: 'decide' })}
        />
      )}
      {chosen?.dialog === 'decide' && <DecideEscrowDialog escrow={chosen.escrow} onClose={close} />}
    </div>
  );
}
