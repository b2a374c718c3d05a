import { ExternalLink } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { formatDateTime } from '../../lib/format';
import { type DeadLetter, type Job, paths, replayDeadLetter, retryJob } from './api';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { keyText, When, wordsFor } from './lists/values';
import { type AdminAction, ReasonDialog } from './reason-dialog';
import { contractSearch } from './sections';
import { ErrorText, jobWords, messageWords, Named, serviceWords } from './work-words';

const texts = adminTexts.jobs;
const TONES: Record<string, BadgeTone> = { failed: 'danger', running: 'accent', queued: 'warn', done: 'ok' };

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'job',
    label: texts.columns.job,
    place: 'title',
    className: 'max-w-72',
    cell: (job) => (
      <>
        <Named words={jobWords(job.name)} code={job.name} />
        <p className="text-sm wrap-anywhere text-muted">
          {serviceWords(job.service)} · {keyText(job.key)}
        </p>
      </>
    ),
  },
  {
    id: 'status',
    label: texts.columns.status,
    place: 'corner',
    cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{wordsFor(texts.statuses, status)}</Badge>,
  },
  {
    id: 'attempts',
    label: texts.columns.attempts,
    cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
  },
  {
    id: 'error',
    label: texts.columns.error,
    className: 'max-w-80 text-sm',
    cell: ({ lastError }) => <ErrorText text={lastError} />,
  },
  {
    id: 'times',
    label: texts.columns.times,
    cell: ({ createdAt, finishedAt }) => (
      <span className="flex flex-col">
        <When at={createdAt} />
        {finishedAt && (
          <span className="text-muted">
            <When at={finishedAt} />
          </span>
        )}
      </span>
    ),
  },
];

function retryAction(job: Job): AdminAction {
  return {
    title: texts.retryTitle,
    text: texts.retryText(jobWords(job.name), serviceWords(job.service)),
    told: 'contract',
    confirm: texts.retry,
    refreshes: [paths.jobs],
    run: (reason) => retryJob(job, reason),
    done: { title: texts.retryDone },
  };
}

function QueuesLink() {
  return (
    <a href={paths.queues} target="_blank" rel="noopener" className={buttonClass('secondary')}>
      {texts.queues}
      <ExternalLink className="size-4" aria-hidden="true" />
      <span className="sr-only">{texts.newTab}</span>
    </a>
  );
}

