import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { CheckRow } from '../../components/ui/check-row';
import { Dropdown } from '../../components/ui/dropdown';
import { Field } from '../../components/ui/field';
import { Notice } from '../../components/ui/notice';
import { saveFile } from '../../lib/browser/files';
import { formatAgreementId, formatAmount, formatDateTime, planLabel } from '../../lib/format';
import { DealLine } from '../agreements/deal-line';
import { StatusBadge } from '../agreements/status-badge';
import { ObjectionMark } from '../consent/objection-mark';
import {
  type AdminAgreement,
  actionFailure,
  cancelAgreement,
  deleteContent,
  downloadAudio,
  eventsPath,
  extendAgreement,
  paths,
} from './api';
import { HistoryDialog } from './history-dialog';
import { SearchBox, StatusFilter, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { useLiveList } from './lists/use-live-list';
import { Person, When } from './lists/values';
import { type AdminAction, parseDays, ReasonDialog } from './reason-dialog';
import { contractSearch } from './sections';

const texts = adminTexts.agreements;

const STATUSES: Record<string, string> = {
  pending: t.status.pending,
  awaiting_party: t.status.awaiting_party,
  processing: t.status.processing,
  completed: t.status.completed,
  cancelled: t.status.cancelled,
};

const ACTIONS: Record<AgreementAction, string> = {
  download: texts.download,
  extend: texts.extendConfirm,
  cancel: texts.cancel,
  delete: texts.delete,
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
        {/* The amount is among the terms. */}
        <DealLine deal={{ ...agreement, amount: null }} />
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
  action: AgreementAction | 'history';
}

/** Contracts: find one, read its log, hear it with a reason, extend or cancel it, delete what was recorded. */
export function AgreementsSection() {
  useLiveList();
  const { filters, setFilters } = useFilters('q', 'status');
  const { q, status } = filters;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const actions = useCallback((agreement: AdminAgreement) => {
    const id = formatAgreementId(agreement.agreementId);
    const more = possibleActions(agreement).map((action) => ({
      label: ACTIONS[action],
      onSelect: () => setChosen({ agreement, action }),
    }));
    return (
      <>
        <Button
          variant="secondary"
          size="sm"
          aria-label={texts.historyNamed(id)}
          onClick={() => setChosen({ agreement, action: 'history' })}
        >
          {texts.history}
        </Button>
        {more.length > 0 && <Dropdown name={texts.moreNamed(id)} items={more} />}
      </>
    );
  }, []);
  return (
    <>
      <ListSection
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
      {chosen?.action === 'history' && <HistoryDialog agreement={chosen.agreement} onClose={close} />}
      {chosen && chosen.action !== 'history' && (
        <AgreementActionDialog agreement={chosen.agreement} action={chosen.action} onClose={close} />
      )}
    </>
  );
}

const DEFAULT_DAYS = '30';

interface AgreementActionDialogProps {
  agreement: AdminAgreement;
  action: AgreementAction;
  onClose: () => void;
}

/** The contract's number and what it is about. */
const subjectOf = ({ agreementId, title }: AdminAgreement): string =>
  [formatAgreementId(agreementId), title].filter(Boolean).join(' · ');

function downloadAction(agreementId: string): AdminAction {
  return {
    title: texts.downloadConfirm,
    text: texts.downloadText,
    told: 'owner',
    confirm: texts.downloadConfirm,
    refreshes: [eventsPath(agreementId), paths.mails],
    run: async (reason) => {
      const { sound, fileName } = await downloadAudio(agreementId, reason);
      saveFile(sound, fileName);
    },
    done: { title: texts.downloadDone, text: texts.toldText },
    failure: (error) => ({
      title: texts.downloadFailed,
      text: `${texts.downloadFallback}. ${actionFailure(error).text}`,
    }),
  };
}

function cancelAction(agreementId: string): AdminAction {
  return {
    title: texts.cancel,
    text: texts.cancelText,
    told: 'owner',
    confirm: texts.cancel,
    isDangerous: true,
    refreshes: [paths.agreements, paths.stats, paths.mails, eventsPath(agreementId)],
    run: (reason) => cancelAgreement(agreementId, reason),
    done: { title: texts.cancelDone, text: texts.toldText },
  };
}

function ExtendDialog({ agreement, onClose }: Omit<AgreementActionDialogProps, 'action'>) {
  const { agreementId, expiresAt } = agreement;
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [problem, setProblem] = useState<string>();
  const action: AdminAction = {
    title: texts.extendConfirm,
    text: expiresAt ? texts.extendText(formatDateTime(expiresAt)) : '',
    told: 'owner',
    confirm: texts.extendConfirm,
    refreshes: [paths.agreements, paths.mails, eventsPath(agreementId)],
    run: (reason) => extendAgreement(agreement, parseDays(days) ?? 0, reason),
    done: { title: texts.extendDone, text: texts.toldText },
  };
  const check = () => {
    const isGood = parseDays(days) !== null;
    setProblem(isGood ? undefined : texts.daysProblem);
    return isGood;
  };
  return (
    <ReasonDialog action={action} subject={subjectOf(agreement)} onClose={onClose} check={check}>
      <Field
        label={texts.days}
        name="days"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-48"
        hint={texts.daysHint}
        problem={problem}
        value={days}
        onChange={(event) => {
          setDays(event.target.value);
          setProblem(undefined);
        }}
      />
    </ReasonDialog>
  );
}

/** Deletes early what was recorded; of a completed contract only where party B agrees. */
function DeleteDialog({ agreement, onClose }: Omit<AgreementActionDialogProps, 'action'>) {
  const { agreementId, status } = agreement;
  const isProof = status === 'completed';
  const [isAgreed, setAgreed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const action: AdminAction = {
    title: texts.delete,
    text: texts.deleteText,
    told: 'owner',
    confirm: texts.delete,
    isDangerous: true,
    refreshes: [paths.agreements, paths.mails, eventsPath(agreementId)],
    run: (reason) => deleteContent(agreementId, isAgreed, reason),
    done: { title: texts.deleteDone, text: texts.toldText },
  };
  const check = () => {
    const isGood = isAgreed || !isProof;
    setMissing(!isGood);
    return isGood;
  };
  return (
    <ReasonDialog action={action} subject={subjectOf(agreement)} onClose={onClose} check={check}>
      {isProof && (
        <CheckRow name="partyBAgrees" checked={isAgreed} onChange={setAgreed}>
          {texts.deletePartyB}
        </CheckRow>
      )}
      {isMissing && !isAgreed && (
        <Notice tone="danger" role="alert">
          <p>{texts.deletePartyBProblem}</p>
        </Notice>
      )}
    </ReasonDialog>
  );
}

/** The dialog of one action on one contract. */
function AgreementActionDialog({ agreement, action, onClose }: AgreementActionDialogProps) {
  if (action === 'extend') return <ExtendDialog agreement={agreement} onClose={onClose} />;
  if (action === 'delete') return <DeleteDialog agreement={agreement} onClose={onClose} />;
  const { agreementId } = agreement;
  return (
    <ReasonDialog
      action={action === 'download' ? downloadAction(agreementId) : cancelAction(agreementId)}
      subject={subjectOf(agreement)}
      onClose={onClose}
    />
  );
}

type AgreementAction = 'download' | 'extend' | 'cancel' | 'delete';

type Facts = Pick<AdminAgreement, 'status' | 'hasAudioRecording' | 'expiresAt' | 'contentDeletedAt'>;

/** What may still be done with a contract. */
export function possibleActions(agreement: Facts): AgreementAction[] {
  const isKept = !agreement.contentDeletedAt;
  const actions: AgreementAction[] = [];
  if (agreement.hasAudioRecording && isKept) actions.push('download');
  if (agreement.expiresAt && isKept && agreement.status !== 'cancelled') actions.push('extend');
  if (agreement.status === 'awaiting_party') actions.push('cancel');
  const isOver = agreement.status === 'completed' || agreement.status === 'cancelled';
  if (agreement.hasAudioRecording && isKept && isOver) actions.push('delete');
  return actions;
}
