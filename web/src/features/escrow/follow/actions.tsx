import { ExternalLink } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { AlertDialog } from '../../../components/ui/alert-dialog';
import { Button } from '../../../components/ui/button';
import { formatCents } from '../../../lib/format';
import { startOnboarding } from '../api';
import { type HeldAction, type HeldPayment, sellerOf } from '../held-payment';
import { OnboardingOutcome } from '../start/onboarding-panel';
import { useOnboarding } from '../start/use-onboarding';
import { hoursWords } from '../words';
import { type Asked, confirmationOf } from './confirmations';
import { ProblemDialog } from './problem-dialog';
import { RefundDialog } from './refund-dialog';
import type { HeldActs } from './use-held-act';

const text = escrowTexts.actions;

/** In the order in which they are offered. */
const OFFERED = ['delivered', 'received', 'release', 'problem', 'refund', 'take-back'] as const;
type Offered = (typeof OFFERED)[number];

const LABELS: Record<Offered, string> = {
  delivered: text.delivered,
  received: text.received,
  release: text.release,
  problem: text.problem,
  refund: text.refundSeller,
  'take-back': text.takeBack,
};

/** What follows from a step, said before it is pressed. */
function hintOf(action: Offered, held: HeldPayment): string {
  const { hints } = text;
  const show = (cents: number) => formatCents(cents, held.currency);
  switch (action) {
    case 'delivered':
      return hints.delivered(hoursWords(held.holdHours));
    case 'received':
      return hints.received(hoursWords(held.holdHours));
    case 'release':
      return hints.release(sellerOf(held), show(held.sellerAmount));
    case 'take-back':
      return hints.takeBack(show(held.amount));
    default:
      return hints[action];
  }
}

/** The one step that stands out: what is usually next. */
function mainOf(held: HeldPayment): HeldAction | undefined {
  const wished: HeldAction[] =
    held.state === 'release_due' ? ['release'] : ['delivered', 'received', 'release'];
  return wished.find((action) => held.actions.includes(action));
}

/** The seller opens the setup of payouts. */
function OwnOnboarding({ held, heldKey }: { held: HeldPayment; heldKey: string | null }) {
  const onboarding = useOnboarding(() => startOnboarding(held.agreementId, heldKey));
  return (
    <div className="flex flex-col gap-3">
      <p>{escrowTexts.onboarding.ownText}</p>
      <OnboardingOutcome onboarding={onboarding} />
      <Button
        className="self-start"
        busy={onboarding.isPending}
        aria-describedby="own-onboarding-tab"
        onClick={onboarding.open}
      >
        {onboarding.isPending ? escrowTexts.onboarding.starting : escrowTexts.onboarding.own}
        <ExternalLink className="size-4" aria-hidden="true" />
      </Button>
      <p id="own-onboarding-tab" className="text-sm text-muted">
        {escrowTexts.onboarding.newTab}. {escrowTexts.onboarding.waiting}
      </p>
    </div>
  );
}

interface ActionsProps {
  held: HeldPayment;
  heldKey: string | null;
  feePercent: number;
  acts: HeldActs;
  /** Opens with the question whether to release. */
  startsReleasing: boolean;
}

/** What the reader may do now, as the server lists it. */
export function Actions({ held, heldKey, feePercent, acts, startsReleasing }: ActionsProps) {
  const can = (action: HeldAction) => held.actions.includes(action);
  const [opened, setOpened] = useState<Offered | null>(startsReleasing && can('release') ? 'release' : null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const hintId = useId();
  const main = mainOf(held);
  const offered = OFFERED.filter(can).sort((a, b) => Number(b === main) - Number(a === main));
  const isAsked = opened !== null && opened !== 'problem' && opened !== 'refund';
  const close = () => setOpened(null);

  if (offered.length === 0 && !can('onboard')) return null;
  // The step may be gone by now, because the payment has moved on.
  const asked = isAsked && can(opened) ? confirmationOf(opened as Asked, held) : null;
  const closeQuestion = (isOpen: boolean) => {
    if (isOpen) return;
    close();
    setTimeout(() => pressed.current?.focus(), 0);
  };

  return (
    <div className="flex flex-col gap-4">
      {can('onboard') && <OwnOnboarding held={held} heldKey={heldKey} />}
      {offered.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">{text.title}</legend>
          {offered.map((action) => (
            <div key={action} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[13rem_1fr]">
              <Button
                variant={action === main ? 'primary' : 'secondary'}
                aria-describedby={`${hintId}-${action}`}
                busy={acts.running === (action === 'take-back' ? 'refund' : action)}
                onClick={(event) => {
                  pressed.current = event.currentTarget;
                  setOpened(action);
                }}
              >
                {LABELS[action]}
              </Button>
              <p id={`${hintId}-${action}`} className="text-sm text-muted">
                {hintOf(action, held)}
              </p>
            </div>
          ))}
        </fieldset>
      )}
      {asked && (
        <AlertDialog
          open
          onOpenChange={closeQuestion}
          question={asked.question}
          detail={asked.detail}
          confirm={asked.confirm}
          cancel={text.cancel}
          onConfirm={() => acts.run({ step: asked.step, done: asked.done })}
        />
      )}
      {opened === 'problem' && <ProblemDialog acts={acts} onClose={close} />}
      {opened === 'refund' && (
        <RefundDialog held={held} feePercent={feePercent} acts={acts} onClose={close} />
      )}
    </div>
  );
}
