import { Clock, TriangleAlert } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { TextArea } from '../../components/ui/text-area';
import { upload } from '../../lib/api/upload';
import { cn } from '../../lib/cn';
import { formatAgreementId, formatDateTime } from '../../lib/format';
import { asAdmin, eventsPath, type HumanTranscriptOrder, paths } from './api';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractDeal, dueState, useMinute, When, wordsFor } from './lists/values';
import { type AdminAction, isTranscriptFile, ReasonDialog } from './reason-dialog';
import { contractSearch } from './sections';

const texts = adminTexts.humanTranscript;
const TONES: Record<string, BadgeTone> = { requested: 'neutral', paid: 'warn', delivered: 'ok' };
const DELIVERABLE = new Set(['requested', 'paid']);

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
    cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{wordsFor(texts.statuses, status)}</Badge>,
  },
  { id: 'requested', label: texts.columns.requested, cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { id: 'clock', label: texts.columns.clock, cell: (order) => <OrderClock order={order} /> },
];

/** Transcripts that people ordered: how long there is, and delivering one. */
export function HumanTranscriptsSection() {
  const { filters, setFilters } = useFilters('q', 'status');
  const { q, status } = filters;
  const [chosen, setChosen] = useState<HumanTranscriptOrder | null>(null);
  const actions = useCallback(
    (order: HumanTranscriptOrder) =>
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
      {chosen && <FulfilDialog order={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

type How = 'text' | 'file';
const WAYS: readonly { how: How; label: string }[] = [
  { how: 'text', label: texts.asText },
  { how: 'file', label: texts.asFile },
];

interface FileFieldProps {
  problem?: string;
  onChoose: (file: File | null) => void;
}

function FileField({ problem, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.file}
      </label>
      <input
        id={id}
        type="file"
        accept=".txt,.srt,.vtt,text/plain"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className={cn(
          'min-h-11 w-full rounded-control border bg-surface p-1.5 text-base',
          'file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border-0 file:bg-raised file:px-3 file:font-medium file:text-ink',
          problem ? 'border-danger' : 'border-field',
        )}
      />
      <p id={`${id}-hint`} className={cn('text-sm', problem ? 'text-danger' : 'text-muted')}>
        {problem ?? texts.fileHint}
      </p>
    </div>
  );
}

interface FulfilDialogProps {
  order: HumanTranscriptOrder;
  onClose: () => void;
}

/** Delivers a person's transcript: typed text, or a text file. */
function fulfilOrder(orderId: string, content: string | File, reason: string): Promise<HumanTranscriptOrder> {
  const form = new FormData();
  form.set('reason', reason);
  if (typeof content === 'string') form.set('text', content);
  else form.set('transcript', content, content.name);
  return asAdmin(() =>
    upload('post', `${paths.humanTranscripts}/{orderId}/fulfil`, form, { params: { path: { orderId } } }),
  );
}

/** Delivers a person's transcript, typed here or as a text file. */
function FulfilDialog({ order, onClose }: FulfilDialogProps) {
  const [how, setHow] = useState<How>('text');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const name = useId();

  const content = how === 'text' ? text.trim() : file;
  const action: AdminAction = {
    title: texts.fulfilTitle,
    text: texts.fulfilText,
    told: 'owner',
    confirm: texts.fulfil,
    refreshes: [paths.humanTranscripts, paths.agreements, paths.mails, eventsPath(order.agreementId)],
    run: (reason) => fulfilOrder(order.orderId, content ?? '', reason),
    done: { title: texts.fulfilDone, text: adminTexts.agreements.toldText },
  };
  const check = () => {
    const isGood = how === 'text' ? text.trim() !== '' : file !== null && isTranscriptFile(file);
    setProblem(isGood ? undefined : how === 'text' ? texts.textProblem : texts.fileProblem);
    return isGood;
  };
  const change = (apply: () => void) => {
    apply();
    setProblem(undefined);
  };

  return (
    <ReasonDialog
      action={action}
      subject={formatAgreementId(order.agreementId)}
      onClose={onClose}
      check={check}
    >
      <fieldset>
        <legend className="text-sm font-medium">{texts.how}</legend>
        <div className="flex flex-wrap gap-x-6">
          {WAYS.map((way) => (
            <label key={way.how} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={name}
                checked={how === way.how}
                onChange={() => change(() => setHow(way.how))}
                className="size-5 accent-(--accent)"
              />
              {way.label}
            </label>
          ))}
        </div>
      </fieldset>
      {how === 'text' ? (
        <TextArea
          label={texts.text}
          problem={problem}
          rows={10}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
      ) : (
        <FileField problem={problem} onChoose={(next) => change(() => setFile(next))} />
      )}
    </ReasonDialog>
  );
}
