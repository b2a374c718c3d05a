import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../api';

/**
 * Reads again what an act has changed; what admins did changes with every act. Nothing is changed here before
 * the server has answered.
 */
export function refresh(queries: QueryClient, beginnings: readonly string[]): void {
  const changed = [...beginnings, paths.acts];
  queries
    .invalidateQueries({
      predicate: ({ queryKey }) => changed.some((path) => String(queryKey[0]).startsWith(path)),
    })
    .then(keepFocus)
    .catch(() => undefined);
}

/** When the button that was pressed is gone, its list's heading takes focus instead of the whole page. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll: true });
  });
}
