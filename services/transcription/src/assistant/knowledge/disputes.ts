import type { KnowledgeEntry } from './knowledge-entry.js';

export const disputes: readonly KnowledgeEntry[] = [
  {
    id: 'dispute-resolution',
    category: 'legal',
    questions: [
      'Dispute resolution',
      'How do we settle a disagreement?',
      'What should we say about disputes?',
      'A plan for solving conflicts',
    ],
    answer:
      'Agree on three steps: you talk first and listen to the recording, then a person you both trust or a mediator helps, and only then a court. Say how long each step may take, for example two weeks. Name the place whose courts and rules apply if you live far apart.',
    suggestions: ['Name a person whom you both trust.', 'Say how long you try to settle it yourselves.'],
  },
  {
    id: 'first-steps-in-a-dispute',
    category: 'legal',
    questions: [
      'We are fighting about the contract, what should I do now?',
      'First steps when we disagree',
      'The other person says something else was agreed',
      'He denies what he said',
    ],
    answer:
      'Stay calm and write down what each of you thinks was agreed. Then open the contract and play the exact place: in the transcript you can start the recording at any sentence. Download the recording and the transcript, keep your messages, and do not change or cut any file. If you cannot settle it, a mediator or a lawyer can work with exactly these things.',
    suggestions: [
      'Play the sentence in question together.',
      'Download the recording and the transcript now.',
    ],
  },
  {
    id: 'under-pressure',
    category: 'legal',
    questions: [
      'Somebody threatens me so that I sign',
      'I am being blackmailed with a recording',
      'Can they force me to agree?',
      'I signed under pressure, what now?',
      'I feel threatened by the seller or by the buyer',
      'The other party is threatening me',
      'He said he would kill me',
      'They will hurt my family or my kids',
      'He locked me in until I said yes',
      'I am afraid of the other person',
      'I am scared of the seller, the buyer or the landlord',
    ],
    answer:
      'Do not agree and do not record while somebody threatens or presses you; nobody may force you. If you are in danger, call the emergency number. An agreement made under threats often does not count. Keep the messages, write down what happened and when, tell somebody you trust, and ask the police or a lawyer. If you were invited by a link, you can decline it; if money is held, report a problem.',
    suggestions: ['Keep every message.', 'Tell somebody whom you trust.'],
  },
  {
    id: 'mediation',
    category: 'legal',
    questions: [
      'What is mediation?',
      'Is a mediator better than going to court?',
      'Arbitration or mediation clause',
      'A neutral person to help us',
    ],
    answer:
      'In mediation a neutral person helps you to find your own solution; nobody is forced to anything. In arbitration a neutral person decides, and you usually have to accept it. Both are often quicker and cheaper than a court, and many towns have free or low-cost mediation for neighbours and small deals.',
    suggestions: ['Say that you try mediation first.', 'Say how the cost of a mediator is shared.'],
  },
  {
    id: 'small-claims',
    category: 'legal',
    questions: [
      'Can I go to small claims court?',
      'How do I sue for a small amount?',
      'Taking somebody to court over a few hundred dollars',
      'Legal action for a little money',
    ],
    answer:
      'Many places have a small claims court for modest amounts: simple forms, low fees, and often no lawyer needed. The highest amount and the time limit differ, so look at the website of your local court. Bring the recording, the transcript, the messages, and a short list of what happened on which day.',
    suggestions: [
      'Make a list of what happened on which day.',
      'Look up the limit of your local small claims court.',
    ],
  },
  {
    id: 'governing-law',
    category: 'legal',
    questions: [
      'Which law applies to our agreement?',
      'We live in different states or countries',
      'Which court is responsible?',
      'Governing law and jurisdiction',
    ],
    answer:
      'If you both live in the same place, usually its rules apply. If not, say in the recording where you both are and which place’s rules and courts you choose. Consumers and tenants often keep the protection of their own place whatever is agreed.',
    suggestions: ['Say in which town and state each of you is.', 'Say which place’s rules you choose.'],
  },
  {
    id: 'witnesses',
    category: 'legal',
    questions: [
      'Do we need a witness?',
      'Can a third person confirm the agreement?',
      'Having somebody present while we record',
      'Does a notary have to be there?',
    ],
    answer:
      'Most everyday agreements need no witness, and the recording already keeps what was said. If somebody else is present, let them say their name, that they agree to be recorded, and what they have heard. Some deals need a notary or a written form by law, for example those about land or houses.',
    suggestions: [
      'Let everybody in the room say their name.',
      'Ask whether your kind of deal needs a notary.',
    ],
  },
  {
    id: 'lawyer',
    category: 'legal',
    questions: [
      'Do I need a lawyer?',
      'Can you give me legal advice?',
      'When should I ask an attorney?',
      'Will you tell me if I would win the case?',
    ],
    answer:
      'I can explain common terms and how this product works, but I cannot judge your case. Ask a lawyer when a lot of money, a home, a job, or a child’s rights are at stake, when a court or a deadline is involved, or when something was signed under pressure. Many places have free legal aid or a first consultation at a fixed price.',
    suggestions: [
      'Bring the recording and the transcript to the first talk.',
      'Look for free legal aid near you.',
    ],
  },
];
