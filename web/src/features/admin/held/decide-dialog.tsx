import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { escrowAdminTexts as text } from '#texts/escrow-admin';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { configQuery } from '../../../lib/api/config';
import { formatAgreementId, formatCents } from '../../../lib/format';
import { AmountLines } from '../../escrow/amount-lines';
import { termsOf } from '../../escrow/api';
import { shareOf } from '../../escrow/money';
import { parseDollars, typedDollars } from '../../payments/amount';
import { amountDoubt } from '../../payments/amount-doubt';
import { eventsPath, paths } from '../api';
import { type Act, ReasonDialog } from '../dialog/reason-dialog';
import { type AdminHeldPayment, decideHeld } from './api';

interface DecideDialogProps {
  held: AdminHeldPayment;
  onClose: () => void;
}

/** Divides a held payment between seller and buyer, with the fee in sight. */
export function DecideDialog({ held, onClose }: DecideDialogProps) {
  const config = useQuery(configQuery);
  const { feePercent } = termsOf(config.data);
  const [part, setPart] = useState('');
  const [problem, setProblem] = useState<string>();
  const show = (cents: number) => formatCents(cents, held.currency);
  const most = held.amount - held.buyerRefund;
  const typed = parseDollars(part);
  const cents = typed !== null && typed <= most ? typed : null;
  const share = shareOf(cents ?? 0, feePercent);
  const value = (amount: number) => (cents === null ? '–' : show(amount));

  const act: Act = {
    title: text.decideTitle,
    text: text.decideText,
    told: 'owner',
    confirm: text.decideConfirm,
    isDangerous: true,
    refreshes: [paths.held, paths.ledger, paths.mails, eventsPath(held.agreementId)],
    run: (reason) => decideHeld(held.id, cents ?? 0, reason),
    done: { title: text.decideDone, text: text.decideDoneText },
  };
  const check = () => {
    setProblem(cents === null ? (amountDoubt(part) ?? text.sellerPartProblem(show(most))) : undefined);
    return cents !== null;
  };
  const choose = (chosen: number) => {
    setPart(typedDollars(chosen));
    setProblem(undefined);
  };

  return (
    <ReasonDialog act={act} subject={formatAgreementId(held.agreementId)} onClose={onClose} check={check}>
      {held.problem && (
        <figure className="rounded-control border border-line p-4">
          <figcaption className="text-sm text-muted">{text.problem}</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-line">{held.problem}</blockquote>
        </figure>
      )}
      <div className="flex flex-col gap-3">
        <Field
          label={text.sellerPart}
          name="sellerAmount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          lead="$"
          required
          hint={text.sellerPartHint(show(most))}
          problem={problem}
          value={part}
          onChange={(event) => {
            setPart(event.target.value);
            setProblem(undefined);
          }}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{text.quick}</legend>
          <Button variant="secondary" className="text-sm!" onClick={() => choose(most)}>
            {text.allToSeller}
          </Button>
          <Button
            variant="secondary"
            className="text-sm!"
            onClick={() => choose(Math.min(Math.round(held.amount / 2), most))}
          >
            {text.half}
          </Button>
          <Button variant="secondary" className="text-sm!" onClick={() => choose(0)}>
            {text.allToBuyer}
          </Button>
        </fieldset>
        {held.buyerRefund > 0 && (
          <p className="text-sm text-muted">{text.promised(show(held.buyerRefund))}</p>
        )}
      </div>
      <div role="status" className="rounded-control bg-raised p-4">
        <AmountLines
          lines={[
            { label: text.sellerGets, value: value(share.seller) },
            { label: text.fee(feePercent), value: value(share.fee) },
            { label: text.buyerGets, value: value(held.amount - (cents ?? 0)) },
            { label: text.columns.amount, value: show(held.amount), isStrong: true },
          ]}
        />
      </div>
    </ReasonDialog>
  );
}
