import { adminTexts } from '#texts/admin';
import { eventWords } from '../agreements/log-words';
import { type AuditLogEntry, paths } from './api';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { ContractLink, When } from './lists/values';

const texts = adminTexts.acts;
const CONTRACT = /\b\d{16}\b/;

function Subject({ subject }: { subject: string | null }) {
  const agreementId = subject ? CONTRACT.exec(subject)?.[0] : undefined;
  if (agreementId) return <ContractLink agreementId={agreementId} />;
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
        <p className="font-medium wrap-anywhere">{eventWords(entry.act)}</p>
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

/** What administrators did to accounts, jobs and messages, with their reasons. */
export function AuditLogSection() {
  return (
    <ListSection
      title={adminTexts.sections.acts}
      lead={texts.lead}
      path={paths.auditLog}
      columns={COLUMNS}
      rowKey={(entry) => String(entry.id)}
      empty={{ title: texts.empty, text: texts.emptyText }}
    />
  );
}
