import type { EscrowWords, StepTexts } from '../escrow-words.types.js';

const open = 'Open the administration';

/** How the buyer is heard. */
const hearBuyer = ({ buyer, buyerId, isBuyerUnreached }: EscrowWords): string =>
  isBuyerUnreached
    ? `The account of ${buyer} is user ${buyerId}: see there whether another address is known.`
    : 'If you answer this email, the buyer gets your answer.';

/** To the people who decide. */
export const supportTexts: StepTexts = {
  problem: (w) => ({
    subject: {
      problem: `Contract ${w.number}: problem with payment protection of ${w.amount}`,
      account: `Contract ${w.number}: account disabled, and payment protection of ${w.held} waits`,
      unreached: `Contract ${w.number}: buyer not reached, and payment protection of ${w.held} waits`,
      end: `Contract ${w.number}: cancelled, and payment protection of ${w.held} waits`,
      refund: `Contract ${w.number}: ${w.sentBack} of payment protection of ${w.amount} was sent back by hand`,
    }[w.stoppedBy],
    title: {
      problem: 'A problem with payment protection',
      account: 'A disabled account with payment protection',
      unreached: 'A buyer who was not reached',
      end: 'A cancelled contract with payment protection',
      refund: 'A refund by hand',
    }[w.stoppedBy],
    lead: {
      problem: `${w.buyer} reported a problem with what ${w.seller} delivered. The payment is stopped.`,
      account: `An account was disabled before the payment of ${w.buyer} for ${w.seller} was decided, so an administrator decides. The payment is stopped.`,
      unreached: `The time to check is over, and our emails do not reach ${w.buyer}: their silence does not pay ${w.seller}. The payment is stopped.`,
      end: `The contract was cancelled after what ${w.buyer} agreed with ${w.seller} was marked as delivered or received. The payment is stopped.`,
      refund: `${w.sentBack} of the payment of ${w.buyer} for ${w.seller} was sent back at Stripe by hand before it was settled. The rest is stopped.`,
    }[w.stoppedBy],
    next: [`Hear both sides, then decide with a written reason. ${hearBuyer(w)}`],
    button: open,
  }),

  'refund-promised': (w) => ({
    subject: `Contract ${w.number}: the seller gives ${w.refund} back`,
    title: 'The seller gives a part back',
    lead: `${w.seller} gives back ${w.refund} of the payment of ${w.amount} from ${w.buyer}, which is stopped. The rest still waits for a decision.`,
    next: [`If that is enough for the buyer, decide that the seller gets the rest. ${hearBuyer(w)}`],
    button: open,
  }),

  chargeback: (w) => ({
    subject: `Contract ${w.number}: chargeback of ${w.disputed}`,
    title: 'A chargeback',
    lead: w.isSettled
      ? `The bank of ${w.buyer} took back a payment with payment protection that was settled already.`
      : `The bank of ${w.buyer} took back a payment with payment protection. It is frozen.`,
    next: ['Send the proof of the contract to the bank, at Stripe, before its deadline.'],
    button: open,
  }),

  'chargeback-won': (w) => ({
    subject: `Contract ${w.number}: chargeback won, ${w.disputed}`,
    title: 'A chargeback was won',
    lead: `The bank of ${w.buyer} has given the money back. The payment goes on where it was stopped.`,
    next: ['There is nothing more to do.'],
    button: open,
  }),

  'charged-back': (w) => ({
    subject: `Contract ${w.number}: chargeback lost, ${w.disputed}`,
    title: 'A chargeback was lost',
    lead: w.isSettled
      ? `The bank of ${w.buyer} keeps the money. It was settled already, so the loss is ours.`
      : w.isRestHeld
        ? `The bank of ${w.buyer} keeps ${w.disputed} of the ${w.amount}. The rest goes on where it was stopped.`
        : `The bank of ${w.buyer} keeps the money. Payment protection has ended, and the seller gets nothing.`,
    next: ['There is nothing more to do.'],
    button: open,
  }),

  'held-too-long': (w) => ({
    subject: `Contract ${w.number}: ${w.held} is held for too long`,
    title: 'A payment is held for too long',
    lead: `The money of ${w.buyer} for ${w.seller} is held for about 60 days.`,
    next: [
      w.backAt !== null
        ? `It is marked as delivered, but ${w.buyer} has not said that everything was received. Decide before ${w.backAt}, with a written reason: then it goes back to ${w.buyer} by itself.`
        : w.releaseAt === null
          ? 'Hear both sides, then decide with a written reason. Before day 85 it goes back to the buyer by itself.'
          : `It is marked as delivered or received. Unless ${w.buyer} reports a problem, ${w.seller} is paid by itself on ${w.releaseAt}. If you decide before, give a written reason.`,
    ],
    button: open,
  }),
};
