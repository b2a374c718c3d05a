import {
  createContext,
  Fragment,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
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
function useLastUser(): RefObject<number | undefined> {
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

const KeepShown = createContext<(isKept: boolean) => void>(() => undefined);

/**
 * While `isKept`, a screen within `OneAccount` stays when the session of its account ends, until somebody else signs in:
 * it shows what that account has to go on with.
 */
export function useShownSignedOut(isKept: boolean): void {
  const keep = useContext(KeepShown);
  useEffect(() => {
    keep(isKept);
    return () => keep(false);
  }, [keep, isKept]);
}

/**
 * Shows its children to everybody, anew once an account has gone: whoever comes next sees nothing of what it began here.
 * What a visitor began stays when they sign in. What would be lost stays as well, until it no longer would be.
 */
export function OneAccount({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const held = useUntilLeft(user?.id);
  useLastUser();
  const [isKept, setKept] = useState(false);
  const [shown, setShown] = useState({ userId: held, round: 1 });
  const userId = held ?? (isKept ? shown.userId : undefined);
  if (shown.userId !== userId) {
    setShown({ userId, round: shown.userId === undefined ? shown.round : shown.round + 1 });
  }
  return (
    <KeepShown value={setKept}>
      <Fragment key={shown.round}>{children}</Fragment>
    </KeepShown>
  );
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
