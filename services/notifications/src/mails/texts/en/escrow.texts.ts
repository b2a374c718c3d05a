import { buyerTexts } from './escrow-buyer.texts.js';
import { sellerTexts } from './escrow-seller.texts.js';
import { supportTexts } from './escrow-support.texts.js';

/** Every step of an escrow, as its reader is told of it. */
export const escrowTexts = {
  escrow: {
    buyer: buyerTexts,
    seller: sellerTexts,
    support: supportTexts,

    rows: {
      receipt: 'Receipt no.',
      paidAt: 'Paid',
      buyer: 'Buyer',
      seller: 'Seller',
      amount: 'Payment protection',
      fee: (percent: number) => `Fee (${percent}%)`,
      sellerGets: 'Seller gets',
      back: 'Back to the buyer',
      kept: 'Kept by the bank',
      releaseAt: 'Released on',
      backAt: 'Goes back on',
      lookAt: 'Time to look at it',
      settledAt: 'Settled on',
    },
    quotes: {
      problem: 'The reported problem:',
      decision: 'The reason for the decision:',
    },
    whyBuyer: 'You pay with payment protection, and we tell you of each of its steps.',
    whySeller: (buyer: string) =>
      `${buyer} named this address as that of the seller, and we tell you of each step of the payment.`,
    whySupport: 'This is the address of support.',
    personalLink: 'The link is yours alone. Anyone who has it can act for you.',
  },
} as const;
