import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const product: readonly KnowledgeEntry[] = [
  {
    id: 'price',
    category: 'general',
    questions: [
      'Do I have to pay more than the 5 dollars?',
      'Are there other costs besides the five dollars?',
      'How much does a contract cost?',
      'What is the price of this service?',
      'Is it five dollars?',
      'How expensive is one voice contract here?',
    ],
    answer: `One contract costs ${facts.contractPrice}, once. Recording and a preview are free, and you pay only to unlock it. Two things cost extra if you want them: a transcript written by a person for ${facts.humanTranscriptPrice}, and payment protection for ${facts.escrowFee} of what is released to the seller.`,
    suggestions: [
      'Record first; you pay only to unlock it.',
      'Look at the subscription if you record often.',
    ],
  },
  {
    id: 'free-preview',
    category: 'general',
    questions: [
      'Is there a trial, is something free?',
      'What can I do for free?',
      'Can I try it without paying?',
      'How long is the preview?',
      'Listen to the recording before payment',
    ],
    answer:
      'You can record, and record again, all without an account. Step by step, you hear the whole recording in the review; on the page with everything in one form, and once it is saved, 5 seconds of it can be played until it is paid. The full recording, the transcript and the downloads come with the payment.',
    suggestions: ['Listen to it once before you continue.', 'Note the agreement number.'],
  },
  {
    id: 'included',
    category: 'general',
    questions: [
      'What do I get for my money?',
      'What is included in the contract price?',
      'Which features are unlocked after payment?',
      'Features of a paid contract',
    ],
    answer: `For ${facts.paidDays} days you get the full recording, its transcript with times and speakers, the download of the original sound, one photo, a digital receipt, and the log of everything that happened. Party B can take part through a link at no cost, and you can add payment protection. Both of you get the transcript by email.`,
    suggestions: ['Download the sound while you have access.', 'Look at the log in the viewer.'],
  },
  {
    id: 'storage',
    category: 'general',
    questions: [
      'For how many days can I open the contract?',
      'Do you keep the recording forever?',
      'How long is my recording stored?',
      'When is my contract deleted?',
      'How long do I have access?',
      'Is 30 days storage the end of it?',
    ],
    answer: `A paid contract stays open for ${facts.paidDays} days from the payment, and for one year if a subscription covered it. You are warned by email 7 days and 1 day before. Then sound, photo and transcript are deleted; the log with the fingerprints stays. While money is held or a problem is open, nothing is deleted.`,
    suggestions: ['Download sound and transcript before the end.', 'Keep the files in two places.'],
  },
  {
    id: 'unpaid-expiry',
    category: 'general',
    questions: [
      'How long do you keep an unpaid contract?',
      'What happens if I do not pay for the recording?',
      'Does an unpaid recording expire?',
      'Can I pay later?',
      'How long can I wait with the $5 payment?',
    ],
    answer: `You can pay within ${facts.unpaidDays} days. We remind you on days 23 and 29; on day 30 an unpaid recording is deleted and the contract is cancelled. Until then it is safe on our server, and Resend on your dashboard mails you the link to finish.`,
    suggestions: ['Use the link in the email to finish.', 'Create an account so that you can find it again.'],
  },
  {
    id: 'subscription',
    category: 'general',
    questions: [
      'Subscribe instead of paying for each contract',
      'Is there a monthly subscription?',
      'What does unlimited cost per month?',
      'I make many contracts, is there a flat rate?',
      'What does the subscription include?',
    ],
    answer: `Yes: ${facts.subscriptionPrice} a month covers unlimited standard agreements of up to {longest} each, with storage for one year and priority support. It pays off from the ${ordinalOfBreakEven()} contract in a month. Contracts on the Pro plan are not covered by it.`,
    suggestions: ['Compare it with how many contracts you make a month.', 'You can cancel at any time.'],
  },
  {
    id: 'cancel-subscription',
    category: 'general',
    questions: [
      'End my monthly plan',
      'How do I cancel my subscription?',
      'Stop the monthly payment',
      'What happens to my contracts when the subscription ends?',
      'Unsubscribe',
      'Is the month paid back when I cancel the subscription?',
      'Refund after cancelling the subscription',
    ],
    answer:
      'Open the subscription page from your account and choose Cancel Subscription. It stays until the end of the month you have paid, nothing more is charged, and until then you can resume it. The month that you have paid is not paid back. Contracts that you made with it keep their storage of one year.',
    suggestions: ['Open Subscription in your account menu.', 'You can resume it until it ends.'],
  },
  {
    id: 'subscription-unpaid',
    category: 'general',
    questions: [
      'What happens when the payment of the subscription fails?',
      'My card was declined for the monthly subscription',
      'What if I do not pay the subscription?',
      'Payment due on the subscription page',
    ],
    answer:
      'We tell you by email and try your card again in the next days; on the subscription page you can pay at once. Until the month you have paid is over, it covers your contracts as before; after that new ones are paid one by one until the payment goes through. If it never does, the subscription ends and nothing more is charged. Contracts that you made with it are safe and keep their storage of one year.',
    suggestions: ['Open Subscription in your account menu.', 'Check your card, or pay with another one.'],
  },
  {
    id: 'pay-methods',
    category: 'general',
    questions: [
      'Which payment methods do you accept at checkout?',
      'Can I pay you by credit card, Apple Pay or Google Pay?',
      'Is PayPal possible?',
      'Is it safe to enter my card here?',
    ],
    answer:
      'You pay by card, Apple Pay, Google Pay or whatever else the payment form shows on your device. The form comes from our payment provider Stripe; your card number goes to them, and we never see or keep it. What the form does not show, be it PayPal or cash, is not possible.',
    suggestions: ['Have your card ready before checkout.', 'You find the receipt under Receipts.'],
  },
  {
    id: 'payment-failed',
    category: 'general',
    questions: [
      'I was billed two times',
      'My card was declined',
      'The payment form does not load',
      'Checkout error, payment failed',
      'The bank refused the card',
      'Was I charged twice?',
    ],
    answer:
      'Your recording is safe in any case. If a card is declined, nothing is charged; try another card or ask your bank. If the form does not load, switch off content blockers and reload the page. Your dashboard and your receipts show what was really paid; if something looks wrong, write to support with the agreement number.',
    suggestions: ['Try another card.', 'Switch off content blockers for the page.'],
  },
  {
    id: 'refund',
    category: 'general',
    questions: [
      'They declined, what about the five dollars that I paid?',
      'Can I have my money back from you for the contract?',
      'Can I get a refund for the contract?',
      'I want my $5 back from you',
      'What happens to what I paid when the contract is cancelled?',
      'Refund policy',
      'How long does a refund take, when does it arrive?',
      'Can I cancel after I paid?',
      'Do I get my money back if the other person, party B, did not answer?',
    ],
    answer: `Of the ${facts.contractPrice} for a contract: if the other person declines or does not answer, or you cancel after they were asked, your payment covers a new contract that you make within ${facts.creditDays} days. If it is cancelled before that, the money goes back. A transcript by a person that is later than ${facts.humanTranscriptHours} hours is paid back by itself. Your bank can take 5 to 10 days to show a refund. For anything else write to support with the agreement number, and a person looks at it.`,
    suggestions: ['Write to support with the agreement number.', 'Use your credit for a new contract.'],
  },
  {
    id: 'receipts',
    category: 'general',
    questions: [
      'Where do I find my invoice?',
      'Where is my receipt?',
      'I need an invoice for my payment',
      'Download a digital receipt',
      'Proof of payment for my taxes',
    ],
    answer:
      'Every payment gets a numbered receipt. You find all of them under Receipts in your account menu, and you can print them or save them as PDF from there.',
    suggestions: ['Open Receipts in your account menu.', 'Check the name and email in your profile.'],
  },
  {
    id: 'plans',
    category: 'general',
    questions: [
      'What is the difference between basic, standard and pro?',
      'Which plan should I choose?',
      'Compare the plans',
      'Is pro better?',
    ],
    answer: `They differ in how long one recording may be: Basic up to {basicLongest}, Standard, Pro and the Split Second Contract up to {longest}. Each costs ${facts.contractPrice} per contract. With Pro you can release a held payment from the row on your dashboard; a subscription covers all of them except Pro. You choose the plan under More before you record.`,
    suggestions: ['Standard is enough for most agreements.', 'Note the main points before you record.'],
  },
  {
    id: 'cancel-contract',
    category: 'general',
    questions: [
      'Take back the invitation that I sent',
      'How do I cancel a contract on the dashboard?',
      'Delete an agreement that I no longer need',
      'Cancel the invitation to party B',
      'Withdraw a contract that is not finished',
      'Cancel an unpaid contract',
    ],
    answer:
      'On your dashboard you can cancel a contract that is not paid yet, and party B hears nothing of it, but its recording is deleted from our server at once; or one that party B has not answered yet: then the link stops working and they are told. A completed contract cannot be cancelled here, because both of you have agreed. To end the agreement itself, talk to the other person and record that.',
    suggestions: ['Tell the other person why you cancel.', 'Record a new agreement to replace it.'],
  },
  {
    id: 'how-it-works',
    category: 'general',
    questions: [
      'What is this service about?',
      'How does this work?',
      'What are the steps to make a contract?',
      'Explain the service to me',
      'How do I get started?',
    ],
    answer: `Four steps: enter the names and email addresses, record what you agree, listen to it, then create an account and pay ${facts.contractPrice}. After that both of you get the recording and the transcript. Most agreements are recorded in under 60 seconds.`,
    suggestions: ['Have names, amount and dates ready.', 'Find a quiet place.'],
  },
  {
    id: 'contract-status',
    category: 'general',
    questions: [
      'What does the status of my contract mean?',
      'It says awaiting other party',
      'Why is it still processing?',
      'Awaiting payment on the dashboard',
    ],
    answer:
      'Awaiting Payment: it is saved but not paid. Awaiting Other Party: party B has not answered the invitation yet. Processing: the transcript is being made, usually within minutes. Completed: everything is there. Cancelled: it was ended, with the reason beside it.',
    suggestions: ['Remind the other person from your dashboard.', 'Open the contract to see its log.'],
  },
];

/** From how many contracts in a month on the subscription is cheaper, in words. */
function ordinalOfBreakEven(): string {
  const { breakEven } = facts;
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][breakEven - 1] ?? `${breakEven}th`;
}
