import type { EscrowWords, StepTexts } from '../escrow-words.types.js';

const open = 'Open the payment';
const arrival = 'Your money arrives in 5 to 10 days, the way you paid.';
const choices = ({ seller, backAt }: EscrowWords) =>
  backAt === null ? releaseChoices(seller) : backChoices(seller);
const releaseChoices = (seller: string) => [
  `All is well? Release the payment now, or do nothing: at that time it goes to ${seller} by itself.`,
  'Something is wrong? Report a problem before then. That stops the clock, and nobody gets the money until it is settled.',
];

const backChoices = (seller: string) => [
  `All is well? Release the payment now, or say that you received everything: then it goes to ${seller}.`,
  'Something is wrong? Report a problem before then. That stops the clock, and our support decides.',
];

/** What happens once the time is over. */
const ending = ({ releaseAt, backAt }: EscrowWords): string =>
  backAt === null
    ? `Your payment is released on ${releaseAt}.`
    : `We may not hold it any longer than until ${backAt}: then it goes back to you, unless you say before that you received everything.`;
const endsIn = ({ left, backAt }: EscrowWords): string =>
  backAt === null ? `Your payment is released in ${left}` : `Your payment goes back to you in ${left}`;

/** Who said it, and so until when one has to look. */
const started = ({ seller, startedBy }: EscrowWords): string =>
  ({
    seller: `${seller} says that what you agreed was delivered.`,
    buyer: `You said that you received what you agreed with ${seller}.`,
    nobody: `What you agreed with ${seller} is marked as delivered or received.`,
  })[startedBy ?? 'nobody'];

/** What is divided or goes back, as a sentence begins with it. */
const divided = ({ amount, held, isRestHeld }: EscrowWords): string =>
  isRestHeld ? `${held} of your payment of ${amount}` : `Your payment of ${amount}`;