/** Jobs that gave up, and dead letters. */
export function JobsSection() {
  const { filters, setFilters } = useFilters('q', 'status');
  const { q } = filters;
  const status = filters.status || 'failed';
  const [chosen, setChosen] = useState<Job | null>(null);
  const actions = useCallback(
    (job: Job) =>
      job.status === 'failed' && (
        <Button
          variant="secondary"
          aria-label={texts.retryNamed(`${jobWords(job.name)} ${keyText(job.key)}`)}
          onClick={() => setChosen(job)}
        >
          {texts.retry}
        </Button>
      ),
    [],
  );
  return (
    <div className="flex flex-col gap-6">
      <ListSection
        title={adminTexts.sections.jobs}
        path={paths.jobs}
        filters={{ q: contractSearch(q), status }}
        columns={COLUMNS}
        rowKey={(job) => `${job.service} ${job.id}`}
        actions={actions}
        extra={<QueuesLink />}
        toolbar={
          <>
            <SearchBox label={texts.search} value={q} onSearch={(next) => setFilters({ q: next })} />
            <StatusFilter
              options={texts.statuses}
              value={status}
              hasAll={false}
              onChoose={(next) => setFilters({ status: next })}
            />
          </>
        }
        empty={
          status === 'failed'
            ? { title: texts.empty, text: texts.emptyText }
            : { title: texts.emptyOther, text: texts.emptyOtherText }
        }
        onClear={q ? () => setFilters({ q: '' }) : undefined}
      />
      <DeadLetterList />
      {chosen && (
        <ReasonDialog
          action={retryAction(chosen)}
          subject={`${jobWords(chosen.name)} · ${keyText(chosen.key)}`}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

const DEAD_LETTER_COLUMNS: readonly Column<DeadLetter>[] = [
  {
    id: 'deadLetter',
    label: texts.deadColumns.letter,
    place: 'title',
    className: 'max-w-72',
    cell: (deadLetter) => (
      <>
        <Named words={messageWords(deadLetter.routingKey)} code={deadLetter.routingKey} />
        <p className="text-sm wrap-anywhere text-muted tabular-nums">{keyText(deadLetter.subject)}</p>
      </>
    ),
  },
  {
    id: 'handler',
    label: texts.deadColumns.handler,
    className: 'max-w-56',
    cell: (deadLetter) => (
      <span className="text-sm wrap-anywhere">
        {serviceWords(deadLetter.service)}
        <br />
        <span className="font-mono text-xs text-muted">{deadLetter.handler}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    label: texts.deadColumns.reason,
    className: 'max-w-80 text-sm',
    cell: ({ reason }) => <ErrorText text={reason} />,
  },
  { id: 'died', label: texts.deadColumns.died, cell: ({ diedAt }) => <When at={diedAt} /> },
  {
    id: 'state',
    label: texts.deadColumns.state,
    place: 'corner',
    cell: ({ replayedAt, retryAt }) =>
      replayedAt ? (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone="ok">{texts.replayed}</Badge>
          <When at={replayedAt} />
        </span>
      ) : (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone="danger">{texts.waiting}</Badge>
          <span className="text-sm text-muted tabular-nums">
            {retryAt ? texts.retryAt(formatDateTime(retryAt)) : texts.noRetry}
          </span>
        </span>
      ),
  },
];

function replayAction(deadLetter: DeadLetter): AdminAction {
  return {
    title: texts.replayTitle,
    text: texts.replayText(deadLetter.handler),
    told: 'contract',
    confirm: texts.replay,
    refreshes: [paths.deadLetters, paths.jobs],
    run: (reason) => replayDeadLetter(deadLetter, reason),
    done: { title: texts.replayDone },
  };
}

/** Events whose handler gave up; each can be given to it once more. */
function DeadLetterList() {
  const { filters, setFilters } = useFilters('message', 'state');
  const { message, state } = filters;
  const [chosen, setChosen] = useState<DeadLetter | null>(null);
  const actions = useCallback(
    (deadLetter: DeadLetter) =>
      deadLetter.replayedAt === null && (
        <Button
          variant="secondary"
          aria-label={texts.replayNamed(
            `${messageWords(deadLetter.routingKey)} ${keyText(deadLetter.subject)}`.trim(),
          )}
          onClick={() => setChosen(deadLetter)}
        >
          {texts.replay}
        </Button>
      ),
    [],
  );
  return (
    <>
      <ListSection
        title={texts.deadTitle}
        lead={texts.deadLead}
        path={paths.deadLetters}
        filters={{ q: contractSearch(message), state }}
        toolbar={
          <>
            <SearchBox
              label={texts.deadSearch}
              value={message}
              onSearch={(next) => setFilters({ message: next })}
            />
            <StatusFilter
              label={texts.deadStatus}
              options={{ waiting: texts.waiting, replayed: texts.replayed }}
              value={state}
              onChoose={(next) => setFilters({ state: next })}
            />
          </>
        }
        onClear={message || state ? () => setFilters({ message: '', state: '' }) : undefined}
        columns={DEAD_LETTER_COLUMNS}
        rowKey={(deadLetter) => `${deadLetter.service} ${deadLetter.id}`}
        actions={actions}
        empty={{ title: texts.deadEmpty, text: texts.deadEmptyText }}
      />
      {chosen && (
        <ReasonDialog
          action={replayAction(chosen)}
          subject={[messageWords(chosen.routingKey), keyText(chosen.subject)].filter(Boolean).join(' · ')}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
