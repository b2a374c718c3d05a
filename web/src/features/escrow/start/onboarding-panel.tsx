import { ExternalLink, RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { Field } from '../../../components/ui/field';
import { Notice } from '../../../components/ui/notice';
import { isEmail } from '../../../lib/is-email';
import { createConnectAccount } from '../api';
import { fitsMask, type HeldPayment, sellerOf } from '../held-payment';
import { type Onboarding, useOnboarding } from './use-onboarding';

const text = escrowTexts.onboarding;

/** What became of the new tab: nothing, a link instead, or a failure. */
export function OnboardingOutcome({ onboarding }: { onboarding: Onboarding }) {
  return (
    <>
      {onboarding.hasFailed && (
        <Notice tone="danger" role="alert" title={text.failed}>
          <p>{text.failedText}</p>
        </Notice>
      )}
      {onboarding.blockedUrl && (
        <Notice tone="warn" role="alert">
          <p>{text.blocked}</p>
          <a
            href={onboarding.blockedUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 self-start font-medium underline underline-offset-4"
          >
            {text.openLink}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        </Notice>
      )}
    </>
  );
}

interface OnboardingPanelProps {
  held: HeldPayment;
  userId: number;
  /** The seller's whole address, where this page knows it. */
  sellerEmail: string | null;
  isLooking: boolean;
  onLook: () => Promise<unknown>;
}

/** The buyer waits until the seller can be paid. */
export function OnboardingPanel({ held, userId, sellerEmail, isLooking, onLook }: OnboardingPanelProps) {
  const isKnown = sellerEmail !== null && fitsMask(sellerEmail, held.seller);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [hasLooked, setLooked] = useState(false);
  const email = isKnown ? sellerEmail : typed;
  const onboarding = useOnboarding(() => createConnectAccount(userId, email));

  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isKnown && !(isEmail(email) && fitsMask(email, held.seller))) {
      setProblem(text.sellerProblem(held.seller));
      event.currentTarget.querySelector<HTMLInputElement>('input')?.focus();
      return;
    }
    onboarding.open();
  };
  const look = () => {
    onLook()
      .then(() => setLooked(true))
      .catch(() => undefined);
  };

  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <CardTitle>{text.title}</CardTitle>
        <p className="font-medium wrap-anywhere">{text.mailed(isKnown ? sellerEmail : held.seller)}</p>
        <p className="text-muted">
          {text.text} {text.safe}
        </p>
      </div>
      <form noValidate onSubmit={start} className="flex flex-col gap-4 border-t border-line pt-4">
        <p>{text.here(sellerOf(held))}</p>
        {!isKnown && (
          <Field
            label={text.seller}
            name="sellerEmail"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            required
            hint={text.sellerHint(held.seller)}
            problem={problem}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
        <OnboardingOutcome onboarding={onboarding} />
        <Button
          type="submit"
          variant="secondary"
          className="self-start"
          busy={onboarding.isPending}
          aria-describedby="onboarding-tab"
        >
          {onboarding.isPending ? text.starting : text.start}
          <ExternalLink className="size-4" aria-hidden="true" />
        </Button>
        <p id="onboarding-tab" className="text-sm text-muted">
          {text.newTab}.
        </p>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p role="status" className="min-w-0 grow basis-48 text-sm text-muted">
          {hasLooked && !isLooking ? text.notYet : text.waiting}
        </p>
        <Button variant="secondary" busy={isLooking} onClick={look}>
          {!isLooking && <RefreshCw className="size-4" aria-hidden="true" />}
          {text.look}
        </Button>
      </div>
    </Card>
  );
}