/** To whoever pays. */
export const buyerTexts: StepTexts = {
  payable: (w) => ({
    subject: `${w.shortSeller} is ready: you can pay now`,
    title: `You can pay ${w.seller} now`,
    lead: `${w.seller} has set up payouts, so you can pay the ${w.amount} with payment protection.`,
    next: [
      w.payBy === null
        ? null
        : `Pay until ${w.payBy}. After that payment protection is closed, and nothing is charged.`,
      `We hold the money until what you agreed is delivered. Then you have ${w.hold} to look at it.`,
      'The amount or the seller is not right? You can change both on that page before you pay.',
    ],
    button: 'Pay now',
  }),

  'bank-refused': (w) => ({
    subject: `Your payment to ${w.shortSeller} did not arrive: contract ${w.number}`,
    title: 'Your payment did not arrive',
    lead: `Your bank did not send the ${w.amount} for ${w.seller}. Nothing was charged, and we hold nothing.`,
    next: [
      `${w.seller} was not asked to deliver.`,
      w.payBy === null
        ? 'If you still want to pay this way, pay again.'
        : `If you still want to pay this way, pay again until ${w.payBy}. After that payment protection is closed.`,
    ],
    button: 'Pay now',
  }),

  held: (w) => ({
    subject: `Your receipt for payment protection: contract ${w.number}`,
    title: 'Your receipt for payment protection',
    lead: `We received your payment of ${w.amount} for ${w.seller}. Thank you.`,
    next: w.isPastHeld
      ? ['You can see at any time how the payment stands.']
      : [
          `We hold the money. ${w.seller} was asked to deliver what you agreed.`,
          `Once it is marked as delivered or received you have ${w.hold} to look at it. If you say nothing in that time, the money goes to ${w.seller}; a problem that you report stops it.`,
          'If nothing is delivered within 30 days, you can take the money back.',
        ],
    button: open,
  }),

  'clock-started': (w) => ({
    subject:
      w.backAt === null
        ? `Your payment to ${w.shortSeller} is released in ${w.left}`
        : `Your payment to ${w.shortSeller} goes back to you in ${w.left}`,
    title: endsIn(w),
    lead: `${started(w)} ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'half-time': (w) => ({
    subject: `${w.left} left: your payment to ${w.shortSeller}`,
    title: endsIn(w),
    lead: `You have ${w.left} left to look at what ${w.seller} delivered. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'last-hour': (w) => ({
    subject: `Last notice, ${w.left} left: your payment to ${w.shortSeller}`,
    title: endsIn(w),
    lead:
      w.backAt === null
        ? `You have ${w.left} left to report a problem. Your payment to ${w.seller} is released on ${w.releaseAt}.`
        : `You have ${w.left} left to look at what ${w.seller} delivered. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  problem: (w) => ({
    subject:
      w.stoppedBy === 'account'
        ? `Your payment is stopped: an account of contract ${w.number} was disabled`
        : w.stoppedBy === 'unreached'
          ? `Your payment is stopped: we could not reach you about contract ${w.number}`
          : w.stoppedBy === 'end'
            ? `Your payment is stopped: contract ${w.number} was cancelled`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} came back to you, and the rest is stopped: contract ${w.number}`
              : `Your payment is stopped: problem with contract ${w.number}`,
    title: 'Your payment is stopped',
    lead:
      w.stoppedBy === 'account'
        ? `An account was disabled, so an administrator decides about your payment to ${w.seller}. We hold ${w.held} until there is a decision.`
        : w.stoppedBy === 'unreached'
          ? `Our emails did not reach you before the time to look at it was over, so our support decides about your payment to ${w.seller}. Your money is safe: we hold ${w.held}. If all is well, you can still release it yourself.`
          : w.stoppedBy === 'end'
            ? `The contract was cancelled after what you agreed with ${w.seller} was marked as delivered or received. Your money is safe: we hold ${w.held} until there is a decision.`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} of your payment of ${w.amount} for ${w.seller} was sent back to you. We hold the rest until there is a decision.`
              : `Your money is safe: we hold ${w.held} until the problem is settled. ${w.seller} was told what you wrote.`,
    next: [
      `Try to agree with ${w.seller} first: the seller can give back all of the money or a part of it. After a part our support still decides about the rest.`,
      'If you do not agree, our support decides and gives the reason in writing. Answer this email with whatever helps us to decide, such as photos.',
      w.undecidedUntil === null
        ? null
        : `If nobody decides before ${w.undecidedUntil}, the money goes back to you.`,
    ],
    button: open,
  }),

  'refund-promised': (w) => ({
    subject: `${w.shortSeller} gives ${w.refund} back to you: contract ${w.number}`,
    title: `${w.seller} gives ${w.refund} back to you`,
    lead: w.isStopped
      ? `${w.seller} gives back ${w.refund} of your payment of ${w.amount}. You get it once our support has decided about the rest.`
      : `${w.seller} gives back ${w.refund} of your payment of ${w.amount}. You get it when the rest is paid out.`,
    next: [
      w.isStopped
        ? `Is that enough for you? Answer this email and say so: our support then decides that ${w.seller} gets the rest.`
        : 'Is that enough for you, and everything was received? Then you can release the rest now.',
    ],
    button: open,
  }),

  released: (w) => ({
    subject: `Your payment to ${w.shortSeller} was released`,
    title: 'Your payment was released',
    lead:
      w.refund === null
        ? `${divided(w)} was released to ${w.seller}.`
        : `${divided(w)} was divided: ${w.seller} was paid, and ${w.refund} goes back to you.`,
    next: [w.refund === null ? null : arrival, 'There is nothing more to do.'],
    button: open,
  }),

  refunded: (w) => ({
    subject: `${w.held} goes back to you: contract ${w.number}`,
    title: 'Your payment goes back to you',
    lead: `${divided(w)} for ${w.seller} goes back to you, ${w.isRestHeld ? '' : 'all of it and '}without a fee.`,
    next: [arrival, 'There is nothing more to do.'],
    button: open,
  }),

  decided: (w) => ({
    subject: `The decision about your payment: contract ${w.number}`,
    title: 'Our support has decided',
    lead: `${divided(w)} for ${w.seller} is divided as written below.`,
    next: [
      w.refund === null ? null : `${w.refund} goes back to you. ${arrival}`,
      'This is about the money that we hold. Your right to go to court stays as it is.',
    ],
    button: open,
  }),

  'chargeback-won': (w) => ({
    subject: `The clock runs anew: your payment to ${w.shortSeller}`,
    title: endsIn(w),
    lead: `Your bank has given back the disputed ${w.disputed}, so the clock runs anew. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'charged-back': (w) => ({
    subject: `The clock runs anew: your payment to ${w.shortSeller}`,
    title: endsIn(w),
    lead: `Your bank keeps ${w.disputed} of your payment of ${w.amount}. For the rest, which we hold, the clock runs anew. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  failed: (w) => ({
    subject: `Payment protection was closed: contract ${w.number}`,
    title: 'Payment protection was closed',
    lead: `Payment protection for your payment of ${w.amount} to ${w.seller} was closed before you paid. ${w.isChargePossible ? 'If your bank is taking the money already, all of it comes back to you.' : 'Nothing was charged.'}`,
    next: [
      w.stoppedBy === 'end'
        ? 'Your contract was cancelled, so there is nothing more to do.'
        : w.isContentDeleted
          ? 'The recording of your contract is no longer kept, so payment protection cannot be started again.'
          : 'If you still want to pay this way, start payment protection again.',
    ],
    button: w.stoppedBy === 'end' || w.isContentDeleted ? open : 'Start again',
  }),

  'late-refunded': (w) => ({
    subject: `${w.late} goes back to you: contract ${w.number}`,
    title: 'A late payment goes back to you',
    lead: `We received ${w.late} from you for ${w.seller} when it was not asked for any more. It goes back to you, all of it and without a fee.`,
    next: [arrival, 'There is nothing more to do.'],
    button: open,
  }),
};
