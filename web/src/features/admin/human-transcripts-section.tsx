import { Clock, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { formatAgreementId, formatDateTime } from '../../lib/format';
import { type HumanTranscriptOrder, paths } from './api';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractDeal, dueState, useMinute, When, wordsFor } from './lists/values';
import { OrderRecordings } from './order-recordings';
import { contractSearch } from './sections';
import { type Purpose, WordsDialog } from './words-dialog';

const texts = adminTexts.humanTranscript;
const TONES: Record<string, BadgeTone> = { requested: 'neutral', paid: 'warn', delivered: 'ok' };
const DELIVERABLE = new Set(['requested', 'paid']);

function purposeOf({ status, replacedAt, recordings }: HumanTranscriptOrder): Purpose | null {
  if (DELIVERABLE.has(status)) return 'fulfil';
  return status === 'delivered' && !replacedAt && recordings.length > 0 ? 'correct' : null;
}

/** The 24 hours that begin with the payment; the page keeps counting. */
function OrderClock({ order }: { order: HumanTranscriptOrder }) {
  const now = useMinute();
  if (order.deliveredAt)
    return (
      <span className="text-sm text-muted tabular-nums">
        {texts.deliveredAt(formatDateTime(order.deliveredAt))}
      </span>
    );
  if (order.status === 'refunded') return <span className="text-sm text-muted">{texts.stopped}</span>;
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

const COLUMNS: readonly Column<HumanTranscriptOrder>[] = [
  {
    id: 'order',
    label: texts.columns.order,
    place: 'title',
    cell: (order) => (
      <>
        <ContractDeal agreementId={order.agreementId} />
        <p className="font-mono text-xs wrap-anywhere text-muted">{order.orderId}</p>
      </>
    ),
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: ({ status, replacedAt }) =>
      replacedAt && status === 'delivered' ? (
        <Badge tone="neutral">{texts.replaced}</Badge>
      ) : (
        <Badge tone={TONES[status] ?? 'neutral'}>{wordsFor(texts.statuses, status)}</Badge>
      ),
  },
  { id: 'requested', label: texts.columns.requested, cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { id: 'clock', label: texts.columns.clock, cell: (order) => <OrderClock order={order} /> },
  {
    id: 'recordings',
    label: texts.columns.recordings,
    isWide: true,
    cell: (order) => <OrderRecordings order={order} />,
  },
];

/** Transcripts that people ordered: how long there is, and delivering one. */
export function HumanTranscriptsSection() {
  const { filters, setFilters } = useFilters('q', 'status');
  const { q, status } = filters;
  const [chosen, setChosen] = useState<HumanTranscriptOrder | null>(null);
  const actions = useCallback((order: HumanTranscriptOrder) => {
    const purpose = purposeOf(order);
    return (
      purpose && (
        <Button
          variant="secondary"
          aria-label={texts[purpose].named(formatAgreementId(order.agreementId))}
          onClick={() => setChosen(order)}
        >
          {texts[purpose].action}
        </Button>
      )
    );
  }, []);
  return (
    <>
      <ListSection
        title={adminTexts.sections.transcripts}
        path={paths.humanTranscripts}
        filters={{ q: contractSearch(q), status }}
        columns={COLUMNS}
        rowKey={({ orderId }) => orderId}
        actions={actions}
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
        empty={{ title: texts.empty, text: texts.emptyText }}
        onClear={q || status ? () => setFilters({ q: '', status: '' }) : undefined}
      />
      {chosen && (
        <WordsDialog order={chosen} purpose={purposeOf(chosen) ?? 'fulfil'} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
