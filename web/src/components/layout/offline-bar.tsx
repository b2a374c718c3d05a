import { CloudUpload, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { shellTexts as t } from '#texts/shell';
import { useWaiting } from '../../lib/browser/waiting-uploads';

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Says that there is no network, what is safe all the same, and what still has to be sent. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { count, unseen, isSending } = useWaiting();
  const text = isOnline
    ? unseen > 0 && (isSending ? t.common.sendingWaiting(unseen) : t.common.waiting(unseen))
    : count > 0
      ? t.common.offlineWaiting(count)
      : t.common.offline;
  const Sign = isOnline ? CloudUpload : WifiOff;
  return (
    <div
      role="status"
      // While a microphone is open it lies over the page: nothing may move from under a thumb.
      className="[:root:has([data-microphone])_&]:sticky [:root:has([data-microphone])_&]:top-16 [:root:has([data-microphone])_&]:z-20 [:root:has([data-microphone])_&]:h-0"
    >
      {text && (
        <p className="flex items-center justify-center gap-2 bg-raised px-4 py-2 text-center text-sm font-medium">
          <Sign className="size-4 shrink-0" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}
