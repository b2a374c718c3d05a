import { useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { DialogForm } from '../../components/ui/dialog';
import { TextArea } from '../../components/ui/text-area';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { formatCents } from '../../lib/format';
import { amountDoubt, parseDollars } from '../payments/amount';
import { AmountField } from '../payments/amount-field';
import type { EscrowAct } from './api';
import { dividedOf, type Escrow, shareOf } from './escrow';
import type { EscrowActs } from './use-escrow-act';

const text = escrowTexts.problem;
const REASON_MIN = 3;
const REASON_MAX = 500;

interface ActDialogProps {
  acts: EscrowActs;
  onClose: () => void;
}

/** Why the step of a dialog was not done; what failed outside of it is said there. */
const failureOf = (step: EscrowAct['do'], { failed }: EscrowActs): string | null =>
  failed?.step === step ? failed.why : null;

/** The buyer says what is wrong; nothing moves until there is a decision. */
export function ProblemDialog({ acts, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isBusy = acts.running === 'problem';
  useLeaveWarning(reason.trim() === '' ? null : 'text');

  const submit = (form: HTMLFormElement) => {
    const { length } = reason.trim();
    if (length < REASON_MIN || length > REASON_MAX) {
      setProblem(text.reasonProblem);
      form.querySelector('textarea')?.focus();
      return;
    }
    acts.run({
      step: { do: 'problem', reason },
      done: { title: text.done, text: text.doneText },
      onDone: onClose,
    });
  };

  return (
    <DialogForm
      title={text.title}
      description={text.description}
      className="sm:max-w-xl!"
      cancel={escrowTexts.actions.cancel}
      submit={isBusy ? escrowTexts.actions.working : text.submit}
      isDangerous
      isBusy={isBusy}
      isHeld
      failure={failureOf('problem', acts)}
      failureTitle={t.common.error}
      onClose={onClose}
      onSubmit={submit}
    >
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
    </DialogForm>
  );
}

const refundText = escrowTexts.refund;

interface RefundDialogProps {
  escrow: Escrow;
  acts: EscrowActs;
  onClose: () => void;
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ label, hint, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="how-much"
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 accent-accent"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
    </label>
  );
}

/** The seller gives all or a part back. A part can be raised later, so it starts above what is promised. */
export function RefundDialog({ escrow, acts, onClose }: RefundDialogProps) {
  const [isAll, setAll] = useState(true);
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string>();
  const isBusy = acts.running === 'refund';
  const show = (cents: number) => formatCents(cents, escrow.currency);
  const cents = parseDollars(amount);
  const all = dividedOf(escrow);
  const isFine = cents !== null && cents > escrow.buyerRefund && cents < all;
  const rest = isFine ? shareOf(all - cents, escrow.feePercent) : null;

  const submit = (form: HTMLFormElement) => {
    if (!isAll && !isFine) {
      setProblem(amountDoubt(amount) ?? refundText.amountProblem(show(escrow.buyerRefund), show(all)));
      form.querySelector<HTMLInputElement>('input[name="amount"]')?.focus();
      return;
    }
    acts.run({
      step: { do: 'refund', cents: isAll ? null : cents },
      done: { title: refundText.done },
      onDone: onClose,
    });
  };

  return (
    <DialogForm
      title={refundText.title}
      description={refundText.description}
      className="sm:max-w-xl!"
      cancel={escrowTexts.actions.cancel}
      submit={isBusy ? escrowTexts.actions.working : isAll ? refundText.submitAll : refundText.submitPart}
      isBusy={isBusy}
      isHeld
      failure={failureOf('refund', acts)}
      failureTitle={t.common.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{refundText.how}</legend>
        <Choice
          label={refundText.all(show(all))}
          hint={refundText.allText}
          checked={isAll}
          onChoose={() => setAll(true)}
        />
        <Choice
          label={refundText.part}
          hint={escrow.state === 'disputed' ? refundText.partTextStopped : refundText.partText}
          checked={!isAll}
          onChoose={() => setAll(false)}
        />
      </fieldset>
      {!isAll && (
        <AmountField
          label={refundText.amount}
          name="amount"
          placeholder="0.00"
          lead="$"
          required
          problem={problem}
          hint={rest ? refundText.rest(show(rest.seller), show(rest.fee)) : undefined}
          value={amount}
          onAmount={(typed) => {
            setAmount(typed);
            setProblem(undefined);
          }}
        />
      )}
    </DialogForm>
  );
}
