import { AlertDialog as RadixAlert } from 'radix-ui';
import { useRef } from 'react';
import { buttonClass } from './button-class';
import { onEscape } from './escape';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: string;
  detail: string;
  confirm: string;
  /** The answer takes something away. */
  isDanger?: boolean;
  cancel: string;
  onConfirm: () => void;
}

/** A question that must be answered before going on. */
export function AlertDialog(props: AlertDialogProps) {
  // The question has no trigger of its own: answering it goes back to whatever had the focus before.
  const opener = useRef<Element | null>(null);
  const goBack = (event: Event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    // A screen to which the answer has led has taken the focus by itself.
    if (document.activeElement === document.body) opener.current.focus();
  };
  return (
    <RadixAlert.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="stage-in fixed inset-0 z-40 bg-veil" />
        <RadixAlert.Content
          onKeyDown={onEscape(() => props.onOpenChange(false))}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={goBack}
          className="stage-in fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 flex-col gap-4 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-6"
        >
          <div className="flex flex-col gap-2">
            <RadixAlert.Title className="font-sans text-lg font-semibold tracking-tight">
              {props.question}
            </RadixAlert.Title>
            <RadixAlert.Description className="text-muted">{props.detail}</RadixAlert.Description>
          </div>
          <div className="flex flex-wrap justify-end gap-3">
            <RadixAlert.Cancel className={buttonClass('secondary')}>{props.cancel}</RadixAlert.Cancel>
            <RadixAlert.Action
              className={buttonClass(props.isDanger ? 'danger' : 'primary')}
              onClick={props.onConfirm}
            >
              {props.confirm}
            </RadixAlert.Action>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
