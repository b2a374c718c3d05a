import { notifyManager, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { DialogForm } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { TextArea } from '../../components/ui/text-area';
import { type ToastMessage, toast } from '../../components/ui/toast-store';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { actionFailure, type Failure, paths } from './api';

/** What a dialog needs to know about one action. */
export interface AdminAction {
  title: string;
  /** What happens. */
  text: string;
  told: keyof typeof adminTexts.reason.told;
  confirm: string;
  isDangerous?: boolean;
  run: (reason: string) => Promise<unknown>;
  /** Beginnings of the addresses that read differently afterwards. */
  refreshes: readonly string[];
  done: ToastMessage;
  /** Words for a failure, where they differ from the usual. */
  failure?: (error: unknown) => Failure;
}

interface ReasonDialogProps {
  action: AdminAction;
  /** What the action concerns, e.g. a contract's number. */
  subject: string;
  onClose: () => void;
  /** More fields of this action, above the reason. */
  children?: ReactNode;
  /** Checks those fields and shows their problems; false stops. */
  check?: () => boolean;
}

/** Every action of an administrator goes through here: what happens, who is told, and a written reason. */
export function ReasonDialog({ action, subject, onClose, children, check }: ReasonDialogProps) {
  const texts = adminTexts.reason;
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  useLeaveWarning(reason.trim() === '' ? null : 'text');
  // The list whose button opened this; nothing has taken the focus yet.
  const [list] = useState(() => document.activeElement?.closest('section') ?? null);
  const request = useMutation({
    mutationFn: () => action.run(reason.trim()),
    onSuccess: () => {
      toast(action.done);
      onClose();
      refresh(queries, action.refreshes, list);
    },
  });
  const failure = request.isError ? (action.failure ?? actionFailure)(request.error) : null;

  const submit = (form: HTMLFormElement) => {
    const isGood = isReason(reason);
    setProblem(isGood ? undefined : texts.problem);
    const areFieldsGood = check?.() ?? true;
    if (isGood && areFieldsGood) {
      request.mutate();
      return;
    }
    // After the problems are drawn, the first one takes focus.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <DialogForm
      title={action.title}
      description={texts.description}
      className="sm:max-w-xl!"
      cancel={texts.cancel}
      submit={request.isPending ? texts.working : action.confirm}
      isDangerous={action.isDangerous}
      isBusy={request.isPending}
      isHeld
      failure={failure?.text}
      failureTitle={failure?.title}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-1">
        <p className="font-medium wrap-anywhere tabular-nums">{subject}</p>
        <p className="text-muted">{action.text}</p>
      </div>
      {children}
      <TextArea
        label={texts.label}
        name="reason"
        required
        maxLength={REASON_MAX}
        hint={`${texts.hint} ${texts.count(reason.length)}`}
        problem={problem}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
      />
      <Notice>
        <p>{texts.told[action.told]}</p>
      </Notice>
    </DialogForm>
  );
}

export const REASON_MIN = 3;
export const REASON_MAX = 500;
const EXTEND_DAYS_MAX = 365;
const TRANSCRIPT_MAX_BYTES = 1024 * 1024;
const TRANSCRIPT_NAME = /\.(txt|srt|vtt)$/i;

/** Whether a written reason is long enough and not too long. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= REASON_MIN && length <= REASON_MAX;
}

/** Whole days from 1 to 365; null for anything else. */
export function parseDays(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null;
  const days = Number(text);
  return days >= 1 && days <= EXTEND_DAYS_MAX ? days : null;
}

/** Whether a file can be a transcript: text by its name, not empty, at most 1 MB. */
export function isTranscriptFile(file: Pick<File, 'name' | 'size'>): boolean {
  return TRANSCRIPT_NAME.test(file.name) && file.size > 0 && file.size <= TRANSCRIPT_MAX_BYTES;
}

/**
 * Reads again what an action has changed, and the audit log, which every action adds to. Nothing on screen changes
 * before the server has answered. When the pressed button is gone then, the heading of its list takes the focus instead
 * of the whole page.
 */
export function refresh(
  queries: QueryClient,
  beginnings: readonly string[],
  list: Element | null = null,
): void {
  const changed = [...beginnings, paths.auditLog];
  queries
    .invalidateQueries({
      predicate: ({ queryKey }) => changed.some((path) => String(queryKey[0]).startsWith(path)),
    })
    // After the lists that were read have been told, and so drawn.
    .then(() => notifyManager.schedule(() => keepFocus(list ?? document)))
    .catch(() => undefined);
}

function keepFocus(list: ParentNode): void {
  if (document.activeElement === document.body)
    list.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll: true });
}
