import type { KnowledgeEntry } from './knowledge-entry.js';

export const paymentTerms: readonly KnowledgeEntry[] = [
  {
    id: 'payment-terms',
    category: 'financial',
    questions: [
      'Payment terms',
      'What should we agree about payment?',
      'How do we state the price and when it is paid?',
      'What payment details belong in the agreement?',
    ],
    answer:
      'Say four things about money in {deal}: the full amount with its currency, who pays whom, the date it is due, and how it is paid. If it is paid in parts, give every part its own amount and date. Let both of you repeat the amount in your own words, so that nobody can have misheard it.',
    suggestions: ['Say the full amount and the date it is due.', 'Say what happens if the payment is late.'],
  },
  {
    id: 'deposit',
    category: 'financial',
    questions: [
      'Should I ask for a deposit?',
      'How does a down payment work?',
      'Is the deposit given back if the deal falls through?',
      'Advance payment before the work starts',
    ],
    answer:
      'A deposit shows that somebody means it, and covers costs that come before the work or the handover. Say how much it is, that it counts towards the price, and in which cases it is given back or kept. Without that last sentence people often argue about it later.',
    suggestions: [
      'Say whether the deposit is returned if the deal is called off.',
      'Say that the deposit counts towards the price.',
    ],
  },
  {
    id: 'instalments',
    category: 'financial',
    questions: [
      'Can it be paid in instalments?',
      'How do we record a payment plan in monthly parts?',
      'Paying bit by bit every month',
      'Splitting the price into several payments',
    ],
    answer:
      'Yes, if you both say so. Name the number of instalments, the amount of each, the day each one is due, and the total they add up to. Say also what happens if one is missed: a few days of patience, a fee, or the whole rest becoming due.',
    suggestions: [
      'Say every instalment with its date, and the total.',
      'Say what happens if one instalment is missed.',
    ],
  },
  {
    id: 'late-payment',
    category: 'financial',
    questions: [
      'What if the payment is late?',
      'Can we add a late fee or interest?',
      'What happens when somebody pays after the due date?',
      'Penalty for overdue payment',
    ],
    answer:
      'Agree on it before it happens. Common choices are a few days of patience, then a fixed late fee or the right to stop working until it is paid. Keep it small and clear, because many places limit how high fees and interest may be. If you say nothing, you have to agree on it when it happens, which is harder.',
    suggestions: [
      'Say how many days of patience there are.',
      'Say whether work stops while a payment is late.',
    ],
  },
  {
    id: 'means-of-payment',
    category: 'financial',
    questions: [
      'Is it better to pay in cash or by bank transfer?',
      'How should the buyer pay the seller?',
      'Is paying cash a problem?',
      'Which way of paying each other is safest?',
    ],
    answer:
      'Any way works if you both say which one it is. A bank transfer leaves a trace by itself; with cash, say in the recording that it was handed over and counted, or write a short receipt. If you do not know each other well, payment protection holds the money until the thing has been delivered.',
    suggestions: [
      'With cash, say aloud that it was counted and received.',
      'Look at payment protection if you do not know each other.',
    ],
  },
  {
    id: 'non-payment',
    category: 'financial',
    questions: [
      'What can I do if the other person does not pay?',
      'They refuse to pay me what we agreed',
      'I never got my money',
      'The buyer will not pay',
    ],
    answer:
      'Start with a friendly written reminder that names the amount and a new date, and point to the place in the recording where it was agreed. If nothing happens, send a second one that says what you will do next, for example stop the work or go to a mediator or a small claims court. Keep the recording, the transcript and every message. With payment protection the money is already there before you deliver.',
    suggestions: [
      'Download the recording and transcript while you have access.',
      'Write down a new date by which it must be paid.',
    ],
  },
  {
    id: 'money-back',
    category: 'financial',
    questions: [
      'When does the buyer get the money back from the seller?',
      'Can the buyer return the item?',
      'How do we agree on returns?',
      'Return policy between two private people',
    ],
    answer:
      'Between private people a return is often only possible if you agree on one. Say for how many days the buyer may bring the thing back, in which condition, and whether all of the money is returned. If there are no returns, say that clearly too, and give the buyer time to look at it first.',
    suggestions: ['Say how many days the buyer has to return it.', 'Say who pays for bringing it back.'],
  },
  {
    id: 'loan',
    category: 'financial',
    questions: [
      'How do I record a private loan?',
      'I am lending money to a friend',
      'What to say when somebody borrows money from me',
      'Loan between family members',
    ],
    answer:
      'For a loan say how much is lent, on which day it is handed over, and that it has to be paid back. Then say when and in which amounts it comes back, and whether there is interest; if there is none, say so. The borrower should repeat it: “I borrow this amount and pay it back by this date.” Rules on interest and on larger loans differ by place.',
    suggestions: ['Let the borrower repeat the amount and the dates.', 'Say whether there is interest.'],
  },
  {
    id: 'extra-costs',
    category: 'financial',
    questions: [
      'Who pays for extra costs?',
      'Who covers materials, fuel and expenses?',
      'Unexpected additional expenses during the job',
      'Are taxes and fees included in the price?',
    ],
    answer:
      'Say what the price includes: material, travel, parking, tools, taxes and fees. For anything on top, say who pays it and that the other side is asked first, for example above a certain amount. A price “all included” is the simplest form if you can estimate it.',
    suggestions: ['Say what the price includes.', 'Say above which amount you ask each other first.'],
  },
];
