import { transcriptTexts } from '#texts/transcript';
import type { SpeakerView, TranscriptView } from '../../lib/api/api-types';
import type { SpeakerNaming } from './api';

export interface SpeakerNames {
  a: string;
  b: string;
}

export interface Speaker {
  name: string;
  side: 'a' | 'b' | 'other';
}

/** The colours of a speaker: each party its own, anybody else none. */
export const SIDES = {
  a: { row: 'pr-6 sm:pr-16', name: 'text-party-a', bar: 'border-party-a', dot: 'bg-party-a' },
  b: { row: 'pl-6 sm:pl-16', name: 'text-party-b', bar: 'border-party-b', dot: 'bg-party-b' },
  other: { row: 'pr-6 sm:pr-16', name: 'text-muted', bar: 'border-field', dot: 'bg-field' },
} as const;

/** A voice that nobody has named has a number, which the server says in English. */
export function speakerName({ name, label }: Pick<SpeakerView, 'name' | 'label'>): string {
  return name === `Speaker ${label}` ? transcriptTexts.speakers.numbered(label) : name;
}

/** Who a label stands for; nobody until that is known. */
export function speakerOf(label: string | null, speakers: readonly SpeakerView[], unknown: string): Speaker {
  const found = label === null ? undefined : speakers.find((speaker) => speaker.label === label);
  return found
    ? { name: speakerName(found), side: found.party ?? 'other' }
    : { name: unknown, side: 'other' };
}

/**
 * Whose lines are whose. Voices that a person's file names, and that are no party's own recording, have nothing but that
 * name.
 */
export function voicesOf({
  speakers,
  segments,
  engine,
}: Pick<TranscriptView, 'speakers' | 'segments' | 'engine'>): SpeakerView[] {
  if (engine !== 'human') return speakers;
  const known = new Set(speakers.map(({ label }) => label));
  const named = new Set(segments.flatMap(({ speaker }) => speaker ?? []).filter((name) => !known.has(name)));
  return [...speakers, ...[...named].map((name) => ({ label: name, party: null, name, basis: null }))];
}

const NAME_MAX = 80;

/** What is wrong with a name; null when it can be kept. */
export function nameProblem(name: string): string | null {
  const { nameRequired, nameTooLong } = transcriptTexts.speakers;
  if (name.trim() === '') return nameRequired;
  return name.trim().length > NAME_MAX ? nameTooLong(NAME_MAX) : null;
}

/** The party that a choice in the form stands for. */
export function partyFrom(value: string): SpeakerView['party'] {
  return value === 'a' || value === 'b' ? value : null;
}

/** The name that goes with a newly chosen party, unless the person has typed one of their own. */
export function suggestedName(
  typed: string,
  party: SpeakerView['party'],
  { speaker, names }: { speaker: SpeakerView; names: SpeakerNames },
): string {
  const numbered = transcriptTexts.speakers.numbered(speaker.label);
  const untouched = ['', speakerName(speaker), names.a, names.b, numbered];
  if (!untouched.includes(typed.trim())) return typed;
  if (party) return names[party];
  return speaker.party === null ? speakerName(speaker) : numbered;
}

/** The transcript with one speaker named by its owner; nothing else changes. */
export function withName(transcript: TranscriptView, label: string, naming: SpeakerNaming): TranscriptView {
  return {
    ...transcript,
    speakers: transcript.speakers.map((speaker) =>
      speaker.label === label ? { ...speaker, ...naming, basis: 'owner' } : speaker,
    ),
  };
}
