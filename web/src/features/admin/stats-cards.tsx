import { useQuery } from '@tanstack/react-query';
import { adminTexts } from '#texts/admin';
import { Skeleton } from '../../components/ui/skeleton';
import { formatCents, formatCount } from '../../lib/format';
import { statsQuery } from './api';
import { LoadProblem } from './lists/list-states';
import type { AdminStats } from './types';

const CARDS: readonly { name: keyof AdminStats; show: (value: number) => string }[] = [
  { name: 'totalUsers', show: formatCount },
  { name: 'totalAgreements', show: formatCount },
  { name: 'totalRevenue', show: (value) => formatCents(Math.round(value * 100)) },
  { name: 'activeSubscriptions', show: formatCount },
  { name: 'pendingTransactions', show: formatCount },
];

/** The five figures on top of the administration. */
export function StatsCards() {
  const stats = useQuery(statsQuery);
  if (stats.isError)
    return (
      <LoadProblem
        title={adminTexts.stats.failed}
        error={stats.error}
        onRetry={() => {
          stats.refetch().catch(() => undefined);
        }}
      />
    );
  return (
    <dl
      aria-label={adminTexts.stats.label}
      className="grid grid-cols-2 gap-3 max-2xs:grid-cols-1 sm:grid-cols-3 lg:grid-cols-5"
    >
      {CARDS.map(({ name, show }) => (
        <div
          key={name}
          className="flex flex-col justify-between gap-1 rounded-card border border-line bg-surface p-4 last:col-span-2 max-2xs:last:col-span-1 lg:last:col-span-1"
        >
          <dt className="text-sm text-muted">{adminTexts.stats[name]}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {stats.data ? show(stats.data[name]) : <Skeleton className="h-7 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
