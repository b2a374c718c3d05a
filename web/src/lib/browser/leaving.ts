import { useSyncExternalStore } from 'react';
import type { AroundNavHandler } from 'wouter';

/**
 * What leaving a screen ends or loses: a recording that goes on, one that goes on in memory alone, a finished one that
 * is in memory alone, or the sending of one that is on this device.
 */
export type Loss = 'recording' | 'unkept' | 'memory' | 'sending';

const losses: Loss[] = [];
/** What was asked for, while the person is asked about it. */
let waiting: (() => void) | null = null;
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
  losses.push(loss);
  tell();
  return () => {
    losses.splice(losses.indexOf(loss), 1);
    // Another loss may take its place in the same moment: the question then goes on with other words.
    queueMicrotask(() => {
      if (losses.length === 0) waiting = null;
      tell();
    });
  };
}

/** Leaves the screen: at once where nothing is lost by it, else when the person says so. */
export function askToLeave(leave: () => void): void {
  if (losses.length === 0) {
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
    () => (waiting && losses.at(-1)) ?? null,
    () => null,
  );
}

/** Asks before a link leads to another screen. A redirect is not asked about: its screen has gone already. */
export const askBeforeNavigation: AroundNavHandler = (navigate, to, options) => {
  const isElsewhere = new URL(to, window.location.href).pathname !== window.location.pathname;
  if (isElsewhere && !options?.replace) askToLeave(() => navigate(to, options));
  else navigate(to, options);
};
