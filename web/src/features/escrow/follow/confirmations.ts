import { escrowTexts } from '#texts/escrow';
import type { ToastMessage } from '../../../components/ui/toast-store';
import { formatCents } from '../../../lib/format';
import type { HeldAct } from '../api';
import { type HeldPayment, sellerOf } from '../held-payment';
import { hoursWords } from '../words';

/** Steps that are asked about once more and need nothing else. */
export type Asked = 'received' | 'delivered' | 'release' | 'take-back';

export interface Confirmation {
  question: string;
  detail: string;
  confirm: string;
  step: HeldAct;
  done: ToastMessage;
}

/** What is asked before a step, and said after it. */
export function confirmationOf(asked: Asked, held: HeldPayment): Confirmation {
  const { actions, confirm } = escrowTexts;
  const time = hoursWords(held.holdHours);
  switch (asked) {
    case 'received':
      return {
        question: confirm.receivedTitle,
        detail: confirm.received(time),
        confirm: actions.received,
        step: { do: 'received' },
        done: { title: actions.receivedDone },
      };
    case 'delivered':
      return {
        question: confirm.deliveredTitle,
        detail: confirm.delivered(time),
        confirm: actions.delivered,
        step: { do: 'delivered' },
        done: { title: actions.deliveredDone },
      };
    case 'release':
      return {
        question: confirm.releaseTitle(formatCents(held.sellerAmount, held.currency), sellerOf(held)),
        detail: confirm.release,
        confirm: confirm.releaseConfirm,
        step: { do: 'release' },
        done: { title: confirm.releaseDone, text: confirm.releaseDoneText },
      };
    case 'take-back':
      return {
        question: confirm.takeBackTitle,
        detail: confirm.takeBack(formatCents(held.amount, held.currency)),
        confirm: actions.takeBack,
        step: { do: 'refund', cents: null },
        done: { title: confirm.takeBackDone },
      };
  }
}
