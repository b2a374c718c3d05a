import { type FormEvent, useRef, useState } from 'react';
import { confirmationTexts } from '#texts/confirmation';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { TextArea } from '../../components/ui/text-area';

const text = confirmationTexts.no;
const MOST_CHARACTERS = 500;

interface ObjectionDialogProps {
  partyAName: string;
  isSending: boolean;
  /** Why it could not be sent; null while nothing failed. */
  failure: string | null;
  onClose: () => void;
  onSend: (reason: string) => void;
}

/** Says no, with words of one's own if one likes. */
export function ObjectionDialog({ partyAName, isSending, failure, onClose, onSend }: ObjectionDialogProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (reason.trim().length <= MOST_CHARACTERS) return onSend(reason);
    setProblem(text.tooLong);
    area.current?.focus();
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
        <p>{text.text(partyAName)}</p>
        <TextArea
          ref={area}
          label={text.reason}
          name="reason"
          hint={text.reasonHint}
          problem={problem}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(undefined);
          }}
        />
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {text.back}
          </Button>
          <Button type="submit" variant="danger" busy={isSending}>
            {isSending ? text.sending : text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
