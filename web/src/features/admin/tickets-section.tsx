import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import { TextArea } from '../../components/ui/text-area';
import { toast } from '../../components/ui/toast-store';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { useUntilLeft } from '../../lib/browser/leaving';
import { formatDateTime } from '../../lib/format';
import { actionFailure, answerTicket, paths, type Ticket, ticketQuery } from './api';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import { LoadProblem } from './lists/list-states';
import type { Column } from './lists/record-table';
import { ContractLink, Person, When, wordsFor } from './lists/values';
import { refresh } from './reason-dialog';
import { contractSearch } from './sections';

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
  const { filters, setFilters } = useFilters('q', 'status', 'ticket');
  const { q, status, ticket } = filters;
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
      <ListSection
        title={adminTexts.sections.tickets}
        path={paths.tickets}
        filters={{ q: contractSearch(q), status }}
        columns={COLUMNS}
        rowKey={({ number }) => number}
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
      {ticket && <TicketDialog key={ticket} number={ticket} onClose={() => setFilters({ ticket: '' })} />}
    </>
  );
}

const ANSWER_MAX = 5000;

function Facts({ ticket }: { ticket: Ticket }) {
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{ticket.name}</p>
          <p className="text-sm wrap-anywhere text-muted">{ticket.email}</p>
        </div>
        <Badge tone={ticket.status === 'open' ? 'warn' : 'ok'}>
          {wordsFor(texts.statuses, ticket.status)}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {wordsFor(texts.topics, ticket.issueType)} · {texts.received} {formatDateTime(ticket.createdAt)}
      </p>
      {ticket.agreementId && (
        <p className="text-sm">
          {texts.contract} <ContractLink agreementId={ticket.agreementId} />
        </p>
      )}
    </div>
  );
}

interface SaidProps {
  by: ReactNode;
  at: string;
  text: string;
  /** Of the mail that brings it. */
  mailStatus?: Ticket['answers'][number]['mailStatus'];
}

function Said({ by, at, text, mailStatus }: SaidProps) {
  const isLost = mailStatus === 'bounced' || mailStatus === 'undelivered';
  return (
    <li className="flex flex-col gap-1 rounded-control bg-raised p-3 sm:p-4">
      <p className="text-sm text-muted">
        {by} · {formatDateTime(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      {isLost && (
        <Badge tone="danger" isLong className="self-start">
          {texts.notArrived}
        </Badge>
      )}
    </li>
  );
}

function AnswerForm({ ticket }: { ticket: Ticket }) {
  const queries = useQueryClient();
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string>();
  useLeaveWarning(message.trim() === '' ? null : 'text');
  const request = useMutation({
    mutationFn: () => answerTicket(ticket.number, message.trim(), ticket.answers.length),
    onSuccess: () => {
      toast({ title: texts.sent, text: texts.sentText(ticket.email) });
      setMessage('');
      refresh(queries, [paths.tickets]);
    },
    // Whether it was answered, by this or by somebody else, is seen above the text.
    onError: () => refresh(queries, [paths.tickets]),
  });
  const failure = request.isError ? actionFailure(request.error) : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    if (message.trim() === '') {
      setProblem(texts.answerProblem);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    request.mutate();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        label={texts.answer}
        hint={texts.answerHint(ticket.email)}
        problem={problem}
        maxLength={ANSWER_MAX}
        rows={6}
        value={message}
        onChange={(event) => {
          setMessage(event.target.value);
          setProblem(undefined);
        }}
      />
      {failure && (
        <Notice tone="danger" role="alert" title={failure.title}>
          <p>
            {failure.text} {texts.keptDraft}
          </p>
        </Notice>
      )}
      <Button type="submit" className="self-end" busy={request.isPending}>
        {request.isPending ? texts.sending : texts.send}
      </Button>
    </form>
  );
}

interface TicketDialogProps {
  number: string;
  onClose: () => void;
}

/** One ticket as a conversation, with a new answer at its end. */
function TicketDialog({ number, onClose }: TicketDialogProps) {
  const ticket = useQuery(ticketQuery(number));
  // With the session goes what was read in it; what is being written here needs it until it is sent or given up.
  const kept = useUntilLeft(ticket.data);
  const shown = ticket.data ?? kept;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title(number)}
      description={texts.description}
      className="sm:max-w-2xl!"
    >
      {!shown && ticket.isPending && <SkeletonRows rows={5} />}
      {ticket.isError && (ticket.data || !shown) && (
        <LoadProblem
          title={texts.loadFailed}
          error={ticket.error}
          onRetry={() => {
            ticket.refetch().catch(() => undefined);
          }}
        />
      )}
      {shown && (
        <div className="flex flex-col gap-5">
          <Facts ticket={shown} />
          <ol aria-label={texts.message} className="flex flex-col gap-3">
            <Said by={shown.name} at={shown.createdAt} text={shown.message} />
            {shown.answers.map((answer) => (
              <Said
                key={answer.at}
                by={<Person id={answer.adminId} label={texts.answeredBy} />}
                at={answer.at}
                text={answer.message}
                mailStatus={answer.mailStatus}
              />
            ))}
          </ol>
          {shown.answers.length === 0 && <p className="text-sm text-muted">{texts.noAnswer}</p>}
          <AnswerForm ticket={shown} />
        </div>
      )}
    </Dialog>
  );
}
