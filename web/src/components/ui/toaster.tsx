import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { t } from '#texts/common';
import { cn } from '../../lib/cn';
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_PLACE,
  TOAST_SWIPE_THRESHOLD_PX,
  useToasts,
} from './toast-store';

/** Draws the messages: five seconds, swipe right to dismiss, F8 moves focus here. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      label={t.common.notifications}
    >
      {toasts.map((shown) => (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          className={cn(
            'stage-in pointer-events-auto flex items-center gap-3 rounded-card border bg-surface p-4 pr-2 shadow-lg',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:opacity-0',
            shown.tone === 'destructive' ? 'border-danger' : 'border-line',
          )}
        >
          <div className="flex min-w-0 grow flex-col gap-1">
            <Toast.Title className={cn('font-semibold', shown.tone === 'destructive' && 'text-danger')}>
              {shown.title}
            </Toast.Title>
            {shown.text && <Toast.Description className="text-sm text-muted">{shown.text}</Toast.Description>}
          </div>
          <Toast.Close
            aria-label={t.common.close}
            className="-my-1.5 flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        label={`${t.common.notifications} ({hotkey})`}
        className={TOAST_PLACE}
      />
    </Toast.Provider>
  );
}
