import { dealTexts } from './deal';

/** What belongs to one kind of deal. */
export interface KindTexts {
  name: string;
  /** Below the field for the amount. */
  amountHint: string;
  /** What both could say, as one example. */
  example: string;
  /** Lines to say, in this order. */
  item: string;
  amount: (amount: string) => string;
  amountOpen: string;
  date: string;
  conditions: string;
}

const car: KindTexts = {
  name: dealTexts.kinds.car,
  amountHint: 'The price of the car, in dollars.',
  example:
    '“I sell you my 2014 Civic with 90,000 miles, as it stands. You pay today and collect it on Saturday.”',
  item: 'Which car it is: make, model, year and mileage. Say who sells it.',
  amount: (amount) => `“The price is ${amount}.” Say how it is paid.`,
  amountOpen: 'The price, and how it is paid.',
  date: 'The day of payment, and the day the keys and papers are handed over.',
  conditions: 'What is promised about the car, or that it is sold as it stands.',
};

const item: KindTexts = {
  name: dealTexts.kinds.item,
  amountHint: 'The price of the item, in dollars.',
  example: '“The console works and comes with two controllers. You may return it within three days.”',
  item: 'What is sold, what comes with it, and who sells it.',
  amount: (amount) => `“The price is ${amount}.” Say how it is paid.`,
  amountOpen: 'The price, and how it is paid.',
  date: 'The day of payment, and the day it is handed over.',
  conditions: 'Whether it works, and until when it may be returned.',
};

const cleaning: KindTexts = {
  name: dealTexts.kinds.cleaning,
  amountHint: 'The price of one visit, in dollars.',
  example:
    '“I clean kitchen, bath and two bedrooms every Friday. You bring the products and pay the same day.”',
  item: 'Which rooms are cleaned, and what is left out.',
  amount: (amount) =>
    `“The price is ${amount}.” Say whether it is per visit or per hour, and when it is paid.`,
  amountOpen: 'The price of a visit or hour, and when it is paid.',
  date: 'Which days and hours, from when until when.',
  conditions: 'Who brings the products, and how a visit is called off.',
};

const lawn: KindTexts = {
  name: dealTexts.kinds.lawn,
  amountHint: 'The price of one visit, in dollars.',
  example: '“I mow front and back twice a month until September. If it rains I come the next dry day.”',
  item: 'Which lawn, and what is done: mowing, edges, leaves.',
  amount: (amount) => `“The price is ${amount}.” Say that it is per visit, and when it is paid.`,
  amountOpen: 'The price of a visit, and when it is paid.',
  date: 'How often, from when until when.',
  conditions: 'What happens when it rains, and who takes the cuttings away.',
};

const babysitting: KindTexts = {
  name: dealTexts.kinds.babysitting,
  amountHint: 'The price of an hour or evening, in dollars.',
  example: '“I babysit Friday from six to ten. You pay in cash when you get home.”',
  item: 'Which children, where, and what is part of it.',
  amount: (amount) =>
    `“The price is ${amount}.” Say whether it is per hour or per evening, and when it is paid.`,
  amountOpen: 'The price of an hour or evening, and when it is paid.',
  date: 'The day, when it begins and when it ends.',
  conditions: 'What it costs when you come home later, and how to call it off.',
};

const loan: KindTexts = {
  name: dealTexts.kinds.loan,
  amountHint: 'What is lent, in dollars.',
  example: '“I lend you $600 today. You pay back $100 on the first of each month, starting in March.”',
  item: 'Who lends and who borrows, and how the money is handed over.',
  amount: (amount) => `“The loan is ${amount}.” Say whether there is interest.`,
  amountOpen: 'How much is lent, and whether there is interest.',
  date: 'The day of each payment, and the last one.',
  conditions: 'What happens when a payment is late.',
};

const other: KindTexts = {
  name: dealTexts.kinds.other,
  amountHint: 'What you two agreed on, in dollars.',
  example: '“I paint your fence white by Sunday. You buy the paint and pay when it is done.”',
  item: 'What each of you gives or does.',
  amount: (amount) => `“The price is ${amount}.” Say when it is paid.`,
  amountOpen: 'The price, and when it is paid.',
  date: 'By when it is done.',
  conditions: 'What happens if something goes wrong.',
};

/** English texts of the kinds of deal, and what to say for each. */
export const dealKindTexts = {
  label: 'Kind of deal',
  none: 'No template',
  hint: 'A template gives you the lines to say while you record.',
  exampleLabel: 'For example:',
  kinds: { car, item, cleaning, lawn, babysitting, loan, other },
  lines: {
    agreeToRecording: (name: string) => `“I am ${name}, and I agree to be recorded.”`,
    withOther: (name: string) => `Say that your agreement is with ${name}.`,
    whole: (amount: string) =>
      amount
        ? `Say what you agree on, by when, and the price: ${amount}.`
        : 'Say what you agree on, by when, and for how much.',
    question: (asker: string, answerer: string) => `${asker}: “Do you agree?” ${answerer}: “Yes, I agree.”`,
    alone: (name: string) => `“I, ${name}, agree to this.”`,
  },
};
