import { useMutation } from '@tanstack/react-query';
import { invitationTexts } from '#texts/invitation';
import { sentenceOf } from '../../lib/api/api-error';
import type { RemoteAgreement } from '../../lib/api/api-types';
import { AnswerNoDialog } from './answer-no-dialog';
import { decline } from './invitation-api';

const text = invitationTexts.decline;

interface DeclineDialogProps {
  agreement: RemoteAgreement;
  invitationKey: string | null;
  onClose: () => void;
  onDeclined: () => void;
  /** The server would not have it. */
  onRefused: (error: unknown) => void;
}

/** Declines an invitation, with a reason that party A reads. */
export function DeclineDialog(props: DeclineDialogProps) {
  const { agreement, invitationKey, onClose, onDeclined, onRefused } = props;
  const request = useMutation({
    mutationFn: (reason: string) => decline(agreement.agreementId, invitationKey, reason),
    onSuccess: onDeclined,
    onError: onRefused,
  });
  return (
    <AnswerNoDialog
      text={text}
      partyAName={agreement.partyAName}
      isSending={request.isPending}
      failure={request.isError ? sentenceOf(request.error, text.failed) : null}
      onClose={onClose}
      onSend={request.mutate}
    />
  );
}
