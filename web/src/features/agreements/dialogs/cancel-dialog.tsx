import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Notice } from '../../../components/ui/notice';
import { TextArea } from '../../../components/ui/text-area';
import { toast } from '../../../components/ui/toast-store';
import { sentenceOf } from '../../../lib/api/api-error';
import type { AgreementView } from '../../../lib/api/api-types';
import { cancelAgreement } from '../act';
import { useAgreementCache } from '../use-agreement-cache';

const text = dashboardTexts.cancelDialog;
const REASON_MAX = 500;

interface CancelDialogProps {
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

/** Asks before a contract ends, with room for a reason. */
export function CancelDialog({ agreement, userId, onClose }: CancelDialogProps) {
  const { agreementId, partyBName, status } = agreement;
  const change = useAgreementCache(userId);
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length > REASON_MAX;
  const request = useMutation({
    mutationFn: () => cancelAgreement(agreementId, reason),
    onSuccess: (cancelled) => {
      change(agreementId, () => cancelled);
      toast({ title: text.done });
      onClose();
    },
  });
  const isRemote = status === 'awaiting_party';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!request.isPending && !isLong) request.mutate();
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
        <p>{isRemote ? text.awaiting(partyBName) : text.pending}</p>
        <TextArea
          label={text.reason}
          name="reason"
          optional
          hint={isRemote ? text.reasonHintRemote(partyBName) : text.reasonHint}
          problem={isLong ? text.tooLong : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {request.isError && (
          <Notice tone="danger" role="alert">
            {sentenceOf(request.error, text.failed)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {text.keep}
          </Button>
          <Button type="submit" variant="danger" busy={request.isPending}>
            {request.isPending ? text.sending : text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
