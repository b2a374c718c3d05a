import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { t } from '#texts/common';
import { cn } from '../../lib/cn';
import { Button } from './button';
import { onEscape } from './escape';
import { Notice } from './notice';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  className?: string;
  /** Whether printing prints this sheet instead of the page behind it. */
  isPrinted?: boolean;
  children: ReactNode;
}

/** A modal sheet: whole screen on phones, centred card on larger screens. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, className, isPrinted, children } = props;
  // The sheet has no trigger of its own: closing it goes back to whatever had the focus before.
  const opener = useRef(document.activeElement);
  const goBack = (event: Event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-print="no" className="stage-in fixed inset-0 z-50 bg-veil" />
        <RadixDialog.Content
          data-print={isPrinted ? 'sheet' : undefined}
          onKeyDown={onEscape(() => onOpenChange(false))}
          onCloseAutoFocus={goBack}
          className={cn(
            // The sheet scrolls as a whole: with its button inside, the keyboard always reaches what scrolls.
            'stage-in fixed inset-0 z-50 scroll-pt-16 overflow-y-auto overscroll-contain bg-surface',
            'sm:inset-x-4 sm:inset-y-auto sm:top-1/2 sm:mx-auto sm:max-h-[min(54rem,92dvh)] sm:max-w-3xl sm:-translate-y-1/2 sm:rounded-card sm:border sm:border-line',
            className,
          )}
        >
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface py-2 pr-2 pl-4 sm:pl-6">
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
          <div className="p-4 sm:p-6">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface DialogFormProps extends Pick<DialogProps, 'title' | 'description' | 'className' | 'children'> {
  /** Leaves it without sending. */
  cancel: string;
  submit: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** Stays open while it is busy. */
  isHeld?: boolean;
  /** Why it could not be sent. */
  failure?: ReactNode;
  failureTitle?: string;
  onClose: () => void;
  /** Not called while it is busy. */
  onSubmit: (form: HTMLFormElement) => void;
}

/** A sheet with a form and its two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { title, description, className, children, cancel, submit, isDangerous, isBusy, isHeld } = props;
  const { failure, failureTitle, onClose, onSubmit } = props;
  const isStuck = isBusy && isHeld;
  const close = () => {
    if (!isStuck) onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes what happens in here on to a form from which this was opened.
    event.stopPropagation();
    if (!isBusy) onSubmit(event.currentTarget);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description={description}
      className={className}
    >
      <form noValidate onSubmit={send} className="flex flex-col gap-5">
        {children}
        {failure && (
          <Notice tone="danger" role="alert" title={failureTitle}>
            <p>{failure}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" aria-disabled={isStuck} onClick={close}>
            {cancel}
          </Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
