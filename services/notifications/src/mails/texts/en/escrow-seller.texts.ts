import type { EscrowWords, StepTexts } from '../escrow-words.types.js';

const open = 'Open the payment';
const payouts = 'Set up your payouts on that page, too: without them we cannot pay you.';
const asked = ({ disputed, amount }: EscrowWords) =>
  disputed === amount ? `the payment of ${amount}` : `${disputed} of the payment of ${amount}`;

/** What is to be done about payouts; null for nothing. */
const payoutsOf = ({ buyer, needsPayouts, hasPayoutsByBuyer }: EscrowWords): string | null => {
  if (needsPayouts) return payouts;
  return hasPayoutsByBuyer
    ? `${buyer} has set up at Stripe where this money is paid to. If you were not there, set up your own payouts on that page: then it is paid to you.`
    : null;
};

const started = ({ buyer, startedBy }: EscrowWords): string =>
  ({
    seller: `You said that what you agreed with ${buyer} was delivered.`,
    buyer: `${buyer} says that everything was received.`,
    nobody: `What you agreed with ${buyer} is marked as delivered or received.`,
  })[startedBy ?? 'nobody'];

/** Where the money goes back once it may not be held any longer; null where it is released before. */
const goesBack = ({ buyer, backAt }: EscrowWords): string | null =>
  backAt === null
    ? null
    : `We may not hold the money any longer than until ${backAt}: then it goes back to ${buyer}, unless ${buyer} releases it or says before that everything was received.`;

const whyClosed = ({ stoppedBy, isContentDeleted, needsPayouts, buyer, amount }: EscrowWords): string => {
  if (stoppedBy === 'end') return `Your contract with ${buyer} was cancelled`;
  if (isContentDeleted) return `The recording of your contract with ${buyer} is no longer kept`;
  return needsPayouts
    ? `Payouts were not set up in time, so that ${buyer} could not pay the ${amount}`
    : `${buyer} did not pay the ${amount} in time`;
};

/** What is divided or goes back, as a sentence begins with it. */
const divided = ({ amount, held, isRestHeld }: EscrowWords): string =>
  isRestHeld ? `${held} of the payment of ${amount}` : `The payment of ${amount}`;

