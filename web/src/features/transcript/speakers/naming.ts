import { transcriptTexts } from '#texts/transcript';
import type { SpeakerView } from '../../../lib/api/api-types';
import type { SpeakerNames } from '../speaker';

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
  const untouched = ['', speaker.name, names.a, names.b, `Speaker ${speaker.label}`];
  if (!untouched.includes(typed.trim())) return typed;
  if (party) return names[party];
  return speaker.party === null ? speaker.name : `Speaker ${speaker.label}`;
}
