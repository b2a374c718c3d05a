import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelDialogTexts as text } from '#texts/cancel-dialog';
import { dashboardTexts } from '#texts/dashboard';
import { DialogForm } from '../../components/ui/dialog';
import { Field } from '../../components/ui/field';
import { TextArea } from '../../components/ui/text-area';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { AgreementView } from '../../lib/api/api-types';
import { forgetPending } from '../../lib/session/pending-notes';
import { cancelAgreement, correctPartyB } from './act';
import { addressProblem } from './agreement-words';
import type { DialogKind } from './agreements-table';
import { TranscriptDialog } from './transcript-dialog';
import { useAgreementCache } from './use-agreement-cache';
import { ViewerDialog } from './viewer-dialog';

const REASON_MAX = 500;

interface CancelDialogProps {
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

/** Asks before a contract ends, with room for a reason. */
function CancelDialog({ agreement, userId, onClose }: CancelDialogProps) {
  const { agreementId, partyBName, status } = agreement;
  const change = useAgreementCache(userId);
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length > REASON_MAX;
  const request = useMutation({
    mutationFn: () => cancelAgreement(agreementId, reason),
    onSuccess: (cancelled) => {
      change(agreementId, () => cancelled);
      // Signing in would else lead to its payment.
      forgetPending(agreementId);
      toast({ title: text.done });
      onClose();
    },
  });
  const isRemote = status === 'awaiting_party';

  return (
    <DialogForm
      title={text.title}
      description={text.description}
      className="sm:max-w-lg"
      cancel={text.keep}
      submit={request.isPending ? text.sending : text.confirm}
      isDangerous
      isBusy={request.isPending}
      isHeld
      failure={request.isError && sentenceOf(request.error, text.failed)}
      onClose={onClose}
      onSubmit={() => !isLong && request.mutate()}
    >
      <p>{isRemote ? text.awaiting(partyBName) : text.pending}</p>
      {isRemote && <p>{text.paid}</p>}
      <TextArea
        label={text.reason}
        name="reason"
        optional
        hint={isRemote ? text.reasonHintRemote(partyBName) : text.reasonHint}
        problem={isLong ? text.tooLong : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </DialogForm>
  );
}

const correctDialogText = dashboardTexts.correctDialog;

interface CorrectDialogProps {
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

/** Party B was in the room: there is no invitation. */
const presentText = { ...correctDialogText, ...correctDialogText.present };

const OVER = ['invitation_opened', 'invitation_answered'];

function failure(error: unknown, { opened }: { opened: string }): string {
  if (error instanceof ApiError && OVER.includes(error.code)) return opened;
  return sentenceOf(error, correctDialogText.failed);
}

/** Another address for an invitation that nobody has opened yet, or for the proof of whoever was in the room. */
function CorrectDialog({ agreement, userId, onClose }: CorrectDialogProps) {
  const { agreementId, partyBName, isRemoteContract } = agreement;
  const words = isRemoteContract ? correctDialogText : presentText;
  const change = useAgreementCache(userId);
  const [email, setEmail] = useState(agreement.partyBEmail);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: () => correctPartyB(agreementId, email),
    onSuccess: (corrected) => {
      change(agreementId, () => corrected);
      toast({ title: words.done, text: words.doneText(corrected.partyBEmail) });
      onClose();
    },
  });

  const submit = (form: HTMLFormElement) => {
    const found = addressProblem(email, agreement, words.same);
    setProblem(found);
    if (found) form.querySelector<HTMLInputElement>('[name="email"]')?.focus();
    else request.mutate();
  };

  return (
    <DialogForm
      title={words.title}
      description={words.description}
      className="sm:max-w-lg"
      cancel={words.back}
      submit={request.isPending ? words.sending : words.confirm}
      isBusy={request.isPending}
      isHeld
      failure={request.isError && failure(request.error, words)}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{words.text(partyBName)}</p>
      <Field
        label={words.email(partyBName)}
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
    </DialogForm>
  );
}

interface AgreementDialogProps {
  kind: DialogKind;
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

/** The sheet that a row's action opened. */
export function AgreementDialog({ kind, agreement, userId, onClose }: AgreementDialogProps) {
  switch (kind) {
    case 'view':
      return <ViewerDialog agreement={agreement} onClose={onClose} />;
    case 'share':
      return <TranscriptDialog agreement={agreement} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog agreement={agreement} userId={userId} onClose={onClose} />;
    case 'correct':
      return <CorrectDialog agreement={agreement} userId={userId} onClose={onClose} />;
  }
}
