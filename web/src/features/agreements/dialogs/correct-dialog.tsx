import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Field } from '../../../components/ui/field';
import { Notice } from '../../../components/ui/notice';
import { toast } from '../../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import type { AgreementView } from '../../../lib/api/api-types';
import { correctPartyB } from '../act';
import { useAgreementCache } from '../use-agreement-cache';
import { addressProblem } from './address-problem';

const text = dashboardTexts.correctDialog;

interface CorrectDialogProps {
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'invitation_opened') return text.opened;
  return sentenceOf(error, text.failed);
}

/** Another address for an invitation that nobody has opened yet. */
export function CorrectDialog({ agreement, userId, onClose }: CorrectDialogProps) {
  const { agreementId, partyBName } = agreement;
  const change = useAgreementCache(userId);
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(agreement.partyBEmail);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: () => correctPartyB(agreementId, email),
    onSuccess: (corrected) => {
      change(agreementId, () => corrected);
      toast({ title: text.done, text: text.doneText(corrected.partyBEmail) });
      onClose();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = addressProblem(email, agreement);
    setProblem(found);
    if (found) form.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
    else request.mutate();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.title}
      description={text.description}
      className="sm:max-w-lg"
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{text.text(partyBName)}</p>
        <Field
          label={text.email(partyBName)}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          problem={problem ?? undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(null);
          }}
        />
        {request.isError && (
          <Notice tone="danger" role="alert">
            {failure(request.error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {text.back}
          </Button>
          <Button type="submit" busy={request.isPending}>
            {request.isPending ? text.sending : text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
