import { Clock, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { formatAgreementId, formatDateTime } from '../../../lib/format';
import { paths } from '../api';
import { ListSection } from '../lists/list-section';
import type { Column } from '../lists/record-table';
import { StatusFilter } from '../lists/status-filter';
import { useFilters } from '../lists/use-filters';
import { useMinute } from '../lists/use-minute';
import { ContractLink, When, wordsFor } from '../lists/values';
import type { ManualOrder } from '../types';
import { dueState } from './due';
import { FulfilDialog } from './fulfil-dialog';

const texts = adminTexts.manual;
const TONES: Record<string, BadgeTone> = { requested: 'neutral', paid: 'warn', delivered: 'ok' };
const DELIVERABLE = new Set(['requested', 'paid']);

/** The 24 hours that begin with the payment; the page keeps counting. */
function OrderClock({ order }: { order: ManualOrder }) {
  const now = useMinute();
  if (order.deliveredAt)
    return (
      <span className="text-sm text-muted tabular-nums">
        {texts.deliveredAt(formatDateTime(order.deliveredAt))}
      </span>
    );
  const due = dueState(order.dueAt, now);
  if (!due || !order.dueAt) return <span className="text-sm text-muted">{texts.startsPaid}</span>;
  const Icon = due.isLate ? TriangleAlert : Clock;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge
        tone={due.isLate ? 'danger' : 'neutral'}
        icon={<Icon className="size-3.5" aria-hidden="true" />}
        className="tabular-nums"
      >
        {(due.isLate ? texts.late : texts.left)(due.hours, due.minutes)}
      </Badge>
      <span className="text-sm text-muted tabular-nums">{texts.dueAt(formatDateTime(order.dueAt))}</span>
    </span>
  );
}

const COLUMNS: readonly Column<ManualOrder>[] = [
  {
    id: 'order',
    label: texts.columns.order,
    place: 'title',
    cell: (order) => (
      <>
        <ContractLink agreementId={order.agreementId} />
        <p className="font-mono text-xs wrap-anywhere text-muted">{order.orderId}</p>
      </>
    ),
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{wordsFor(texts.statuses, status)}</Badge>,
  },
  { id: 'requested', label: texts.columns.requested, cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { id: 'clock', label: texts.columns.clock, cell: (order) => <OrderClock order={order} /> },
];

/** Transcripts that people ordered: how long there is, and delivering one. */
export function ManualSection() {
  const { filters, setFilters } = useFilters('status');
  const [chosen, setChosen] = useState<ManualOrder | null>(null);
  const actions = useCallback(
    (order: ManualOrder) =>
      DELIVERABLE.has(order.status) && (
        <Button
          variant="secondary"
          aria-label={texts.fulfilNamed(formatAgreementId(order.agreementId))}
          onClick={() => setChosen(order)}
        >
          {texts.fulfil}
        </Button>
      ),
    [],
  );
  return (
    <>
      <ListSection<ManualOrder>
        title={adminTexts.sections.manual}
        path={paths.manual}
        filters={filters}
        columns={COLUMNS}
        rowKey={({ orderId }) => orderId}
        actions={actions}
        toolbar={
          <StatusFilter
            options={texts.statuses}
            value={filters.status}
            onChoose={(status) => setFilters({ status })}
          />
        }
        empty={{ title: texts.empty, text: texts.emptyText }}
        onClear={filters.status ? () => setFilters({ status: '' }) : undefined}
      />
      {chosen && <FulfilDialog order={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
