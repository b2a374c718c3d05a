import { useInfiniteQuery } from '@tanstack/react-query';
import type { adminTexts } from '#texts/admin';
import { type AdminList, listQuery, paths } from './api';
import type { Section } from './sections';

/** How much of something waits; undefined as long as nobody knows. */
export interface Waiting {
  count: number;
  /** There is more than was counted, or may be. */
  hasMore: boolean;
}

type Kind = keyof typeof adminTexts.needs.kinds;

interface PlaceOfKind {
  name: Kind;
  section: Section;
  /** What the section is narrowed to. */
  narrowed?: Record<string, string>;
}

/** Payments that fit nothing, or came too late: their money waits until somebody says whose it is. */
const SET_ASIDE = { status: 'quarantined' };

const WAITING_REFETCH_MS = 60_000;

/** Escrows about which an administrator decides. */
export const UNDECIDED = { waitsFor: 'decision' };

/** What waits for a person, and where it is dealt with. */
export const KINDS: readonly PlaceOfKind[] = [
  { name: 'tickets', section: 'tickets' },
  { name: 'setAside', section: 'payments', narrowed: SET_ASIDE },
  { name: 'decisions', section: 'held' },
  { name: 'transcripts', section: 'transcripts' },
  { name: 'jobs', section: 'jobs' },
  { name: 'deadLetters', section: 'jobs' },
];

/** The first page of what waits: whoever counts it reads it together with all others who do. */
function useFirst(path: AdminList, filters: Record<string, string>): Waiting | undefined {
  const { data, hasNextPage } = useInfiniteQuery({
    ...listQuery(path, filters),
    // What waits comes by itself, while a page is open all day.
    refetchInterval: WAITING_REFETCH_MS,
  });
  if (!data) return undefined;
  const count = data.pages.reduce((sum, { items }) => sum + items.length, 0);
  const isIncomplete = data.pages.some(({ incomplete }) => incomplete !== undefined);
  if (count === 0 && isIncomplete) return undefined;
  return { count, hasMore: hasNextPage || isIncomplete };
}

/** How much of each kind waits for a person. */
export function useWaiting(): Record<Kind, Waiting | undefined> {
  return {
    tickets: useFirst(paths.tickets, { status: 'open' }),
    setAside: useFirst(paths.payments, SET_ASIDE),
    decisions: useFirst(paths.escrows, UNDECIDED),
    transcripts: useFirst(paths.humanTranscripts, { status: 'paid' }),
    jobs: useFirst(paths.jobs, { status: 'failed' }),
    deadLetters: useFirst(paths.deadLetters, { state: 'waiting' }),
  };
}

/** How much waits in a section; undefined where nothing ever does, or nobody knows. */
export function waitingIn(section: Section, waiting: ReturnType<typeof useWaiting>): Waiting | undefined {
  const known = KINDS.filter((kind) => kind.section === section).flatMap(({ name }) => waiting[name] ?? []);
  if (known.length === 0) return undefined;
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    hasMore: known.some(({ hasMore }) => hasMore),
  };
}

/** A count as it is shown: `3`, or `50+`. */
export const shownCount = ({ count, hasMore }: Waiting): string => `${count}${hasMore ? '+' : ''}`;
