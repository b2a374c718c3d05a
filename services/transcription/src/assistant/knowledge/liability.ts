import type { KnowledgeEntry } from './knowledge-entry.js';

export const liability: readonly KnowledgeEntry[] = [
  {
    id: 'liability-clauses',
    category: 'legal',
    questions: [
      'Liability clauses',
      'Who is responsible if something goes wrong?',
      'What should we say about liability?',
      'Who is liable for damage?',
    ],
    answer:
      'Name the two or three things that could really go wrong in {deal}, and say for each who pays: for example damage during transport, broken tools, or a missed appointment. Plain words are enough: “If I break it while I work, I replace it.” Some kinds of responsibility, above all for injuries and for what is done on purpose, usually cannot be agreed away.',
    suggestions: ['Say who pays if something is damaged.', 'Say what is covered by insurance.'],
  },
  {
    id: 'damage-before-handover',
    category: 'legal',
    questions: [
      'What if the item is damaged before it is handed over?',
      'Who carries the risk during delivery?',
      'It broke in transport',
      'Who pays if the goods get lost on the way?',
    ],
    answer:
      'Agree on the moment at which the risk passes, most simply when the buyer has the thing in hand. Until then the one who still has it looks after it and carries the loss; afterwards the other one does. If it is sent, say who chooses the carrier and who pays for insurance. A photo taken at the handover helps both.',
    suggestions: [
      'Say that the risk passes at the handover.',
      'Take a photo of the condition at the handover.',
    ],
  },
  {
    id: 'as-is-sale',
    category: 'legal',
    questions: [
      'What does sold as is mean?',
      'Do I have to give a warranty on a used item?',
      'Selling without guarantee',
      'Hidden defects after a private sale',
    ],
    answer:
      '“As is” means that the buyer takes the thing in its present condition. Name the faults that you know, and let the buyer say that they have looked at it or tried it. It rarely protects a seller who hides a fault or promises something untrue, and business sellers often have to give a warranty in any case.',
    suggestions: ['Name every fault that you know of.', 'Let the buyer say that they have tried it.'],
  },
  {
    id: 'injury',
    category: 'legal',
    questions: [
      'What if somebody gets hurt while working?',
      'Accident on my property during the job',
      'Do we need insurance?',
      'Who pays for an injury of the cleaner or babysitter?',
    ],
    answer:
      'Talk about insurance before the work begins: who has which cover, and whether household or work accidents are included. Say who brings safe tools and who tells whom about dangers such as a loose step or a dog. Responsibility for injuries is mostly set by law and can rarely be excluded by agreement.',
    suggestions: ['Say who has insurance for accidents.', 'Say who tells whom about known dangers.'],
  },
  {
    id: 'liability-limit',
    category: 'legal',
    questions: [
      'Can we limit how much somebody has to pay for damage?',
      'Cap on liability',
      'Maximum compensation if things go wrong',
      'Is a limit of damages possible?',
    ],
    answer:
      'You can often agree on an upper limit, for example the price of the job. Say the amount and what it applies to, and let both repeat it. Such limits usually do not hold for injuries, for intent, or against the rules that protect consumers.',
    suggestions: ['Say the highest amount that is paid for damage.', 'Say what the limit does not cover.'],
  },
  {
    id: 'unforeseen-events',
    category: 'terms',
    questions: [
      'What if it rains or somebody is ill?',
      'Force majeure in a simple agreement',
      'Events that nobody can control, such as sickness or storms',
      'Rescheduling because of an emergency',
    ],
    answer:
      'Say what you do when neither of you is to blame: bad weather, illness, a broken car. Most people agree to tell each other at once and to move the date, and only call it off if no new date is found within some days. Say also what happens to money that was paid already.',
    suggestions: [
      'Say how you tell each other, and by when.',
      'Say what happens to money that was already paid.',
    ],
  },
  {
    id: 'ownership',
    category: 'terms',
    questions: [
      'When does ownership pass to the buyer?',
      'Does the item belong to me after I have paid?',
      'Who owns it until the last instalment?',
      'Transfer of title and papers',
    ],
    answer:
      'Say when the thing changes its owner: at the handover, or only once everything is paid. If papers belong to it, such as a vehicle title, a key or a password, say when they are handed over as well. The seller should also say that it is theirs to sell.',
    suggestions: [
      'Let the seller say that it is theirs to sell.',
      'Say when papers and keys are handed over.',
    ],
  },
];
