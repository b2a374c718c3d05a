import { ExternalLink } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { AlertDialog } from '../../components/ui/alert-dialog';
import { Button } from '../../components/ui/button';
import type { ToastMessage } from '../../components/ui/toast-store';
import { formatCents, formatDateTime } from '../../lib/format';
import { HOUR_MS } from '../../lib/time';
import { ProblemDialog, RefundDialog } from './action-dialogs';
import { type EscrowAct, startOnboarding } from './api';
import { dividedOf, type Escrow, type EscrowAction, sellerOf } from './escrow';
import { hoursWords } from './escrow-words';
import { OnboardingOutcome, useOnboarding } from './onboarding-panel';
import type { EscrowActs } from './use-escrow-act';

/** Steps that are asked about once more and need nothing else. */
type Asked = 'received' | 'delivered' | 'release' | 'take-back';

interface Confirmation {
  question: string;
  detail: string;
  confirm: string;
  step: EscrowAct;
  done: ToastMessage;
}

/** When the time to check would be cut short if it began now, because the money may not be held any longer; else null. */
const lateFor = ({ backAt, holdHours }: Escrow): string | null =>
  backAt !== null && Date.now() + holdHours * HOUR_MS > Date.parse(backAt) ? formatDateTime(backAt) : null;

/** What is asked before a step, and said after it. */
function confirmationOf(asked: Asked, escrow: Escrow): Confirmation {
  const { actions, confirm } = escrowTexts;
  const time = hoursWords(escrow.holdHours);
  const late = lateFor(escrow);
  switch (asked) {
    case 'received':
      return {
        question: confirm.receivedTitle,
        detail: late === null ? confirm.received(time) : confirm.receivedLate(late),
        confirm: actions.received,
        step: { do: 'received' },
        done: { title: actions.receivedDone },
      };
    case 'delivered':
      return {
        question: confirm.deliveredTitle,
        detail: late === null ? confirm.delivered(time) : confirm.deliveredLate(late),
        confirm: actions.delivered,
        step: { do: 'delivered' },
        done: { title: actions.deliveredDone },
      };
    case 'release':
      return {
        question: confirm.releaseTitle(formatCents(escrow.sellerAmount, escrow.currency), sellerOf(escrow)),
        detail: confirm.release,
        confirm: confirm.releaseConfirm,
        step: { do: 'release' },
        done: { title: confirm.releaseDone, text: confirm.releaseDoneText },
      };
    case 'take-back':
      return {
        question: confirm.takeBackTitle,
        detail: confirm.takeBack(formatCents(dividedOf(escrow), escrow.currency)),
        confirm: actions.takeBack,
        step: { do: 'refund', cents: null },
        done: { title: confirm.takeBackDone },
      };
  }
}

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
function hintOf(action: Offered, escrow: Escrow): string {
  const { hints } = text;
  const show = (cents: number) => formatCents(cents, escrow.currency);
  const late = lateFor(escrow);
  switch (action) {
    case 'delivered':
      return late === null ? hints.delivered(hoursWords(escrow.holdHours)) : hints.deliveredLate(late);
    case 'received':
      return late === null ? hints.received(hoursWords(escrow.holdHours)) : hints.receivedLate(late);
    case 'release':
      return hints.release(sellerOf(escrow), show(escrow.sellerAmount));
    case 'take-back':
      return hints.takeBack(show(dividedOf(escrow)));
    default:
      return hints[action];
  }
}

/** The one step that stands out: what is usually next. */
function mainOf(escrow: Escrow): EscrowAction | undefined {
  const wished: EscrowAction[] =
    escrow.state === 'release_due' ? ['release'] : ['delivered', 'received', 'release'];
  return wished.find((action) => escrow.actions.includes(action));
}

/** The seller opens the setup of payouts. */
function OwnOnboarding({ escrow, sellerKey }: { escrow: Escrow; sellerKey: string | null }) {
  const onboarding = useOnboarding(() => startOnboarding(escrow.agreementId, sellerKey));
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
  escrow: Escrow;
  sellerKey: string | null;
  acts: EscrowActs;
  /** Opens with the question whether to release. */
  startsReleasing: boolean;
}

/** What the reader may do now, as the server lists it. */
export function Actions({ escrow, sellerKey, acts, startsReleasing }: ActionsProps) {
  const can = (action: EscrowAction) => escrow.actions.includes(action);
  const [opened, setOpened] = useState<Offered | null>(startsReleasing && can('release') ? 'release' : null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const hintId = useId();
  const main = mainOf(escrow);
  const offered = OFFERED.filter(can).sort((a, b) => Number(b === main) - Number(a === main));
  const isAsked = opened !== null && opened !== 'problem' && opened !== 'refund';
  const close = () => setOpened(null);

  if (offered.length === 0 && !can('onboard')) return null;
  // The step may be gone by now, because the escrow has moved on.
  const asked = isAsked && can(opened) ? confirmationOf(opened as Asked, escrow) : null;
  const closeQuestion = (isOpen: boolean) => {
    if (isOpen) return;
    close();
    setTimeout(() => pressed.current?.focus(), 0);
  };

  return (
    <div className="flex flex-col gap-4">
      {can('onboard') && <OwnOnboarding escrow={escrow} sellerKey={sellerKey} />}
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
                {hintOf(action, escrow)}
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
      {opened === 'refund' && <RefundDialog escrow={escrow} acts={acts} onClose={close} />}
    </div>
  );
}
