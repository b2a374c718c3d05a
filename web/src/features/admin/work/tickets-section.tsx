import { useCallback } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { paths } from '../api';
import { ListSection } from '../lists/list-section';
import type { Column } from '../lists/record-table';
import { StatusFilter } from '../lists/status-filter';
import { useFilters } from '../lists/use-filters';
import { When, wordsFor } from '../lists/values';
import type { Ticket } from '../types';
import { TicketDialog } from './ticket-dialog';

const texts = adminTexts.tickets;

const COLUMNS: readonly Column<Ticket>[] = [
  {
    id: 'ticket',
    label: texts.columns.ticket,
    place: 'title',
    className: 'max-w-96',
    cell: (ticket) => (
      <>
        <p className="flex flex-wrap items-center gap-2 font-medium whitespace-nowrap tabular-nums">
          {ticket.number}
          {ticket.isPriority && <Badge tone="warn">{texts.priority}</Badge>}
        </p>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{ticket.message}</p>
      </>
    ),
  },
  {
    id: 'from',
    label: texts.columns.from,
    className: 'max-w-64 min-w-48',
    cell: (ticket) => (
      <>
        <span className="wrap-anywhere">{ticket.name}</span>
        <br />
        <span className="text-sm wrap-anywhere text-muted">{ticket.email}</span>
      </>
    ),
  },
  {
    id: 'topic',
    label: texts.columns.topic,
    cell: ({ issueType }) => wordsFor(texts.topics, issueType),
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: ({ status }) => (
      <Badge tone={status === 'open' ? 'warn' : 'ok'}>{wordsFor(texts.statuses, status)}</Badge>
    ),
  },
  { id: 'created', label: texts.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** Messages from people who need help: read one, answer it. The opened ticket is part of the address. */
export function TicketsSection() {
  const { filters, setFilters } = useFilters('status', 'ticket');
  const { status, ticket } = filters;
  const actions = useCallback(
    ({ number }: Ticket) => (
      <Button
        variant="secondary"
        aria-label={texts.readNamed(number)}
        onClick={() => setFilters({ ticket: number })}
      >
        {texts.read}
      </Button>
    ),
    [setFilters],
  );
  return (
    <>
      <ListSection<Ticket>
        title={adminTexts.sections.tickets}
        path={paths.tickets}
        filters={{ status }}
        columns={COLUMNS}
        rowKey={({ number }) => number}
        actions={actions}
        toolbar={
          <StatusFilter
            options={texts.statuses}
            value={status}
            onChoose={(next) => setFilters({ status: next })}
          />
        }
        empty={{ title: texts.empty, text: texts.emptyText }}
        onClear={status ? () => setFilters({ status: '' }) : undefined}
      />
      {ticket && <TicketDialog key={ticket} number={ticket} onClose={() => setFilters({ ticket: '' })} />}
    </>
  );
}
