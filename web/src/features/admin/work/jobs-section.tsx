import { ExternalLink } from 'lucide-react';
import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { buttonClass } from '../../../components/ui/button-class';
import { paths, retryJob } from '../api';
import { type Act, ReasonDialog } from '../dialog/reason-dialog';
import { ListSection } from '../lists/list-section';
import type { Column } from '../lists/record-table';
import { StatusFilter } from '../lists/status-filter';
import { useFilters } from '../lists/use-filters';
import { keyText, LongText, When, wordsFor } from '../lists/values';
import type { Job } from '../types';
import { DeadLetters } from './dead-letters';

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

function retryAct(job: Job): Act {
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

/** Work that gave up, and messages nobody could handle. */
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
      <ListSection<Job>
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
      <DeadLetters />
      {chosen && (
        <ReasonDialog
          act={retryAct(chosen)}
          subject={`${chosen.name} · ${keyText(chosen.key)}`}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}
