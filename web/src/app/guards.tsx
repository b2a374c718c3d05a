import { type ReactNode, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { Spinner } from '../components/ui/spinner';
import { t } from '../i18n/en';
import { AUTH_LOADING_DELAY_MS, useSession } from '../lib/session';

let isResolved = false;

/** Whether the session of this page load is known; it takes about 100 ms after the start. */
function useAuthResolved(): boolean {
  const [resolved, setResolved] = useState(isResolved);
  useEffect(() => {
    if (resolved) return;
    const timer = setTimeout(() => {
      isResolved = true;
      setResolved(true);
    }, AUTH_LOADING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [resolved]);
  return resolved;
}

export function Loading() {
  return (
    <main id="main" className="flex grow items-center justify-center p-10 text-accent">
      <Spinner className="size-8" label={t.app.loading} />
    </main>
  );
}

/** Shows its children to signed-in users and the login page to everyone else. */
export function SignedIn({ children }: { children: ReactNode }) {
  const resolved = useAuthResolved();
  const { user } = useSession();
  if (!resolved) return <Loading />;
  return user ? children : <Redirect to="/login" replace />;
}
