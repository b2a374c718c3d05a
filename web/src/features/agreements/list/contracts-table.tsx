import { MailWarning } from 'lucide-react';
import { memo } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Skeleton } from '../../../components/ui/skeleton';
import { Cell, HeadCell, Table } from '../../../components/ui/table';
import type { AgreementView } from '../../../lib/api/api-types';
import { useMediaQuery } from '../../../lib/browser/use-media-query';
import { formatAgreementId, formatDate, planLabel } from '../../../lib/format';
import { ObjectionMark } from '../../consent/objection-mark';
import { CreditLine } from '../../payments/credits';
import { cancelWords } from '../cancel-words';
import { DealLine } from '../deal-line';
import { StatusBadge } from '../status-badge';
import { type DialogKind, RowActions } from './row-actions';
import type { Messages } from './use-messages';
import { EscrowBadge } from '../../escrow/escrow-badge';


interface ContractsTableProps {
  agreements: readonly AgreementView[];
  messages: Messages;
  onOpen: (kind: DialogKind, agreementId: string) => void;
}

interface RowProps extends Omit<ContractsTableProps, 'agreements'> {
  agreement: AgreementView;
}

/** To whom the invitation went, whether it was opened and until when it works; null where none is open. */
function awaitingWords({ status, invitation, partyBEmail }: AgreementView): string | null {
  if (status !== 'awaiting_party' || !invitation) return null;
  const words = invitation.openedAt ? dashboardTexts.awaiting.opened : dashboardTexts.awaiting.sent;
  return words(partyBEmail, formatDate(invitation.expiresAt));
}

/** Status, and under it why it ended or that a mail came back. */
function State({ agreement }: { agreement: AgreementView }) {
  const why = cancelWords(agreement);
  const sent = awaitingWords(agreement);
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge agreement={agreement} />
      <ObjectionMark consents={agreement.consents} />
      {agreement.escrowStatus && <EscrowBadge state={agreement.escrowStatus} isQuiet />}
      {why && <span className="text-sm text-muted">{why}</span>}
      {sent && <span className="text-sm wrap-anywhere text-muted">{sent}</span>}
      {agreement.status === 'cancelled' && <CreditLine agreement={agreement} />}
      {agreement.mailProblem && agreement.status !== 'cancelled' && (
        <span className="flex items-center gap-1.5 text-sm text-warn">
          <MailWarning className="size-4 shrink-0" aria-hidden="true" />
          {dashboardTexts.mailProblem.title}
        </span>
      )}
    </div>
  );
}

function RowCard({ agreement, ...rest }: RowProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <DealLine deal={{ ...agreement, createdAt: null }} />
        <State agreement={agreement} />
      </div>
      <p className="text-sm text-muted">
        {formatDate(agreement.createdAt)} · {planLabel(agreement.planType)}
        <br />
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </p>
      <RowActions agreement={agreement} {...rest} />
    </li>
  );
}

function Row({ agreement, ...rest }: RowProps) {
  return (
    <tr>
      <Cell className="whitespace-nowrap tabular-nums">{formatDate(agreement.createdAt)}</Cell>
      <Cell>
        {planLabel(agreement.planType)}
        <br />
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {formatAgreementId(agreement.agreementId)}
        </span>
      </Cell>
      <Cell>
        <DealLine deal={{ ...agreement, createdAt: null }} />
      </Cell>
      <Cell>
        <State agreement={agreement} />
      </Cell>
      <Cell className="py-2! pr-0!">
        <RowActions agreement={agreement} {...rest} />
      </Cell>
    </tr>
  );
}

/** The contracts as a table; on phones as a list with the same content. */
export const ContractsTable = memo(function ContractsTable({ agreements, ...rest }: ContractsTableProps) {
  const isNarrow = useMediaQuery('(max-width: 71.99rem)');
  if (isNarrow) {
    return (
      <ul>
        {agreements.map((agreement) => (
          <RowCard key={agreement.agreementId} agreement={agreement} {...rest} />
        ))}
      </ul>
    );
  }
  const { columns } = t.dashboard;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{columns.date}</HeadCell>
          <HeadCell>{columns.type}</HeadCell>
          <HeadCell>{columns.parties}</HeadCell>
          <HeadCell>{columns.status}</HeadCell>
          <HeadCell>{columns.actions}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {agreements.map((agreement) => (
          <Row key={agreement.agreementId} agreement={agreement} {...rest} />
        ))}
      </tbody>
    </Table>
  );
});

/** The table's shape while it loads. */
export function ContractsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t.app.loading}</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
