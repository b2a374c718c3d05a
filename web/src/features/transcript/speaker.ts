import type { SpeakerView } from '../../lib/api/api-types';

export interface SpeakerNames {
  a: string;
  b: string;
}

export interface Speaker {
  name: string;
  side: 'a' | 'b' | 'other';
}

/** The colours of a voice: each party its own, anybody else none. */
export const SIDES = {
  a: { row: 'pr-6 sm:pr-16', name: 'text-party-a', bar: 'border-party-a', dot: 'bg-party-a' },
  b: { row: 'pl-6 sm:pl-16', name: 'text-party-b', bar: 'border-party-b', dot: 'bg-party-b' },
  other: { row: 'pr-6 sm:pr-16', name: 'text-muted', bar: 'border-field', dot: 'bg-field' },
} as const;

/** Whose voice a label stands for; until that is known, nobody's. */
export function speakerOf(label: string | null, speakers: readonly SpeakerView[], unknown: string): Speaker {
  const found = label === null ? undefined : speakers.find((speaker) => speaker.label === label);
  return found ? { name: found.name, side: found.party ?? 'other' } : { name: unknown, side: 'other' };
}
