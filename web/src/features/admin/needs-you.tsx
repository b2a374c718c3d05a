import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { cn } from '../../lib/cn';
import { listQuery, paths } from './api';
import { type Section, sectionPath } from './sections';

const texts = adminTexts.needs;

/** What waits for a person, and where it is dealt with. */
const KINDS = [
  { name: 'tickets', path: paths.tickets, filters: { status: 'open' }, section: 'tickets' },
  { name: 'disputes', path: paths.held, filters: { state: 'disputed' }, section: 'held' },
  { name: 'transcripts', path: paths.manual, filters: { status: 'paid' }, section: 'manual' },
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
