import { paymentsTexts as text } from '#texts/payments';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import type { AppConfig } from '../../lib/api/api-types';
import { formatAgreementId, formatCents } from '../../lib/format';
import { orderOf } from './order';
import { agreementOf, type CheckoutTarget, typeOf } from './target';

interface PaymentChoiceProps {
  choices: readonly CheckoutTarget[];
  config: AppConfig | undefined;
  onChoose: (target: CheckoutTarget) => void;
}

/** Several payments are open: one is chosen. */
export function PaymentChoice({ choices, config, onChoose }: PaymentChoiceProps) {
  return (
    <Card aria-labelledby="payment-choice" className="flex flex-col gap-4">
      <div>
        <CardTitle id="payment-choice">{text.choose}</CardTitle>
        <p className="text-muted">{text.chooseLead}</p>
      </div>
      <ul className="flex flex-col">
        {choices.map((target) => {
          const order = orderOf(target, config);
          const price = formatCents(order.cents, order.currency);
          const id = formatAgreementId(agreementOf(target));
          return (
            <li
              key={`${typeOf(target)}-${agreementOf(target)}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-medium">{order.name}</p>
                <p className="text-sm text-muted tabular-nums">{id}</p>
              </div>
              <Button
                aria-label={text.payNamed(price, `${order.name} ${id}`)}
                onClick={() => onChoose(target)}
              >
                {text.pendingCard.pay(price)}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
