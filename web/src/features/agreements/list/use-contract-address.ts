import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

const NAME = 'contract';

/** The contract that the address names: a page of its own that is linked to, reloaded and left by going back. */
export function useContractAddress() {
  const [query, setQuery] = useSearchParams();
  const open = useCallback((agreementId: string) => setQuery((now) => changed(now, agreementId)), [setQuery]);
  const close = useCallback(() => setQuery((now) => changed(now, null), { replace: true }), [setQuery]);
  return { id: query.get(NAME), open, close };
}

function changed(query: URLSearchParams, agreementId: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (agreementId === null) next.delete(NAME);
  else next.set(NAME, agreementId);
  return next;
}
