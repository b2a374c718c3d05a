import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { invitationTexts } from '#texts/invitation';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { TextArea } from '../../components/ui/text-area';
import { sentenceOf } from '../../lib/api/api-error';
import type { RemoteAgreement } from '../../lib/api/api-types';
import { closedState } from './closed-view';
import { decline } from './invitation-api';

const text = invitationTexts.decline;

interface DeclineDialogProps {
  agreement: RemoteAgreement;
  invitationKey: string | null;
  onClose: () => void;
  onDeclined: () => void;
  /** The invitation ended in the meantime. */
  onEnded: (error: unknown) => void;
}

/** Says no, with a reason that party A reads. */
export function DeclineDialog(props: DeclineDialogProps) {
  const { agreement, invitationKey, onClose, onDeclined, onEnded } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: () => decline(agreement.agreementId, invitationKey, reason),
    onSuccess: onDeclined,
    onError: (error) => {
      if (closedState(error)) onEnded(error);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = reasonProblem(reason);
    setProblem(found);
    if (found) area.current?.focus();
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
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{text.text(agreement.partyAName)}</p>
        <TextArea
          ref={area}
          label={text.reason}
          name="reason"
          hint={text.reasonHint}
          problem={problem ?? undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(null);
          }}
        />
        {request.isError && (
          <Notice tone="danger" role="alert">
            {sentenceOf(request.error, text.failed)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {text.back}
          </Button>
          <Button type="submit" variant="danger" busy={request.isPending}>
            {request.isPending ? text.sending : text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export const REASON_MAX = 500;

/** What is wrong with a reason for declining, which nobody has to give; null when it can be sent. */
export function reasonProblem(reason: string): string | null {
  return reason.trim().length > REASON_MAX ? invitationTexts.decline.tooLong : null;
}
