import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Skeleton } from '../../components/ui/skeleton';
import { cn } from '../../lib/cn';
import { formatCents, formatCount } from '../../lib/format';
import { type AdminStats, statsQuery } from './api';
import { LoadProblem } from './lists/list-states';
import { sectionPath } from './sections';
import { KINDS, shownCount, useWaiting } from './waiting';

interface StatsCard {
  name: keyof AdminStats;
  show: (value: number) => string;
  /** Where what is counted stands, if one list has it. */
  leadsTo?: string;
}

const CARDS: readonly StatsCard[] = [
  { name: 'totalUsers', show: formatCount, leadsTo: sectionPath('users') },
  { name: 'totalAgreements', show: formatCount, leadsTo: sectionPath('agreements') },
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
      {CARDS.map(({ name, show, leadsTo }) => (
        <div
          key={name}
          className={cn(
            'relative flex flex-col justify-between gap-1 rounded-card border border-line bg-surface p-4 last:col-span-2 max-2xs:last:col-span-1 lg:last:col-span-1',
            leadsTo && 'hover:bg-raised',
          )}
        >
          <dt className="text-sm text-muted">
            {leadsTo ? (
              <Link href={leadsTo} className="after:absolute after:inset-0 after:rounded-card">
                {adminTexts.stats[name]}
              </Link>
            ) : (
              adminTexts.stats[name]
            )}
          </dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">
            {stats.data ? show(stats.data[name]) : <Skeleton className="h-7 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const texts = adminTexts.needs;

/** What needs somebody today, with how much of it. */
export function NeedsYou() {
  const waiting = useWaiting();
  return (
    <section aria-labelledby="needs-you" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="needs-you" className="font-sans text-base font-semibold">
        {texts.title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {KINDS.map(({ name, section, narrowed }) => {
          const known = waiting[name];
          const shown = known ? shownCount(known) : '–';
          return (
            <li key={name}>
              <Link
                href={sectionPath(section, narrowed)}
                className={cn(
                  'flex min-h-11 items-center gap-2 rounded-control border px-3 py-1.5 text-sm hover:bg-raised',
                  known?.count ? 'border-warn bg-warn-soft' : 'border-line text-muted',
                )}
              >
                {known?.count === 0 && <CircleCheck className="size-4 text-ok" aria-hidden="true" />}
                <span className="font-semibold tabular-nums">{shown}</span> {texts.kinds[name](shown === '1')}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
