import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Skeleton } from '../../components/ui/skeleton';
import { cn } from '../../lib/cn';
import { formatCents, formatCount } from '../../lib/format';
import { type AdminStats, listQuery, paths, statsQuery } from './api';
import { LoadProblem } from './lists/list-states';
import { type Section, sectionPath } from './sections';

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

const texts = adminTexts.needs;

/** What waits for a person, and where it is dealt with. */
const KINDS = [
  { name: 'tickets', path: paths.tickets, filters: { status: 'open' }, section: 'tickets' },
  { name: 'disputes', path: paths.escrows, filters: { state: 'disputed' }, section: 'held' },
  { name: 'transcripts', path: paths.humanTranscripts, filters: { status: 'paid' }, section: 'transcripts' },
  { name: 'jobs', path: paths.jobs, filters: { status: 'failed' }, section: 'jobs' },
] as const satisfies readonly {
  name: keyof typeof texts.kinds;
  path: string;
  filters: Record<string, string>;
  section: Section;
}[];

function Kind({ name, path, filters, section }: (typeof KINDS)[number]) {
  const list = useInfiniteQuery(listQuery(path, filters));
  const count = list.data?.pages.reduce((sum, { items }) => sum + items.length, 0);
  const shown = count === undefined ? '–' : `${count}${list.hasNextPage ? '+' : ''}`;
  return (
    <li>
      <Link
        href={sectionPath(section)}
        className={cn(
          'flex min-h-11 items-center gap-2 rounded-control border px-3 py-1.5 text-sm hover:bg-raised',
          count ? 'border-warn bg-warn-soft' : 'border-line text-muted',
        )}
      >
        {count === 0 && <CircleCheck className="size-4 text-ok" aria-hidden="true" />}
        <span className="font-semibold tabular-nums">{shown}</span> {texts.kinds[name]}
      </Link>
    </li>
  );
}

/** What needs somebody today, with how much of it. */
export function NeedsYou() {
  return (
    <section aria-labelledby="needs-you" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="needs-you" className="font-sans text-base font-semibold">
        {texts.title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {KINDS.map((kind) => (
          <Kind key={kind.name} {...kind} />
        ))}
      </ul>
    </section>
  );
}
