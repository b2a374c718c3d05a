import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { escrowAdminTexts } from '#texts/escrow-admin';
import { Badge } from '../../components/ui/badge';
import { Card } from '../../components/ui/card';
import { SkeletonRows } from '../../components/ui/skeleton';
import { formatCents } from '../../lib/format';
import { adminRequest, paths } from './api';
import { groupBalances, isPerPayment, type LedgerAnswer, type LedgerGroup } from './escrow-api';
import { ListHeader, LoadProblem } from './lists/list-states';
import { wordsFor } from './lists/values';

const text = escrowAdminTexts.ledger;

const ledgerQuery = queryOptions({
  queryKey: [paths.ledger] as const,
  staleTime: 0,
  queryFn: ({ signal }) => adminRequest('get', paths.ledger, { signal }),
});

function Account({ group }: { group: LedgerGroup }) {
  return (
    <tr>
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {wordsFor(text.groups, group.name)}
        {isPerPayment(group) && (
          <span className="text-sm text-muted tabular-nums"> · {text.payments(group.count)}</span>
        )}
      </th>
      <td className="py-2 text-right whitespace-nowrap tabular-nums">{formatCents(group.balanceCents)}</td>
    </tr>
  );
}

function Balances({ ledger }: { ledger: LedgerAnswer }) {
  const isBalanced = ledger.sumCents === 0;
  const Icon = isBalanced ? CircleCheck : TriangleAlert;
  const groups = groupBalances(ledger.balances);
  if (groups.length === 0) return <p className="text-muted">{text.empty}</p>;
  return (
    <>
      <table className="w-full max-w-xl max-2xs:wrap-anywhere">
        <thead className="sr-only">
          <tr>
            <th scope="col">{text.account}</th>
            <th scope="col">{text.balance}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {groups.map((group) => (
            <Account key={group.name} group={group} />
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line font-semibold">
          <tr>
            <th scope="row" className="py-2 pr-4 text-left">
              {text.sum}
            </th>
            <td className="py-2 text-right tabular-nums">{formatCents(ledger.sumCents)}</td>
          </tr>
        </tfoot>
      </table>
      <Badge
        isLong
        className="self-start"
        tone={isBalanced ? 'ok' : 'danger'}
        icon={<Icon className="size-4 shrink-0" aria-hidden="true" />}
      >
        {isBalanced ? text.balanced : text.unbalanced}
      </Badge>
      <p className="text-sm text-muted">{text.sign}</p>
    </>
  );
}

/** The ledger: what is on every account, and that it sums to zero. */
export function LedgerCard() {
  const ledger = useQuery(ledgerQuery);
  const refetch = () => {
    ledger.refetch().catch(() => undefined);
  };
  return (
    <Card aria-labelledby="ledger" className="flex flex-col gap-4">
      <ListHeader
        id="ledger"
        title={text.title}
        lead={text.lead}
        isRefreshing={ledger.isRefetching}
        onRefresh={refetch}
      />
      {ledger.isPending && <SkeletonRows rows={5} />}
      {ledger.isError && <LoadProblem title={text.failed} error={ledger.error} onRetry={refetch} />}
      {ledger.data && <Balances ledger={ledger.data} />}
    </Card>
  );
}
