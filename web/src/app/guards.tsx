import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { shellTexts as t } from '#texts/shell';
import { Spinner } from '../components/ui/spinner';
import { type ToastMessage, toast } from '../components/ui/toast-store';
import type { Wanted } from '../features/auth/wanted';
import { useUntilLeft } from '../lib/browser/leaving';
import { useAdminSession } from '../lib/session/admin-session';
import { AUTH_LOADING_DELAY_MS, useSession } from '../lib/session/session';

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

/** Says who is signed in once somebody else was before. Answers who was last, also after they have signed out. */
export function useLastUser(): RefObject<number | undefined> {
  const { user } = useSession();
  const last = useRef<number>(undefined);
  useEffect(() => {
    if (!user) return;
    if (last.current && last.current !== user.id) toast({ title: t.app.nowSignedIn(user.username) });
    last.current = user.id;
  }, [user]);
  return last;
}

interface SignedInProps {
  /** Said to those who are sent to the login page. */
  refusal?: ToastMessage;
  /** Shown to visitors in the place of the login page. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children to signed-in users, anew to each of them, and the login page to everyone else. A session that ends
 * while something would be lost, as in another tab, ends the screen only afterwards.
 */
export function SignedIn({ refusal, instead, children }: SignedInProps) {
  const resolved = useAuthResolved();
  const { user } = useSession();
  const userId = useUntilLeft(user?.id);
  const before = useLastUser();
  const isRefused = resolved && !userId;
  useEffect(() => {
    if (isRefused && refusal) toast(refusal);
  }, [isRefused, refusal]);
  if (!resolved) return <Loading />;
  if (!userId) {
    const state: Wanted = { wanted: window.location.href, userId: before.current };
    return instead ?? <Redirect to="/login" replace state={state} />;
  }
  return <Fragment key={userId}>{children}</Fragment>;
}

/**
 * Shows its children to administrators, anew to each of them, and their login page to everyone else. A session that ends
 * while something would be lost, such as an answer that is being written, ends the screen only afterwards.
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  const resolved = useAuthResolved();
  const session = useAdminSession();
  const kept = useUntilLeft(session?.user.id);
  const adminId = session?.user.id ?? kept;
  if (!resolved) return <Loading />;
  if (!adminId) {
    // Whichever of them signs in next: they may all see the same.
    const state: Wanted = { wanted: window.location.href };
    return <Redirect to="/admin-login" replace state={state} />;
  }
  return <Fragment key={adminId}>{children}</Fragment>;
}
