import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Skeleton } from '../../components/ui/skeleton';
import { Cell, HeadCell, Table } from '../../components/ui/table';
import { t } from '../../i18n/en';
import type { AgreementView } from '../../lib/api-types';
import { formatAgreementId, formatDate, planLabel } from '../../lib/format';
import { checkoutPath } from '../../lib/pending-checkout';
import { useMediaQuery } from '../../lib/use-media-query';
import { StatusBadge } from './status-badge';

interface ContractsTableProps {
  agreements: readonly AgreementView[];
  onView: (agreementId: string) => void;
}

interface RowProps {
  agreement: AgreementView;
  onView: (agreementId: string) => void;
}

function Actions({ agreement, onView }: RowProps) {
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:whitespace-nowrap">
      <Button
        variant="secondary"
        aria-label={t.dashboard.viewNamed(formatAgreementId(agreement.agreementId))}
        onClick={() => onView(agreement.agreementId)}
      >
        {t.dashboard.view}
      </Button>
      {agreement.status === 'pending' && (
        <a href={checkoutPath(agreement.agreementId, agreement.planType)} className={buttonClass('primary')}>
          {t.dashboard.pay}
        </a>
      )}
    </div>
  );
}

function RowCard({ agreement, onView }: RowProps) {
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="font-medium">{t.dashboard.parties(agreement.partyAName, agreement.partyBName)}</p>
        <StatusBadge agreement={agreement} />
      </div>
      <p className="text-sm text-muted">
        {formatDate(agreement.createdAt)} · {planLabel(agreement.planType)}
        <br />
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </p>
      <Actions agreement={agreement} onView={onView} />
    </li>
  );
}

/** The contracts as a table; on phones as a list with the same content. */
export function ContractsTable({ agreements, onView }: ContractsTableProps) {
  const isNarrow = useMediaQuery('(max-width: 63.99rem)');
  if (isNarrow) {
    return (
      <ul>
        {agreements.map((agreement) => (
          <RowCard key={agreement.agreementId} agreement={agreement} onView={onView} />
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
          <tr key={agreement.agreementId} className="[content-visibility:auto]">
            <Cell className="whitespace-nowrap tabular-nums">{formatDate(agreement.createdAt)}</Cell>
            <Cell>
              {planLabel(agreement.planType)}
              <br />
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">
                {formatAgreementId(agreement.agreementId)}
              </span>
            </Cell>
            <Cell className="font-medium">
              {t.dashboard.parties(agreement.partyAName, agreement.partyBName)}
            </Cell>
            <Cell>
              <StatusBadge agreement={agreement} />
            </Cell>
            <Cell>
              <Actions agreement={agreement} onView={onView} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

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
