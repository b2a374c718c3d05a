import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const paymentProtection: readonly KnowledgeEntry[] = [
  {
    id: 'escrow',
    category: 'financial',
    questions: [
      'What is escrow or payment protection?',
      'How does escrow work?',
      'Can you hold the money until delivery?',
      'A safe way to pay a stranger',
      'I am party B and want to pay with payment protection',
      'What are the rules of payment protection?',
    ],
    answer: `With payment protection the buyer pays here and we hold the money. The seller sees that it is there, delivers and says so. Then the buyer has time to look at it; with the buyer’s release, or when the time is over without a problem, the seller is paid. It works for amounts from ${facts.leastEscrow} to ${facts.mostEscrow} once the contract itself is paid for. If party B buys, party B signs up with the address in the contract.`,
    suggestions: ['Agree who is the buyer and who is the seller.', 'Choose how long the buyer has to check.'],
  },
  {
    id: 'escrow-fee',
    category: 'financial',
    questions: [
      'What percentage do you take from the seller?',
      'What does escrow cost?',
      'How much is the protection fee?',
      'How much does the seller receive after the fee?',
      'Platform fee percent',
      'Who pays the 5% fee, the buyer or the seller?',
    ],
    answer: `The fee is ${facts.escrowFee} of what is released, and it is taken from what the seller gets. Of $100 the seller receives ${facts.escrowExample.seller} and the fee is ${facts.escrowExample.fee}. If the money goes back to the buyer, no fee is taken.`,
    suggestions: [
      'Say who bears the protection fee.',
      'Count the fee into the price if the seller wants a round sum.',
    ],
  },
  {
    id: 'escrow-release',
    category: 'financial',
    questions: [
      'When does the seller get the held money?',
      'How is escrow released?',
      'I delivered, when will I be paid out?',
      'I am the seller, where is my money?',
      'I sold it and have not been paid, the money has not come',
      'Release the funds to the seller',
    ],
    answer:
      'At once when the buyer releases it, or by itself when the time to check is over and no problem was reported. That time starts when the seller marks it as delivered or the buyer says that it was received. After the release it takes the bank’s usual time to arrive.',
    suggestions: ['Mark the delivery on the payment page.', 'Release it when everything is fine.'],
  },
  {
    id: 'hold-period',
    category: 'financial',
    questions: [
      'How long is the money held?',
      'How long does the buyer have to check the item?',
      'Hold period of 24 hours or 3, 7, 14, 30 days',
      'Change the time to check after delivery',
    ],
    answer:
      'The buyer has 24 hours after delivery unless you choose 3, 7, 14 or 30 days in the details of the contract. Take a day for things one can try on the spot and a week or more for work whose quality shows later. If the buyer stays silent until the end, the seller is paid.',
    suggestions: [
      'Choose a longer time for work than for things.',
      'Report a problem before the time is over.',
    ],
  },
  {
    id: 'escrow-problem',
    category: 'financial',
    questions: [
      'What if there is a problem with what was delivered?',
      'Report a problem with a held payment',
      'The item is broken and the money is still in escrow',
      'Who decides about the held money?',
      'The seller says that it was delivered, but it is not',
      'It is marked as delivered and I received nothing',
      'The item is fake or counterfeit and the money is held',
      'I was sold something stolen and paid with payment protection',
    ],
    answer:
      'Report the problem on the payment page before the time to check is over, also when it was marked as delivered and nothing came; after that the seller is paid. Then our support reads what both of you say, decides with a written reason, and may divide the money; if nobody has decided after 84 days, it goes back to the buyer. The seller can also give all or a part of it back.',
    suggestions: ['Report it before the time is over.', 'Add what exactly is wrong, with dates.'],
  },
  {
    id: 'escrow-seller',
    category: 'financial',
    questions: [
      'What does the seller have to do to get paid?',
      'Seller onboarding required',
      'Set up payouts and bank account for the seller',
      'Does the seller need an account?',
    ],
    answer:
      'The seller sets up payouts once with our payment provider: who they are and where the money goes. They get a link by email for it and need no account with us; it takes a few minutes. Until that is done the buyer cannot pay, so do it before the day of the handover.',
    suggestions: ['Set up payouts before the handover.', 'Do not deliver before the money is held.'],
  },
  {
    id: 'escrow-not-delivered',
    category: 'financial',
    questions: [
      'The seller never delivered, how do I get my protected money back?',
      'Nothing arrived and the money is held',
      'Take back an escrow payment',
      'The seller disappeared after I paid into escrow',
      'Do I lose my money if the seller does not deliver?',
    ],
    answer:
      'If the seller marked it as delivered and it was not, report a problem on the payment page before the time to check is over; otherwise the seller is paid. If nobody has marked it as delivered or received within 30 days, you can take the money back there. The seller can also give it back earlier, and you may report a problem at any time before the release. Your bank can take 5 to 10 days to show a refund.',
    suggestions: ['Report a problem on the payment page.', 'Agree on a delivery date next time.'],
  },
  {
    id: 'escrow-cancelled',
    category: 'financial',
    questions: [
      'What happens to the held money when the contract is cancelled?',
      'The contract was cancelled, where is my escrow money?',
      'Party B declined, what happens to the protected payment?',
      'Can I cancel the escrow or the payment protection?',
      'Is the escrow refunded if I cancel?',
      'I paid into escrow and want to cancel',
    ],
    answer:
      'If the contract is cancelled or declined, held money goes back to the buyer by itself, all of it and without a fee, as long as nobody has said that it was delivered or received. From then on our support decides; if the time to check was over before, the seller is paid. While the contract stands, the buyer can take the money back on the payment page when nobody has marked it as delivered or received within 30 days; the seller can give it back at any time before the release.',
    suggestions: ['Look at the payment page to see where the money is.', 'Ask the seller to give it back.'],
  },
];
