import { lazyPart } from '../../components/ui/lazy-part';
import { Skeleton } from '../../components/ui/skeleton';

/** With code of its own: telling browsers and systems apart takes some kilobytes. */
export const LazySessionsList = lazyPart(() => import('./sessions-list').then((m) => m.SessionsList), {
  waiting: <Skeleton className="h-14" />,
});
