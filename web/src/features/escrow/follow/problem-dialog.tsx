import { type FormEvent, useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Notice } from '../../../components/ui/notice';
import { TextArea } from '../../../components/ui/text-area';
import type { HeldActs } from './use-held-act';

const text = escrowTexts.problem;
const REASON_MIN = 3;
const REASON_MAX = 500;

interface ActDialogProps {
  acts: HeldActs;
  onClose: () => void;
}

/** The buyer says what is wrong; nothing moves until there is a decision. */
export function ProblemDialog({ acts, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isBusy = acts.running === 'problem';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const { length } = reason.trim();
    if (length < REASON_MIN || length > REASON_MAX) {
      setProblem(text.reasonProblem);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    acts.run({
      step: { do: 'problem', reason },
      done: { title: text.done, text: text.doneText },
      onDone: onClose,
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={text.title}
      description={text.description}
      className="sm:max-w-xl!"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{text.text}</p>
        <TextArea
          label={text.reason}
          name="reason"
          required
          rows={6}
          maxLength={REASON_MAX}
          hint={text.reasonHint}
          problem={problem}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(undefined);
          }}
        />
        {acts.problem && (
          <Notice tone="danger" role="alert" title={t.common.error}>
            <p>{acts.problem}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {escrowTexts.actions.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isBusy ? escrowTexts.actions.working : text.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
