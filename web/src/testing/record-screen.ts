import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { openDraftDb } from '../features/recording/drafts/draft-db';
import type { AgreementView } from '../lib/api/api-types';
import { answer, example } from './api';
import { open } from './screen';

export const ID = '4207731958026614';
export const ADDRESS = `/record?agreementId=${ID}`;
export const CHECKOUT = `/checkout?plan=standard&agreementId=${ID}`;
export const READ = 'GET /api/agreements/{agreementId}';
export const DRAFT = 'GET /api/agreements/{agreementId}/take';
export const TRANSCRIBE = 'POST /api/transcribe';
export const HUMAN_TRANSCRIPT = 'POST /api/request-manual-transcription';
export const SERVICE = 'POST /api/request-customer-service';

export const FALLBACK = {
  manualService: {
    available: true,
    description: 'A person transcribes your recording within 24 hours for $2.00.',
  },
  customerService: {
    available: true,
    description: 'Our support looks at your recording with you, free of charge.',
  },
};

export function agreement(change: Partial<AgreementView> = {}): AgreementView {
  return {
    ...example(READ),
    partyAName: 'Anna Miller',
    partyBName: 'Ben Carter',
    planType: 'standard',
    status: 'pending',
    contentDeletedAt: null,
    ...change,
  };
}

/** What the engine makes of the recording; the amounts agree. */
export const transcribed = {
  ...example('GET /api/agreements/{agreementId}/take', 200),
  agreement: agreement(),
  transcript: {
    text: 'I sell you my bicycle. For 250 dollars.',
    language: 'es',
    duration: 65,
    segments: [
      { start: 0, text: 'I sell you my bicycle.' },
      { start: 62, text: 'For 250 dollars.' },
    ],
    amountCheck: null,
  },
};

export function openRecord(change: Partial<AgreementView> = {}) {
  answer(READ, agreement(change));
  return open(ADDRESS, 'user');
}

export type Person = ReturnType<typeof open>['person'];

export async function record(person: Person): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
  await person.click(await screen.findByRole('button', { name: 'Stop Recording' }));
  await screen.findByRole('button', { name: 'Process Recording' });
  // Made beside everything else.
  await screen.findByText('Fingerprint');
}

/** Chooses a file, even one that the file dialog would not offer. */
export function choose(file: File): void {
  const [input] = document.querySelectorAll('input[type="file"]');
  if (!input) throw new Error('There is no choice of files.');
  fireEvent.change(input, { target: { files: [file] } });
}

/** How many recordings are on the device. */
export async function keptDrafts(): Promise<number> {
  return (await openDraftDb()).count('sessions');
}

/** Lets the browser know how long chosen sounds are. */
export function letSoundsLast(seconds: number): void {
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    const audio = document.createElement('audio');
    Object.defineProperty(audio, 'duration', { value: seconds });
    queueMicrotask(() => audio.dispatchEvent(new Event('loadedmetadata')));
    return audio;
  });
}

/** Chosen sounds tell how long they are only when the answer is called. */
export function holdLengths(seconds: number): () => Promise<void> {
  const sounds: HTMLAudioElement[] = [];
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    const audio = document.createElement('audio');
    Object.defineProperty(audio, 'duration', { value: seconds });
    sounds.push(audio);
    return audio;
  });
  return () =>
    act(async () => {
      for (const audio of sounds) audio.dispatchEvent(new Event('loadedmetadata'));
    });
}
