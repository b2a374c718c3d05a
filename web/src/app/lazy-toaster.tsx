import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from '../components/ui/toast-store';

const Toaster = lazy(() => import('../components/ui/toaster').then((m) => ({ default: m.Toaster })));

/** Loads the drawing of messages with the first message. */
export function LazyToaster() {
  const hasToast = useToasts().length > 0;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (hasToast) setNeeded(true);
  }, [hasToast]);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
