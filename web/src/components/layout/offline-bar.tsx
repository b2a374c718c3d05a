import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '../../i18n/en';

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Says that there is no network, and what is safe all the same. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-raised px-4 py-2 text-center text-sm font-medium">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {t.common.offline}
        </p>
      )}
    </div>
  );
}
