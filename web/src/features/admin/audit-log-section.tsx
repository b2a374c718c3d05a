import { adminTexts } from '#texts/admin';
import { type AuditLogEntry, paths } from './api';
import { SearchBox, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractLink, Person, When } from './lists/values';
import { contractSearch } from './sections';
import { actWords, jobWords, serviceWords } from './work-words';

const texts = adminTexts.acts;
const CONTRACT = /\b\d{16}\b/;

/** What it was done to: a contract, an account, or the job or handler of a service. */
function Subject({ subject }: { subject: string | null }) {
  const agreementId = subject ? CONTRACT.exec(subject)?.[0] : undefined;
  if (agreementId) return <ContractLink agreementId={agreementId} />;
  const userId = /^user:(\d+)$/.exec(subject ?? '')?.[1];
  if (userId) return <Person id={Number(userId)} />;
  const [, service = '', name = ''] = /^([a-z]+)\.([a-z-]+):/.exec(subject ?? '') ?? [];
  if (name)
    return (
      <span className="text-sm wrap-anywhere text-muted" title={subject ?? undefined}>
        {serviceWords(service)} · {jobWords(name)}
      </span>
    );
  return <span className="text-sm wrap-anywhere text-muted">{subject}</span>;
}

const COLUMNS: readonly Column<AuditLogEntry>[] = [
  {
    id: 'action',
    label: texts.columns.act,
    place: 'title',
    className: 'max-w-72',
    cell: (entry) => (
      <>
        <p className="font-medium wrap-anywhere">{actWords(entry.act)}</p>
        <Subject subject={entry.subject} />
      </>
    ),
  },
  {
    id: 'admin',
    label: texts.columns.admin,
    cell: (entry) => <span className="wrap-anywhere">{texts.admin(entry.adminName, entry.adminId)}</span>,
  },
  {
    id: 'reason',
    label: texts.columns.reason,
    className: 'max-w-md',
    cell: ({ reason }) => <span className="wrap-anywhere whitespace-pre-line">{reason}</span>,
  },
  { id: 'at', label: texts.columns.at, cell: ({ at }) => <When at={at} /> },
];

/** What administrators did to accounts, payments, jobs and messages, with their reasons. */
export function AuditLogSection() {
  const { filters, setFilters } = useFilters('q');
  const { q } = filters;
  return (
    <ListSection
      title={adminTexts.sections.acts}
      lead={texts.lead}
      path={paths.auditLog}
      filters={{ q: contractSearch(q) }}
      toolbar={<SearchBox label={texts.search} value={q} onSearch={(next) => setFilters({ q: next })} />}
      onClear={q ? () => setFilters({ q: '' }) : undefined}
      columns={COLUMNS}
      rowKey={(entry) => String(entry.id)}
      empty={{ title: texts.empty, text: texts.emptyText }}
    />
  );
}
