import { useState, useSyncExternalStore } from 'react';
import type { AroundNavHandler } from 'wouter';

/**
 * What leaving a screen ends or loses: a recording that goes on, one that goes on in memory alone, a finished one that
 * is in memory alone, the sending of one that is on this device, or a text that is being written.
 */
export type Loss = 'recording' | 'unkept' | 'memory' | 'sending' | 'text';

/** Something that would be lost, and the address that it needs. */
interface Entry {
  loss: Loss;
  href: string;
  pathname: string;
  state: unknown;
}

const entries: Entry[] = [];
/** What was asked for, while the person is asked about it. */
let waiting: (() => void) | null = null;
/** The next move through the history was agreed to. */
let isAgreed = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something would be lost from now on. Answers how to say that it no longer would. */
export function noteLoss(loss: Loss): () => void {
  const { href, pathname } = window.location;
  const entry: Entry = { loss, href, pathname, state: window.history.state };
  entries.push(entry);
  tell();
  return () => {
    entries.splice(entries.indexOf(entry), 1);
    // Another loss may take its place in the same moment: the question then goes on with other words.
    queueMicrotask(() => {
      if (entries.length === 0) waiting = null;
      tell();
    });
  };
}

/** Leaves the screen: at once where nothing is lost by it, else when the person says so. */
export function askToLeave(leave: () => void): void {
  if (entries.length === 0) {
    leave();
    return;
  }
  waiting = leave;
  tell();
}

/** The person stays or leaves. */
export function answerLeaving(isLeaving: boolean): void {
  const leave = waiting;
  waiting = null;
  tell();
  if (isLeaving) leave?.();
}

/** What the person has to be asked about now; null when nothing. */
export function useLeaveQuestion(): Loss | null {
  return useSyncExternalStore(
    subscribe,
    () => (waiting && entries.at(-1)?.loss) ?? null,
    () => null,
  );
}

/** Whether something would be lost by leaving what is shown now. */
export const isHeld = (): boolean => entries.length > 0;

/**
 * A value as it is now. While leaving the screen would lose something, the value from before: the screen stays as it
 * is, and only the person leaves it.
 */
export function useUntilLeft<T>(now: T): T {
  const holds = useSyncExternalStore(subscribe, isHeld, isHeld);
  const [kept, setKept] = useState(now);
  // React draws the screen anew with it before anything else is drawn.
  if (!holds && kept !== now) setKept(now);
  return kept;
}

/** Asks before a link leads to another screen. A redirect is not asked about: its screen has gone already. */
export const askBeforeNavigation: AroundNavHandler = (navigate, to, options) => {
  const isElsewhere = new URL(to, window.location.href).pathname !== window.location.pathname;
  if (isElsewhere && !options?.replace) askToLeave(() => navigate(to, options));
  else navigate(to, options);
};

/**
 * A page that Back or Forward shows as it was left, as the browser kept it while another document was open, is loaded
 * anew: what it was busy with has ended there, and somebody else may be signed in. Where that would lose something, it
 * stays as it is.
 */
function reloadKeptPage({ persisted }: PageTransitionEvent): void {
  if (persisted && !isHeld()) window.location.reload();
}

/**
 * Asks before Back or Forward leads to another screen, and sees to a page that they bring back; answers how to stop.
 * Must listen before the router does: a browser calls the listeners of a window in the order in which they came,
 * capturing or not.
 */
export function askBeforeHistory(): () => void {
  const onMove = (event: PopStateEvent) => {
    const entry = entries.at(-1);
    const isGoing = isAgreed;
    isAgreed = false;
    if (!entry || isGoing || window.location.pathname === entry.pathname) return;
    // The address has changed already. The router must not hear of it, and the screen gets its address back.
    event.stopImmediatePropagation();
    window.history.pushState(entry.state, '', entry.href);
    askToLeave(() => {
      isAgreed = true;
      // What was asked for is now right before, also where it was Forward.
      window.history.back();
    });
  };
  window.addEventListener('popstate', onMove);
  window.addEventListener('pageshow', reloadKeptPage);
  return () => {
    window.removeEventListener('popstate', onMove);
    window.removeEventListener('pageshow', reloadKeptPage);
  };
}
