import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const recording: readonly KnowledgeEntry[] = [
  {
    id: 'record-well',
    category: 'general',
    questions: [
      'Where do we put the phone while we record?',
      'How do I make a good recording?',
      'Recording tips',
      'How close should we sit to the microphone?',
      'Best practices for recording',
    ],
    answer:
      'Find a quiet place, put the phone between you at about an arm’s length, and test the microphone. Have names, amount and dates ready. Speak one after the other, not at the same time, and say numbers slowly. At the end both of you confirm.',
    suggestions: ['Put the phone between you.', 'Speak one after the other.'],
  },
  {
    id: 'script',
    category: 'general',
    questions: [
      'Template of the sentences to say',
      'What exactly should we say?',
      'Give me an example script',
      'Sample wording for the recording',
      'How do we begin and how do we end?',
    ],
    answer:
      '“I am {partyA}, and I agree to be recorded.” “I am {partyB}, and I agree to be recorded.” Then say what you agree on, by when, and for how much. End with “I, {partyA}, agree to this” and “I, {partyB}, agree to this”. The recorder shows you the next line while you speak.',
    suggestions: ['Say today’s date at the beginning.', 'End with both full names and “agree”.'],
  },
  {
    id: 'length',
    category: 'general',
    questions: [
      'Does the recording stop by itself after some time?',
      'How long may the recording be?',
      'What is the time limit of a recording?',
      'Maximum minutes for my plan',
      'Is ten minutes enough?',
      'How many minutes can I record?',
    ],
    answer:
      '{limit} Most agreements need less than one minute, and we advise to stay under {advised} in any case. A bar shows how much time is left, and you are warned before the end; what you have said until then is kept.',
    suggestions: ['Note the main points before you start.', 'Record long deals as two short agreements.'],
  },
  {
    id: 'microphone',
    category: 'general',
    questions: [
      'The microphone does not work',
      'My browser blocks the microphone',
      'No sound is recorded',
      'Unable to access microphone, permission denied',
      'My recording is silent, there is nothing to hear',
    ],
    answer:
      'Open the site settings beside the address bar, allow the microphone, and try again. Close other apps that use it, such as a video call, and check that the right microphone is chosen. While you record, the ring around the button moves with your voice; if it stays still, we cannot hear you.',
    suggestions: ['Allow the microphone in the site settings.', 'Close other apps that use the microphone.'],
  },
  {
    id: 'pause',
    category: 'general',
    questions: [
      'Can we take a break while recording?',
      'Can I pause the recording?',
      'A phone call interrupted the recording',
      'Resume after an interruption',
      'Stop for a moment and continue',
    ],
    answer:
      'Use Pause and Resume. If a call or another app takes the microphone away, the recorder says so and keeps what was said so far; resume when the microphone is free. Say aloud that you paused, so that nobody wonders about the gap.',
    suggestions: ['Say aloud when you pause and go on.', 'Switch your phone to do not disturb.'],
  },
  {
    id: 'record-again',
    category: 'general',
    questions: [
      'I said something wrong, can we do it again?',
      'Can I record again if I made a mistake?',
      'How often may I re-record it?',
      'I misspoke, how do I redo it?',
      'Delete the take and start over',
      'Is a new try free?',
    ],
    answer:
      'Listen to it on the review step and press Record Again as often as you like; it is free until you pay. A small slip you can also correct in the same recording: say “correction”, then the right words, and let the other one confirm.',
    suggestions: ['Say “correction” and then the right words.', 'Listen to the end before you continue.'],
  },
  {
    id: 'upload',
    category: 'general',
    questions: [
      'Is an M4A or MP3 file okay?',
      'Can I upload an audio file?',
      'I already recorded it with another app',
      'Which audio formats are accepted?',
      'Use a voice memo from my phone',
    ],
    answer: `Where you record choose Upload Audio File; on the form of a new contract it is under More. The usual formats work, such as MP3, M4A, WAV, FLAC, Ogg and WebM, up to ${facts.maxAudio} and within the time limit of the plan. The file is kept exactly as you send it; make sure that everybody in it agreed to be recorded.`,
    suggestions: [
      'Check that both voices are clear in the file.',
      'Keep your own copy of the original file.',
    ],
  },
  {
    id: 'browsers',
    category: 'general',
    questions: [
      'Which browsers are supported?',
      'Does it work on iPhone and Android?',
      'Do I have to install an app?',
      'This browser cannot record',
    ],
    answer:
      'You need no app: a current version of Chrome, Edge, Firefox or Safari is enough, on a phone, a tablet or a computer with a microphone. The page has to be opened over https. Browsers inside other apps, such as a chat, often cannot record; then open the page in the real browser.',
    suggestions: ['Update your browser first.', 'Open the page in the real browser, not inside a chat app.'],
  },
  {
    id: 'recovery',
    category: 'general',
    questions: [
      'I closed the page, is my recording lost?',
      'The browser crashed while recording',
      'My battery died or the internet broke off',
      'Get back an unsaved recording',
      'Do I lose the recording when the phone dies?',
    ],
    answer:
      'Usually not. While you record, the browser keeps a safety copy on your device. Open the same page in the same browser again, and it offers you the last recording with the button Keep. Once you have continued, it is on our server as well.',
    suggestions: [
      'Open the same page in the same browser.',
      'Continue soon, so that it is on our server too.',
    ],
  },
];
