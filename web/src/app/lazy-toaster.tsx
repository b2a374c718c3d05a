import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shellTexts as t } from '#texts/shell';
import { lazyPart } from '../components/ui/lazy-part';
import { dismissToast, TOAST_DURATION_MS, useToasts } from '../components/ui/toast-store';

const Toaster = lazyPart(() => import('../components/ui/toaster').then((m) => m.Toaster), {
  missing: PlainToaster,
});

/** Fetches the drawing of messages before the first one, which may be that the network is gone. */
export const preloadToaster = Toaster.preload;

/** Draws messages from the first one on. */
export function LazyToaster() {
  const hasToast = useToasts().length > 0;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (hasToast) setNeeded(true);
  }, [hasToast]);
  return isNeeded ? <Toaster /> : null;
}

/** The same messages without swiping and moving, where the code for that did not arrive. */
function PlainToaster() {
  const shown = useToasts().find(({ open }) => open);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => dismissToast(shown.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 p-4 sm:top-auto sm:bottom-0">
      {shown && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-surface p-4 pr-2 shadow-lg sm:ml-auto sm:max-w-md">
          <div className="min-w-0 grow">
            <p className="font-semibold">{shown.title}</p>
            {shown.text && <p className="text-sm text-muted">{shown.text}</p>}
          </div>
          <button
            type="button"
            aria-label={t.common.close}
            onClick={() => dismissToast(shown.id)}
            className="flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
