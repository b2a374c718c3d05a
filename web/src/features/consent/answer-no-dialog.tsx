import { useRef, useState } from 'react';
import { DialogForm } from '../../components/ui/dialog';
import { TextArea } from '../../components/ui/text-area';

const REASON_MAX = 500;

/** What is wrong with a reason, which nobody has to give; null when it can be sent. */
export function reasonProblem(reason: string, tooLong: string): string | null {
  return reason.trim().length > REASON_MAX ? tooLong : null;
}

interface AnswerNoTexts {
  title: string;
  description: string;
  text: (partyA: string) => string;
  reason: string;
  reasonHint: string;
  tooLong: string;
  back: string;
  sending: string;
  confirm: string;
}

interface AnswerNoDialogProps {
  text: AnswerNoTexts;
  partyAName: string;
  isSending: boolean;
  /** Why it could not be sent; null while nothing failed. */
  failure: string | null;
  onClose: () => void;
  onSend: (reason: string) => void;
}

/** Party B says no, with a reason that may be left out: to an invitation, or to having recorded something. */
export function AnswerNoDialog(props: AnswerNoDialogProps) {
  const { text, partyAName, isSending, failure, onClose, onSend } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const submit = () => {
    const found = reasonProblem(reason, text.tooLong);
    setProblem(found);
    if (found) area.current?.focus();
    else onSend(reason);
  };

  return (
    <DialogForm
      title={text.title}
      description={text.description}
      className="sm:max-w-lg"
      cancel={text.back}
      submit={isSending ? text.sending : text.confirm}
      isDangerous
      isBusy={isSending}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{text.text(partyAName)}</p>
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
    </DialogForm>
  );
}
