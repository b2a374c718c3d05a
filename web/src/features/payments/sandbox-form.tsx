import { type FormEvent, useState } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../i18n/en';
import type { PaymentFormProps } from './payment-form';
import { confirmSandbox, OUTCOMES, type Outcome } from './sandbox';

/** A test payment with named outcomes. It has no card field, so nobody can type a real number. */
export function SandboxForm({
  config,
  intent,
  priceText,
  onAccepted,
  onRefused,
  onTrouble,
}: PaymentFormProps) {
  const [outcome, setOutcome] = useState<Outcome>('succeeds');
  const [isBusy, setBusy] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!config.sandboxConfirmUrl || !config.publishableKey) {
      onTrouble(t.checkout.notReady);
      return;
    }
    setBusy(true);
    try {
      const refusal = await confirmSandbox({
        confirmUrl: config.sandboxConfirmUrl,
        publishableKey: config.publishableKey,
        paymentIntentId: intent.paymentIntentId,
        clientSecret: intent.clientSecret,
        outcome,
      });
      if (refusal === null) onAccepted();
      else onRefused(refusal);
    } catch {
      onTrouble(t.checkout.unexpected);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => pay(event).catch(() => undefined)} className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t.checkout.outcome}</legend>
        {(Object.keys(OUTCOMES) as Outcome[]).map((name) => (
          <label
            key={name}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="outcome"
              value={name}
              checked={outcome === name}
              onChange={() => setOutcome(name)}
              aria-describedby={`outcome-${name}`}
              aria-label={t.checkout.outcomes[name].label}
              className="mt-1 size-4 accent-accent"
            />
            <span>
              <span className="block font-medium">{t.checkout.outcomes[name].label}</span>
              <span id={`outcome-${name}`} className="block text-sm text-muted">
                {t.checkout.outcomes[name].hint}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? t.checkout.processing : t.checkout.pay(priceText)}
      </Button>
    </form>
  );
}