/** To whoever is paid. */
export const sellerTexts: StepTexts = {
  'seller-needed': (w) => ({
    subject: `${w.shortBuyer} wants to pay you: set up your payouts`,
    title: w.isPaid ? `${w.sellerAmount} waits for you` : `${w.buyer} wants to pay you ${w.amount}`,
    lead: w.isPaid
      ? `${w.buyer} has paid ${w.amount}, of which you get ${w.sellerAmount}. We hold the money, but cannot pay you yet.`
      : `${w.buyer} wants to pay you ${w.amount} with payment protection, but we cannot pay you yet.`,
    next: [
      'Payouts need your name and your bank account. Stripe, who moves the money for us, asks you for them; it takes a few minutes.',
      w.isPaid
        ? null
        : `Once that is done ${w.buyer} can pay. We hold the money until what you agreed is delivered.`,
      `You do not know ${w.buyer}, or agreed nothing? Then you do not have to do anything.`,
    ],
    button: 'Set up payouts',
  }),

  'link-again': (w) => ({
    subject: `Your link to the payment from ${w.shortBuyer}`,
    title: `Your link to the payment from ${w.buyer}`,
    lead: `Somebody who knows the number of this contract asked us to send you the link to the payment of ${w.amount} from ${w.buyer} again.`,
    next: [
      'With it you see how the payment stands and what you can do.',
      w.isPaid
        ? null
        : `${w.buyer} has not paid yet. Do not deliver before we tell you that the money is there.`,
      w.isSettled ? null : payoutsOf(w),
      'If that was not you, you can ignore this email: only you got the link.',
    ],
    button: open,
  }),

  held: (w) => ({
    subject: `${w.shortBuyer} has paid: please deliver`,
    title: 'The money is there',
    lead: `${w.buyer} has paid ${w.amount}, and we hold it for you.`,
    next: [
      w.takeBackAt === null
        ? 'Deliver what you agreed, then mark it as delivered.'
        : `Deliver what you agreed, then mark it as delivered before ${w.takeBackAt}. From then on ${w.buyer} can take the money back.`,
      `${w.buyer} then has ${w.hold} to look at it. Without a problem you get ${w.sellerAmount}.`,
      payoutsOf(w),
    ],
    button: 'Mark as delivered',
  }),

  'clock-started': (w) => ({
    subject:
      w.backAt === null
        ? `Your payment from ${w.shortBuyer} is released in ${w.left}`
        : `The payment from ${w.shortBuyer} can go back in ${w.left}`,
    title:
      w.backAt === null
        ? `Your payment is released in ${w.left}`
        : `${w.buyer} has ${w.left} to say that everything was received`,
    lead: `${started(w)} ${goesBack(w) ?? `You get ${w.sellerAmount} on ${w.releaseAt}.`}`,
    next:
      w.backAt === null
        ? [
            `Until then ${w.buyer} can release it earlier or report a problem, which stops the clock.`,
            payoutsOf(w) ?? 'You do not have to do anything.',
          ]
        : [`Ask ${w.buyer} to do that in time: then you get ${w.sellerAmount}.`, payoutsOf(w)],
    button: open,
  }),

  'last-hour': (w) => ({
    subject: `${w.left} left: your payment from ${w.shortBuyer}`,
    title:
      w.backAt === null
        ? `Your payment is released in ${w.left}`
        : `${w.buyer} has ${w.left} to say that everything was received`,
    lead: goesBack(w) ?? `If ${w.buyer} reports no problem, you get ${w.sellerAmount} on ${w.releaseAt}.`,
    next: [payoutsOf(w) ?? (w.backAt === null ? 'You do not have to do anything.' : null)],
    button: open,
  }),

  problem: (w) => ({
    subject:
      w.stoppedBy === 'account'
        ? `Your payment is stopped: an account of contract ${w.number} was disabled`
        : w.stoppedBy === 'unreached'
          ? `${w.shortBuyer} could not be reached: your payment is stopped`
          : w.stoppedBy === 'end'
            ? `Contract ${w.number} was cancelled: your payment is stopped`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} went back to ${w.shortBuyer}: your payment is stopped`
              : `${w.shortBuyer} reported a problem: your payment is stopped`,
    title: 'Your payment is stopped',
    lead:
      w.stoppedBy === 'account'
        ? `An account was disabled, so an administrator decides about the payment of ${w.buyer}. We hold the ${w.held} until there is a decision.`
        : w.stoppedBy === 'unreached'
          ? `Our emails do not reach ${w.buyer}, so our support decides. We hold the ${w.held} until there is a decision. If ${w.buyer} is content, they can release the payment all the same.`
          : w.stoppedBy === 'end'
            ? `The contract was cancelled after what you agreed with ${w.buyer} was marked as delivered or received. We hold the ${w.held} until there is a decision.`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} of the payment of ${w.amount} was sent back to ${w.buyer}. We hold the rest until there is a decision.`
              : `${w.buyer} reported a problem. We hold the ${w.held} until the problem is settled.`,
    next: [
      `Try to agree with ${w.buyer} first: you can give back all of the money or a part of it. After a part our support still decides about the rest.`,
      'If you do not agree, our support decides and gives the reason in writing. Answer this email with whatever helps us to decide, such as proof of delivery.',
      w.undecidedUntil === null
        ? null
        : `If nobody decides before ${w.undecidedUntil}, the money goes back to ${w.buyer}.`,
    ],
    button: open,
  }),

  released: (w) => ({
    subject: `You get ${w.sellerAmount}: contract ${w.number}`,
    title: `You get ${w.sellerAmount}`,
    lead:
      w.refund === null
        ? `The payment from ${w.buyer} was released to you.`
        : `The payment from ${w.buyer} was divided: ${w.refund} went back to ${w.buyer}, the rest was released to you.`,
    next: [
      `${w.sellerAmount} is in your account at Stripe and goes to your bank with its next payout.`,
      w.hasPayoutsByBuyer
        ? `${w.buyer} had set up that account. If it is not yours, tell our support at once.`
        : null,
      'There is nothing more to do.',
    ],
    button: open,
  }),

  refunded: (w) => ({
    subject: `The payment went back: contract ${w.number}`,
    title: `The payment went back to ${w.buyer}`,
    lead: `${divided(w)} went back to ${w.buyer}${w.isRestHeld ? '' : ', all of it'}. You get nothing from it and owe no fee.`,
    next: ['There is nothing more to do.'],
    button: open,
  }),

  decided: (w) => ({
    subject: `The decision about your payment: contract ${w.number}`,
    title: 'Our support has decided',
    lead: `${divided(w)} from ${w.buyer} is divided as written below.`,
    next: [
      w.isForSeller ? payoutsOf(w) : null,
      'This is about the money that we hold. Your right to go to court stays as it is.',
    ],
    button: open,
  }),

  chargeback: (w) => ({
    subject: `A bank asks for the money back: contract ${w.number}`,
    title: `The bank of ${w.buyer} asks for the money back`,
    lead: w.isSettled
      ? `${w.buyer} or the bank disputes ${asked(w)}. What was paid out to you stays yours.`
      : `${w.buyer} or the bank disputes ${asked(w)}. Until the bank has decided nobody gets the money.`,
    next: ['Answer this email with whatever shows that you delivered. We pass it on to the bank.'],
    button: open,
  }),

  'chargeback-won': (w) => ({
    subject: `The bank decided for you: contract ${w.number}`,
    title: 'The bank decided for you',
    lead: `The bank of ${w.buyer} has given back the disputed ${w.disputed}.`,
    next: [
      w.releaseAt === null
        ? null
        : `The clock runs anew: you get ${w.sellerAmount} on ${w.releaseAt} unless ${w.buyer} reports a problem.`,
      w.isSettled || w.releaseAt !== null ? null : 'The payment goes on where it was stopped.',
      w.isSettled ? 'There is nothing more to do.' : null,
    ],
    button: open,
  }),

  'charged-back': (w) => ({
    subject: w.isRestHeld
      ? `The bank took a part of the money back: contract ${w.number}`
      : `The bank took the money back: contract ${w.number}`,
    title: `The bank decided for ${w.buyer}`,
    lead: w.isSettled
      ? `The bank of ${w.buyer} keeps the disputed ${w.disputed}. What was paid out to you stays yours.`
      : w.isRestHeld
        ? `The bank of ${w.buyer} keeps ${w.disputed} of the ${w.amount}. The rest goes on where it was stopped.`
        : `The bank of ${w.buyer} took back the ${w.amount} that we held. We cannot pay you from it, and you owe no fee.`,
    next: [
      w.isRestHeld && w.releaseAt !== null
        ? `The clock runs anew: you get ${w.sellerAmount} on ${w.releaseAt} unless ${w.buyer} reports a problem.`
        : null,
      w.isSettled
        ? 'There is nothing more to do.'
        : `You can still ask ${w.buyer} for the money yourself. The recording and the transcript of your agreement are proof of it.`,
    ],
    button: open,
  }),

  failed: (w) => ({
    subject: `Payment protection was closed: contract ${w.number}`,
    title: 'Payment protection was closed',
    lead: `${whyClosed(w)}, so we closed payment protection. Do not deliver because of it.`,
    next: ['There is nothing more to do.'],
    button: open,
  }),
};
