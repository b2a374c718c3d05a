import type { TranscriptView } from '../../../lib/api/api-types';
import type { SpeakerNaming } from '../api';

/** The transcript with one voice named by its owner; nothing else changes. */
export function withName(transcript: TranscriptView, label: string, naming: SpeakerNaming): TranscriptView {
  return {
    ...transcript,
    speakers: transcript.speakers.map((speaker) =>
      speaker.label === label ? { ...speaker, ...naming, basis: 'owner' } : speaker,
    ),
  };
}
