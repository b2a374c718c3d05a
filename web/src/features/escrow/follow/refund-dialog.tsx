import { type FormEvent, useState } from 'react';
import { t } from '#texts/common';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Field } from '../../../components/ui/field';
import { Notice } from '../../../components/ui/notice';
import { formatCents } from '../../../lib/format';
import { amountDoubt, parseDollars } from '../../payments/amount';
import type { HeldPayment } from '../held-payment';
import { shareOf } from '../money';
import type { HeldActs } from './use-held-act';

const text = escrowTexts.refund;

interface RefundDialogProps {
  held: HeldPayment;
  feePercent: number;
  acts: HeldActs;
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
export function RefundDialog({ held, feePercent, acts, onClose }: RefundDialogProps) {
  const [isAll, setAll] = useState(true);
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string>();
  const isBusy = acts.running === 'refund';
  const show = (cents: number) => formatCents(cents, held.currency);
  const cents = parseDollars(amount);
  const isFine = cents !== null && cents > held.buyerRefund && cents < held.amount;
  const rest = isFine ? shareOf(held.amount - cents, feePercent) : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isAll && !isFine) {
      setProblem(amountDoubt(amount) ?? text.amountProblem(show(held.buyerRefund), show(held.amount)));
      event.currentTarget.querySelector<HTMLInputElement>('input[name="amount"]')?.focus();
      return;
    }
    acts.run({
      step: { do: 'refund', cents: isAll ? null : cents },
      done: { title: text.done },
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
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">{text.how}</legend>
          <Choice
            label={text.all(show(held.amount))}
            hint={text.allText}
            checked={isAll}
            onChoose={() => setAll(true)}
          />
          <Choice label={text.part} hint={text.partText} checked={!isAll} onChoose={() => setAll(false)} />
        </fieldset>
        {!isAll && (
          <Field
            label={text.amount}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            lead="$"
            required
            problem={problem}
            hint={rest ? text.rest(show(rest.seller), show(rest.fee)) : undefined}
            value={amount}
            onChange={(event) => {
              setAmount(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
        {acts.problem && (
          <Notice tone="danger" role="alert" title={t.common.error}>
            <p>{acts.problem}</p>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {escrowTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? escrowTexts.actions.working : isAll ? text.submitAll : text.submitPart}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
