import type { KnowledgeEntry } from './knowledge-entry.js';

export const termination: readonly KnowledgeEntry[] = [
  {
    id: 'termination-conditions',
    category: 'terms',
    questions: [
      'Termination conditions',
      'How can the agreement be ended?',
      'When may one of us stop the contract?',
      'Ways to get out of the deal early',
    ],
    answer:
      'Say who may end {deal}, with how much notice, and what is still owed then. A simple form: “Either of us can stop with one week of notice; what was done until then is paid.” Say also whether serious reasons, such as a missed payment, allow stopping at once.',
    suggestions: [
      'Say how many days of notice there are.',
      'Say what is paid for work that is already done.',
    ],
  },
  {
    id: 'notice-period',
    category: 'terms',
    questions: [
      'How much notice should we give?',
      'What notice period is usual?',
      'How many days in advance must I tell them that I stop?',
      'Giving notice for a weekly service',
    ],
    answer:
      'Choose a notice that lets the other one find a replacement: one or two weeks for cleaning, lawn or babysitting, a day or two for single appointments, a month for anything people live on. Say how notice is given, for example by text message, and that it counts from the day it is read. Some kinds of work and rent have a notice set by law.',
    suggestions: [
      'Say how notice is given: by message, email or in person.',
      'Say from which day the notice counts.',
    ],
  },
  {
    id: 'change-of-mind',
    category: 'legal',
    questions: [
      'Can I change my mind after agreeing?',
      'Is there a cooling-off period?',
      'I regret the deal and want to withdraw',
      'Backing out the next day',
    ],
    answer:
      'A general right to change your mind exists less often than people think; it is mostly for purchases from businesses. If you want one, agree on it: “Either of us can call it off within two days, and all money goes back.” In this product, party B can decline instead of consenting, and party A can cancel while the contract is not yet paid or not yet answered.',
    suggestions: ['Say until when each of you may call it off.', 'Say whether money goes back in that case.'],
  },
  {
    id: 'breach',
    category: 'legal',
    questions: [
      'What if the other person does not keep the agreement?',
      'What happens in case of breach of contract?',
      'They did not do what they promised',
      'The other side does not stick to the deal',
    ],
    answer:
      'First say in writing what was agreed, what is missing, and by when you expect it. Give a fair last date. If that passes, depending on the case, people hold back their own part, end the agreement, or ask for the money back. The recording shows what was promised, so play the exact place together before you quarrel about it.',
    suggestions: [
      'Write down what is missing and set a last date.',
      'Play the place in the recording together.',
    ],
  },
  {
    id: 'duration',
    category: 'terms',
    questions: [
      'How long should the agreement last?',
      'Do we need an end date?',
      'Start and end of the contract',
      'What if we did not name a deadline?',
    ],
    answer:
      'For a single deal, say the day by which everything is done. For something that repeats, say when it begins, how often it happens, and when it ends or that it goes on until one of you stops it. Say full dates with day, month and year instead of “next week”.',
    suggestions: ['Say the full date on which it begins and ends.', 'Say by when everything has to be done.'],
  },
  {
    id: 'amendment',
    category: 'terms',
    questions: [
      'How do we change the terms later?',
      'Can we amend a recorded agreement?',
      'We agreed on a new price afterwards',
      'Modifying the contract after recording',
    ],
    answer:
      'A finished recording is never altered; that is what makes it trustworthy. Record a new, short agreement that says which earlier one it changes, what is different now, and that everything else stays. Give the number of the earlier agreement, so that both can be read together.',
    suggestions: ['Say the number of the earlier agreement.', 'Say that everything else stays as it was.'],
  },
  {
    id: 'renewal',
    category: 'terms',
    questions: [
      'Does the agreement renew by itself?',
      'How do we extend the agreement?',
      'Continue for another season',
      'Automatic renewal clause',
    ],
    answer:
      'It only goes on if you say so. Either name an end and talk again before it, or say that it continues month by month until one of you stops. For a new season with a new price, a fresh recording of one minute is clearer than a renewal clause.',
    suggestions: [
      'Say whether it goes on after the end date.',
      'Say whether the price may change for the next season.',
    ],
  },
];
