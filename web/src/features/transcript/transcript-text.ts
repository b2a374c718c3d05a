import { t } from '#texts/common';
import { transcriptTexts } from '#texts/transcript';
import type { SpeakerView, TranscriptSegment, TranscriptView } from '../../lib/api/api-types';
import { formatDuration } from '../../lib/format';
import { speakerOf } from './speakers';

/** The conversation to paste elsewhere: who, when, what. */
export function transcriptText(
  segments: readonly TranscriptSegment[],
  speakers: readonly SpeakerView[],
  unknown: string,
): string {
  return segments
    .map(({ speaker, start, text }) => {
      const { name } = speakerOf(speaker, speakers, unknown);
      return `${name} (${formatDuration(start)}): ${text}`;
    })
    .join('\n');
}

/** What is spoken in a text of both recordings, as BCP-47; null where nobody knows, or each is in another language. */
export function commonLanguage(
  transcript: Pick<TranscriptView, 'language' | 'consentLanguage'> | null,
): string | null {
  const { language = null, consentLanguage = null } = transcript ?? {};
  return consentLanguage === null || consentLanguage === language ? language : null;
}

/** A person's text where there is one, else the conversation with its speakers and times. */
function wordsOf({
  human,
  segments,
  speakers,
  areVoicesUnclear,
  isOneVoice,
  text: plain,
}: TranscriptView): string {
  if (human) return human.text;
  if (segments.length === 0) return plain;
  const lines = transcriptText(segments, speakers, t.viewer.unknownSpeaker);
  if (areVoicesUnclear) return `${transcriptTexts.voicesUnclear}\n\n${lines}`;
  return isOneVoice ? `${transcriptTexts.oneVoice}\n\n${lines}` : lines;
}

/** Why a finished transcript has no words: nobody is said to have been silent who spoke and was not understood. */
export function whyNoWords({ gaps }: Pick<TranscriptView, 'gaps'>): string {
  return gaps.length > 0 ? transcriptTexts.noWords : transcriptTexts.silence;
}

/** What is taken along: what the agreement is about, and the words of its transcript; nothing without words. */
export function wordsToShare(transcript: TranscriptView, title: string | null): string {
  const words = wordsOf(transcript);
  return title && words ? `${title}\n\n${words}` : words;
}
