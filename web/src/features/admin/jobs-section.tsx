import { ExternalLink } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { formatDateTime } from '../../lib/format';
import { type DeadLetter, type Job, paths, replayDeadLetter, retryJob } from './api';
import { StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { keyText, LongText, When, wordsFor } from './lists/values';
import { type AdminAction, ReasonDialog } from './reason-dialog';

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
        <p className="font-medium wrap-anywhere">{job.name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {job.service} · {keyText(job.key)}
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
    cell: ({ lastError }) => <LongText text={lastError} />,
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
    text: texts.retryText(job.name, job.service),
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
  const { filters, setFilters } = useFilters('status');
  const status = filters.status || 'failed';
  const [chosen, setChosen] = useState<Job | null>(null);
  const actions = useCallback(
    (job: Job) =>
      job.status === 'failed' && (
        <Button
          variant="secondary"
          aria-label={texts.retryNamed(`${job.name} ${keyText(job.key)}`)}
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
        filters={{ status }}
        columns={COLUMNS}
        rowKey={(job) => `${job.service} ${job.id}`}
        actions={actions}
        extra={<QueuesLink />}
        toolbar={
          <StatusFilter
            options={texts.statuses}
            value={status}
            hasAll={false}
            onChoose={(next) => setFilters({ status: next })}
          />
        }
        empty={
          status === 'failed'
            ? { title: texts.empty, text: texts.emptyText }
            : { title: texts.emptyOther, text: texts.emptyOtherText }
        }
      />
      <DeadLetterList />
      {chosen && (
        <ReasonDialog
          action={retryAction(chosen)}
          subject={`${chosen.name} · ${keyText(chosen.key)}`}
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
        <p className="font-medium wrap-anywhere">{deadLetter.routingKey}</p>
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
        {deadLetter.handler}
        <br />
        <span className="text-muted">{deadLetter.service}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    label: texts.deadColumns.reason,
    className: 'max-w-80 text-sm',
    cell: ({ reason }) => <LongText text={reason} />,
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
  const [chosen, setChosen] = useState<DeadLetter | null>(null);
  const actions = useCallback(
    (deadLetter: DeadLetter) =>
      deadLetter.replayedAt === null && (
        <Button
          variant="secondary"
          aria-label={texts.replayNamed(`${deadLetter.routingKey} ${keyText(deadLetter.subject)}`.trim())}
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
        columns={DEAD_LETTER_COLUMNS}
        rowKey={(deadLetter) => `${deadLetter.service} ${deadLetter.id}`}
        actions={actions}
        empty={{ title: texts.deadEmpty, text: texts.deadEmptyText }}
      />
      {chosen && (
        <ReasonDialog
          action={replayAction(chosen)}
          subject={[chosen.routingKey, keyText(chosen.subject)].filter(Boolean).join(' · ')}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
