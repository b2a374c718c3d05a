import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const evidence: readonly KnowledgeEntry[] = [
  {
    id: 'binding',
    category: 'legal',
    questions: [
      'Is a spoken agreement legally binding?',
      'Is a voice contract valid?',
      'Does a verbal contract count?',
      'Will it hold up legally?',
    ],
    answer:
      'Spoken agreements can be binding; it depends on where you live and what you agree. What usually matters is that both wanted it, that the terms are clear, and that each gives something. The recording helps to prove what was said, which is the hard part with spoken deals. Some deals need writing in any case.',
    suggestions: ['Let both say “I agree” at the end.', 'Say what each of you gives and gets.'],
  },
  {
    id: 'needs-writing',
    category: 'legal',
    questions: [
      'Which contracts must be in writing?',
      'When is a recording not enough?',
      'Do I need a written and signed paper as well?',
      'Buying a house or land by voice',
      'Sell my house or buy an apartment',
      'Selling a house or a piece of land',
      'Make or change my testament',
      'Leave my house or an inheritance to my children',
      'Marriage contract, prenup or divorce',
      'Mortgage agreement',
      'Guarantee or co-sign the loan or the debts of somebody else',
      'Lease or rental for several years',
      'Use this instead of a notary',
      'Power of attorney',
    ],
    answer:
      'Many places ask for writing, a signature or a notary for some deals: land and houses, long rentals, guarantees for the debts of others, powers of attorney, marriage and inheritance, and in parts of the United States for goods from a certain price. Do not rely on a recording alone for these. For everyday sales, services and small loans people often agree by word.',
    suggestions: [
      'Look up whether your kind of deal needs writing.',
      'Keep the paper and the recording together.',
    ],
  },
  {
    id: 'consent-to-recording',
    category: 'legal',
    questions: [
      'Do both people have to agree to be recorded?',
      'Is it legal to record a conversation?',
      'One-party or two-party consent rules',
      'Asking for permission before recording',
    ],
    answer:
      'Always tell everybody and let each of you say “I agree to be recorded” first. Some places need the consent of all, others of one person only; with a clear yes at the beginning you are on the safer side everywhere. An invited party B also ticks a statement for it before the microphone is asked for.',
    suggestions: ['Begin with “I agree to be recorded.”', 'Tell everybody in the room that you record.'],
  },
  {
    id: 'in-court',
    category: 'legal',
    questions: [
      'Can I use the recording in court?',
      'Is the audio accepted as evidence?',
      'Proof for a judge',
      'How do I prove what was agreed?',
    ],
    answer:
      'Courts often accept recordings that everybody agreed to, but the judge decides. It helps that the original sound is kept unchanged with its time and fingerprint, that a log shows who did what and when, and that both voices say their names. Download the evidence packet, which has the original, before access ends and never edit its files.',
    suggestions: [
      'The original sound is in the evidence packet; download that.',
      'Say the date at the beginning of the recording.',
    ],
  },
  {
    id: 'fingerprint',
    category: 'general',
    questions: [
      'What is the fingerprint or hash?',
      'How do I know that nobody changed the recording?',
      'What does SHA-256 mean?',
      'Tampering with the audio file',
    ],
    answer:
      'The fingerprint (SHA-256) is a short code computed from the bytes of the sound. If anybody changes even one bit, the code is a different one. It is taken when the recording arrives and stays in the contract’s log, even after the sound itself has been deleted. The original sound is in the evidence packet; any tool that computes SHA-256 can check it there.',
    suggestions: [
      'Keep the original file; edited copies have another fingerprint.',
      'Note the short code together with the date.',
    ],
  },
  {
    id: 'event-log',
    category: 'general',
    questions: [
      'What is in the log of the contract?',
      'Is it recorded who opened it and when?',
      'Is the recording timestamped?',
      'History of what happened with my agreement',
    ],
    answer:
      'Each contract has a log that is only ever added to: who did what, when, and from which address and device. Every row carries the fingerprint of the one before it, so that a row cannot be removed unnoticed. You see it in the Voice Contract Viewer on your dashboard, and it stays when the sound is deleted.',
    suggestions: ['Open the viewer on your dashboard to read the log.', 'Say the date aloud as well.'],
  },
  {
    id: 'photo',
    category: 'general',
    questions: [
      'Can I add a photo?',
      'Upload a picture of the item or document',
      'Should we photograph the condition?',
      'How big may the image be?',
    ],
    answer: `Yes, add one photo in the details before you record: an image file of up to ${facts.maxPhoto}, for example of the car, the scratch or the key page of a document. Where the photo was taken is removed from the file. Describe in the recording what it shows, so that picture and words belong together.`,
    suggestions: ['Say in the recording what the photo shows.', 'Photograph known faults.'],
  },
  {
    id: 'signature',
    category: 'legal',
    questions: [
      'Is a voice the same as a signature?',
      'Do we have to sign something?',
      'Electronic signature and recorded consent',
      'No paper was signed',
    ],
    answer:
      'For many everyday deals no signature is needed; a clear spoken “I agree” with your name shows that you wanted it. In many places electronic records and sounds can also count as a signature, with exceptions. Where the law asks for a signature on paper, a voice does not replace it.',
    suggestions: [
      'Let each say “I, my full name, agree to this.”',
      'Sign a paper too where the law asks for it.',
    ],
  },
];
