import { CreditCard, Smartphone } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { paymentFormTexts as text } from '#texts/payment-form';
import { Button } from '../../components/ui/button';
import { cn } from '../../lib/cn';
import { LoadingForm, type PaymentFormProps } from './payment-form';
import { confirmSandbox, OUTCOMES, type Outcome, PROCESSING_MS } from './sandbox';

const METHODS = ['card', 'applePay', 'googlePay'] as const;
type Method = (typeof METHODS)[number];

function OutcomeChoice({ outcome, onChoose }: { outcome: Outcome; onChoose: (outcome: Outcome) => void }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 sm:gap-2">
      <legend className="mb-2 text-sm font-medium">{t.checkout.outcome}</legend>
      {(Object.keys(OUTCOMES) as Outcome[]).map((name) => (
        <label
          key={name}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2 transition-colors duration-150 hover:bg-raised sm:py-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="outcome"
            value={name}
            checked={outcome === name}
            onChange={() => onChoose(name)}
            aria-describedby={`outcome-${name}`}
            aria-label={text.outcomes[name].label}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-medium">{text.outcomes[name].label}</span>
            {/* Six of them would move the button of a phone off its screen. */}
            <span
              id={`outcome-${name}`}
              className={cn('block text-sm text-muted', outcome !== name && 'max-sm:sr-only')}
            >
              {text.outcomes[name].hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Sends one confirmation at a time, and none after the form is gone. */
function useSandboxPayment(props: PaymentFormProps) {
  const { config, intent, onAccepted, onRefused, onWithdrawn, onTrouble } = props;
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const confirm = async (outcome: Outcome) => {
    const { sandboxConfirmUrl: confirmUrl, publishableKey } = config;
    const paymentMethod = OUTCOMES[outcome];
    if (!confirmUrl || !publishableKey || !paymentMethod) return onTrouble(t.checkout.notReady);
    if (outcome === 'processing') await new Promise((resolve) => setTimeout(resolve, PROCESSING_MS));
    if (!isShown.current) return;
    const { clientSecret } = intent;
    const answer = await confirmSandbox({ confirmUrl, publishableKey, clientSecret, paymentMethod });
    if (answer.kind === 'refused') onRefused(answer.message);
    else if (answer.kind === 'withdrawn') onWithdrawn();
    else if (answer.kind === 'authenticate') window.location.assign(answer.url);
    else onAccepted(answer.kind === 'processing' ? 'processing' : undefined);
  };

  const pay = async (outcome: Outcome) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    try {
      await confirm(outcome);
    } catch {
      onTrouble(t.checkout.unexpected);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { isBusy, pay };
}

/** A test payment with named outcomes. It has no card field, so nobody can type a real number. */
export function SandboxForm(props: PaymentFormProps) {
  const { priceText, onTrouble } = props;
  const [method, setMethod] = useState<Method>('card');
  const [outcome, setOutcome] = useState<Outcome>('succeeds');
  const [isLoading, setLoading] = useState(false);
  const { isBusy, pay } = useSandboxPayment(props);
  const isNever = outcome === 'neverLoads';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) onTrouble(t.checkout.notReady);
    else if (isNever) setLoading(true);
    else pay(outcome).catch(() => undefined);
  };
  const retry = () => {
    setOutcome('succeeds');
    setLoading(false);
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {isLoading ? (
        <LoadingForm onRetry={retry} />
      ) : (
        <Tabs.Root value={method} onValueChange={(value) => setMethod(value as Method)}>
          <Tabs.List aria-label={text.methods.label} className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1">
            {METHODS.map((name) => {
              const Icon = name === 'card' ? CreditCard : Smartphone;
              return (
                <Tabs.Trigger
                  key={name}
                  value={name}
                  className="flex min-h-16 flex-col items-start gap-1 rounded-control border border-line p-2.5 text-left text-sm leading-tight font-medium transition-colors duration-150 hover:bg-raised data-[state=active]:border-accent data-[state=active]:bg-accent-soft"
                >
                  <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
                  {text.methods[name]}
                </Tabs.Trigger>
              );
            })}
          </Tabs.List>
          <Tabs.Content value={method} tabIndex={-1} className="mt-4 flex flex-col gap-4 outline-none">
            <p className="text-sm text-muted">{text.methodNotes[method]}</p>
            <OutcomeChoice outcome={outcome} onChoose={setOutcome} />
          </Tabs.Content>
        </Tabs.Root>
      )}
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy && t.checkout.processing}
        {!isBusy && (isNever && !isLoading ? text.openNever : t.checkout.pay(priceText))}
      </Button>
      {isBusy && (
        <p role="status" className="sr-only">
          {t.checkout.processing}
        </p>
      )}
    </form>
  );
}
