import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../i18n/en';
import { cn } from '../../lib/cn';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  className?: string;
  children: ReactNode;
}

/** A modal sheet: whole screen on phones, centred card on larger screens. */
export function Dialog({ open, onOpenChange, title, description, className, children }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="stage-in fixed inset-0 z-40 bg-veil" />
        <RadixDialog.Content
          className={cn(
            'stage-in fixed inset-0 z-50 flex flex-col overflow-hidden bg-surface',
            'sm:inset-x-4 sm:inset-y-auto sm:top-1/2 sm:mx-auto sm:max-h-[min(54rem,92dvh)] sm:max-w-3xl sm:-translate-y-1/2 sm:rounded-card sm:border sm:border-line',
            className,
          )}
        >
          <header className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-4 sm:pl-6">
            <RadixDialog.Title className="font-sans text-lg font-semibold tracking-tight">
              {title}
            </RadixDialog.Title>
            <RadixDialog.Description className="sr-only">{description}</RadixDialog.Description>
            <RadixDialog.Close
              aria-label={t.common.close}
              className="flex size-11 items-center justify-center rounded-control hover:bg-raised"
            >
              <X className="size-5" aria-hidden="true" />
            </RadixDialog.Close>
          </header>
          <div className="overflow-y-auto overscroll-contain p-4 sm:p-6">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
