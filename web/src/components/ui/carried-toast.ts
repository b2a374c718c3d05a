import { getToasts, type ToastMessage, toast } from './toast-store';

/** In this tab's store: what the page before has left to say. */
const KEY = 'carriedToast';

/** Leaves what is said now to the document that this tab loads next: the messages of a document end with it. */
export function carryToast(): void {
  const shown = getToasts().find(({ open }) => open);
  if (!shown) return;
  const { title, text, tone } = shown;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ title, text, tone }));
  } catch {
    // The next document then begins without it.
  }
}

/** Says, once, what the document before this one has left to say. */
export function showCarriedToast(): void {
  try {
    const carried = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (carried) toast(JSON.parse(carried) as ToastMessage);
  } catch {
    // Nothing was kept.
  }
}
