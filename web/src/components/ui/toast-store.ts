import { useSyncExternalStore } from 'react';

const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;

/**
 * On phones below the bar at the top, where no screen and no sheet has its main control: those are at the lower edge,
 * in reach of the thumb. What is beside the message can be pressed.
 */
export const TOAST_PLACE =
  'pointer-events-none fixed inset-x-0 top-16 z-60 flex flex-col gap-2 p-4 sm:top-auto sm:left-auto sm:bottom-0 sm:w-full sm:max-w-md';

export interface ToastMessage {
  title: string;
  text?: string;
  tone?: 'plain' | 'destructive';
}

interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let toasts: ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message; the newest replaces an older one. */
export function toast(message: ToastMessage): void {
  publish([{ ...message, id: nextId++, open: true }, ...toasts].slice(0, TOAST_LIMIT));
}

/** Closes a message; it leaves the list later, so that its closing can be seen. */
export function dismissToast(id: number): void {
  publish(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => publish(toasts.filter((shown) => shown.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** Closes whatever is shown, because something newer made it untrue. */
export function clearToasts(): void {
  for (const shown of toasts) dismissToast(shown.id);
}

/** The messages to draw now. */
export function getToasts(): ShownToast[] {
  return toasts;
}

export function useToasts(): ShownToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getToasts,
    getToasts,
  );
}
