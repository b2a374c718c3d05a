import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { formatAgreementId, formatAmount, planLabel } from '../../../lib/format';
import { StatusBadge } from '../../agreements/status-badge';
import { ObjectionMark } from '../../consents/objection-mark';
import { paths } from '../api';
import { ListSection } from '../lists/list-section';
import type { Column } from '../lists/record-table';
import { SearchBox } from '../lists/search-box';
import { StatusFilter } from '../lists/status-filter';
import { useFilters } from '../lists/use-filters';
import { useLiveList } from '../lists/use-live-list';
import { When } from '../lists/values';
import { Person } from '../people';
import { contractSearch } from '../sections';
import type { AdminAgreement } from '../types';
import { AgreementActDialog } from './agreement-act-dialog';
import { type AgreementAct, possibleActs } from './agreement-acts';
import { HistoryDialog } from './history-dialog';

const texts = adminTexts.agreements;

const STATUSES: Record<string, string> = {
  pending: t.status.pending,
  awaiting_party: t.status.awaiting_party,
  processing: t.status.processing,
  completed: t.status.completed,
  cancelled: t.status.cancelled,
};

const ACTS: Record<AgreementAct, { label: string; named: (id: string) => string }> = {
  download: { label: texts.download, named: texts.downloadNamed },
  extend: { label: texts.extend, named: texts.extendNamed },
  cancel: { label: texts.cancelShort, named: texts.cancelNamed },
};

function Access({ agreement }: { agreement: AdminAgreement }) {
  if (agreement.contentDeletedAt) return <span className="text-sm">{texts.contentDeleted}</span>;
  return (
    <>
      <When at={agreement.expiresAt} />
      {!agreement.paidAt && <span className="block text-sm text-muted">{texts.unpaid}</span>}
    </>
  );
}

const COLUMNS: readonly Column<AdminAgreement>[] = [
  {
    id: 'contract',
    label: texts.columns.contract,
    place: 'title',
    className: 'max-w-80',
    cell: (agreement) => (
      <>
        <p className="font-medium wrap-anywhere">
          {texts.parties(agreement.partyAName, agreement.partyBName)}
        </p>
        <p className="text-sm text-muted tabular-nums">
          <span className="whitespace-nowrap max-2xs:whitespace-normal">
            {formatAgreementId(agreement.agreementId)}
          </span>
          <br />
          {agreement.ownerId === null ? (
            texts.noOwner
          ) : (
            <Person id={agreement.ownerId} label={adminTexts.people.owner} />
          )}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: (agreement) => (
      <span className="flex flex-col items-start gap-1">
        <StatusBadge agreement={agreement} />
        <ObjectionMark consents={agreement.consents} />
      </span>
    ),
  },
  {
    id: 'terms',
    label: texts.columns.terms,
    cell: (agreement) => (
      <span className="text-sm">
        {planLabel(agreement.planType)}
        {agreement.amount && (
          <>
            <br />
            <span className="tabular-nums">{formatAmount(agreement.amount, agreement.currency)}</span>
          </>
        )}
      </span>
    ),
  },
  { id: 'created', label: texts.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  { id: 'access', label: texts.columns.access, cell: (agreement) => <Access agreement={agreement} /> },
];

interface Chosen {
  agreement: AdminAgreement;
  act: AgreementAct | 'history';
}

/** Contracts: find one, read its log, hear it with a reason, extend or cancel it. */
export function AgreementsSection() {
  useLiveList();
  const { filters, setFilters } = useFilters('q', 'status');
  const { q, status } = filters;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const actions = useCallback((agreement: AdminAgreement) => {
    const id = formatAgreementId(agreement.agreementId);
    return (
      <>
        <Button
          variant="secondary"
          size="sm"
          aria-label={texts.historyNamed(id)}
          onClick={() => setChosen({ agreement, act: 'history' })}
        >
          {texts.history}
        </Button>
        {possibleActs(agreement).map((act) => (
          <Button
            key={act}
            variant="secondary"
            size="sm"
            aria-label={ACTS[act].named(id)}
            onClick={() => setChosen({ agreement, act })}
          >
            {ACTS[act].label}
          </Button>
        ))}
      </>
    );
  }, []);
  return (
    <>
      <ListSection<AdminAgreement>
        title={adminTexts.sections.agreements}
        path={paths.agreements}
        filters={{ q: contractSearch(q), status }}
        columns={COLUMNS}
        rowKey={(agreement) => agreement.agreementId}
        actions={actions}
        toolbar={
          <>
            <SearchBox label={texts.search} value={q} onSearch={(next) => setFilters({ q: next })} />
            <StatusFilter
              options={STATUSES}
              value={status}
              onChoose={(next) => setFilters({ status: next })}
            />
          </>
        }
        empty={{ title: texts.empty, text: texts.emptyText }}
        onClear={q || status ? () => setFilters({ q: '', status: '' }) : undefined}
      />
      {chosen?.act === 'history' && <HistoryDialog agreement={chosen.agreement} onClose={close} />}
      {chosen && chosen.act !== 'history' && (
        <AgreementActDialog agreement={chosen.agreement} act={chosen.act} onClose={close} />
      )}
    </>
  );
}
