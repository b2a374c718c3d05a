import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const transcripts: readonly KnowledgeEntry[] = [
  {
    id: 'transcription',
    category: 'general',
    questions: [
      'How long does it take until the transcript is there?',
      'How is the transcript made?',
      'How do I get the text of the recording?',
      'Generate a transcript',
      'Speech to text, AI transcription',
    ],
    answer:
      'After payment, and after party B’s consent if they are invited, a speech engine turns the sound into text with times and speakers. You can watch its progress on the dashboard, or press Generate Transcript in the viewer. The sound always stays the original; the text is a help for reading it.',
    suggestions: ['Listen where a word is marked as unsure.', 'Give the speakers their names.'],
  },
  {
    id: 'transcript-accuracy',
    category: 'general',
    questions: [
      'How exact is the transcription?',
      'How accurate is the transcript?',
      'The text has mistakes',
      'What does draft quality mean?',
      'Words in the transcript are wrong',
    ],
    answer: `A machine writes it, so check the places that matter; words it is unsure of are marked, and you can play any sentence. “Draft quality” means that the built-in offline engine was used. Where the words are a draft or could not be made out well, the contract has a button to have a person write it for ${facts.humanTranscriptPrice} within ${facts.humanTranscriptHours} hours. What counts in the end is the recording itself.`,
    suggestions: [
      'Play the sentences with amounts and dates.',
      'Order a transcript by a person where it is a draft.',
    ],
  },
  {
    id: 'speakers',
    category: 'general',
    questions: [
      'The speakers are mixed up in the transcript',
      'Rename a speaker',
      'How does it know who said what?',
      'Speaker identification by voice',
    ],
    answer:
      'The voices are told apart by their sound, and names are taken from introductions such as “I am {partyA}”. You can rename a speaker in the transcript viewer; that is kept as a note, and the text and the sound stay unchanged. It works best when you speak one after the other.',
    suggestions: ['Introduce yourselves by name at the beginning.', 'Speak one after the other.'],
  },
  {
    id: 'human-transcript',
    category: 'general',
    questions: [
      'Can a person write the transcript?',
      'Professional transcription service',
      'What is manual transcription and how long does it take?',
      'Human transcript within 24 hours',
    ],
    answer: `Yes, of every contract whose recording we keep, once the machine has written its text or given up: the contract then has a button for it. For ${facts.humanTranscriptPrice} a person listens to the recording and writes it down within ${facts.humanTranscriptHours} hours of the payment. It is kept beside the machine’s text and marked as written by a person. If it is late, your money goes back by itself; if it has a mistake, customer service has it corrected free of charge.`,
    suggestions: ['Order it from the contract.', 'Mention names that are hard to spell.'],
  },
  {
    id: 'transcription-failed',
    category: 'general',
    questions: [
      'No transcript could be made',
      'The transcription failed',
      'Transcription service unavailable, what now?',
      'There is no transcript for my contract',
      'Transcription is taking a break',
    ],
    answer: `Your recording is safe. You can try again later, order a transcript by a person for ${facts.humanTranscriptPrice}, or ask customer service to look at it, which is free. The original stays stored either way.`,
    suggestions: ['Try it again in a few minutes.', 'Ask customer service; it is free.'],
  },
  {
    id: 'download-transcript',
    category: 'general',
    questions: [
      'How do I download the transcript?',
      'Save the text as a file or PDF',
      'Export as subtitles, SRT or VTT',
      'Copy or print the transcript',
    ],
    answer:
      'Open the contract on your dashboard: you can copy the transcript or download it as a text file. Download PDF Summary downloads the certificate as a PDF. It can also be exported with its times as subtitles (SRT, VTT) or as JSON.',
    suggestions: ['Keep the text together with the sound.', 'Send the other person a copy.'],
  },
  {
    id: 'download-audio',
    category: 'general',
    questions: [
      'How do I download the audio?',
      'Save the recording as MP3',
      'Get the original sound file',
      'Keep a copy of the recording on my computer',
    ],
    answer:
      'Log in, open the contract on your dashboard and press Download; you get an MP3 of the whole recording; the original is in the evidence packet. It is possible once the contract is paid and until access ends. Keep a copy in a second place, for example on a computer and in the cloud.',
    suggestions: ['Download it before access ends.', 'Do not edit the file.'],
  },
  {
    id: 'by-email',
    category: 'general',
    questions: [
      'Do we both get the contract by email?',
      'I did not get the email with the transcript',
      'When are the recording and text sent to us?',
      'Send the proof to both parties',
      'Do both of us receive everything by email?',
    ],
    answer:
      'When the transcript is ready, both of you get an email with it, each in your own language. It goes to the confirmed address of your account, if you have one, otherwise to the address from the details. If it does not arrive, look in the spam folder; your dashboard shows when an email came back. You can always download everything there.',
    suggestions: ['Check both email addresses before you record.', 'Look in the spam folder.'],
  },
];
