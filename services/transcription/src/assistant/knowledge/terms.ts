import type { KnowledgeEntry } from './knowledge-entry.js';

export const terms: readonly KnowledgeEntry[] = [
  {
    id: 'what-to-include',
    category: 'terms',
    questions: [
      'What should be in the agreement?',
      'Which terms are most important?',
      'Checklist for a good contract',
      'What must not be forgotten?',
    ],
    answer:
      'Who, what, how much, when, and what if. That is: both full names, exactly what is given or done, the amount and how it is paid, the dates, and what happens if something goes wrong. End with both of you saying “I agree”. One minute is usually enough.',
    suggestions: ['Say who, what, how much, when, and what if.', 'End with both saying “I agree”.'],
  },
  {
    id: 'delivery',
    category: 'terms',
    questions: [
      'What should we say about delivery?',
      'When and where is it handed over?',
      'Pickup date and place',
      'Delivery terms and shipping',
    ],
    answer:
      'Say the day, the time and the place of the handover, who brings or collects it, and who pays for transport. Add what must be there: keys, papers, cables, accessories. If somebody is late, say how long the other one waits.',
    suggestions: ['Say the day and the place of the handover.', 'List everything that belongs to it.'],
  },
  {
    id: 'scope-of-work',
    category: 'terms',
    questions: [
      'How do we describe the work to be done?',
      'What counts as finished or good enough?',
      'Scope and quality of a service',
      'They did a bad job and say it is done',
    ],
    answer:
      'Describe the result, so that a stranger could check it: which rooms, how many hours, which material, until when. Say what is not included. Agree that you look at it together at the end, and that the one who did it may put faults right within some days.',
    suggestions: ['Say what is not included.', 'Say that you look at the result together.'],
  },
  {
    id: 'vague-words',
    category: 'terms',
    questions: [
      'How can I avoid misunderstandings?',
      'Is it clear enough what we said?',
      'Vague words like soon or a fair price',
      'Making the wording precise',
    ],
    answer:
      'Replace every soft word by a number, a date or a name. Not “soon” but “by Friday, March 6”; not “a fair price” but the amount; not “the usual” but what it is. Then let the other person say it back in their own words. What somebody repeats, they have understood.',
    suggestions: ['Replace “soon” by a date.', 'Let the other person repeat it.'],
  },
  {
    id: 'car-sale',
    category: 'terms',
    questions: [
      'What should I say when I sell a car?',
      'Buying a used vehicle from a private person',
      'Car, motorcycle or bike sale',
      'Mileage and title of the vehicle',
    ],
    answer:
      'For a vehicle say make, model, year, the last digits of its number, the mileage, and every fault you know. Then the price, how it is paid, when car, keys and papers change hands, and that the buyer has driven it. The registration itself goes through your local office and has its own forms.',
    suggestions: ['Say the mileage and every known fault.', 'Say when papers and keys are handed over.'],
  },
  {
    id: 'second-hand-sale',
    category: 'terms',
    questions: [
      'What to say when selling a console, a phone or furniture',
      'Selling second-hand electronics',
      'Selling used things to a stranger online',
      'A garage sale item',
    ],
    answer:
      'Name the thing so that it cannot be mistaken: brand, model, colour, what belongs to it. Say its condition and known faults, the price, whether it may be brought back, and when it is handed over. For electronics say also that it is unlocked and wiped. A photo helps.',
    suggestions: ['Say the condition and what belongs to it.', 'Say whether it may be brought back.'],
  },
  {
    id: 'home-service',
    category: 'terms',
    questions: [
      'Agreement for house cleaning or lawn mowing',
      'What to agree with a babysitter',
      'Recurring service every week',
      'Hiring somebody for gardening or child care',
    ],
    answer:
      'Say which work, on which days and hours, for which pay, and who brings tools and products. Add what happens when somebody is ill or it rains, how a visit is cancelled, and who has the key. With children, say the rules that matter to you and whom to call. Regular work can be employment by law, with taxes and insurance.',
    suggestions: ['Say the days, the hours and the pay.', 'Say how a single visit is cancelled.'],
  },
  {
    id: 'rental',
    category: 'legal',
    questions: [
      'Renting out a room or an item',
      'Sublet or roommate agreement',
      'Lending my tools or car for a fee',
      'Security deposit for a rental',
    ],
    answer:
      'Say what is rented, from when until when, the rent, the deposit, and the condition at the beginning; take photos of it. Say who pays for damage and for what is used up, and when the deposit comes back. Renting homes has strict rules nearly everywhere and often needs writing.',
    suggestions: ['Photograph the condition at the beginning.', 'Say when the deposit comes back.'],
  },
  {
    id: 'confidentiality',
    category: 'terms',
    questions: [
      'Can we agree to keep things confidential?',
      'Non-disclosure, keeping a secret',
      'The other person must not tell anybody',
      'Protecting private information we share',
    ],
    answer:
      'Yes: say what must stay between you, for how long, and who may still be told, such as a partner, a tax adviser or a court. Remember that the recording and the transcript contain what you say, so describe the secret without revealing it. Serious secrets deserve a written agreement.',
    suggestions: [
      'Say what stays private, and for how long.',
      'Do not say passwords or account numbers aloud.',
    ],
  },
];
