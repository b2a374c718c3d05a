import type { TranscriptView } from '../transcripts/transcript.view.js';

/** All that is known of the words, for programs. Times count from the start of each one's own recording. */
export function writeJson(transcript: TranscriptView): string {
  const { agreementId, engine, draft, quality, durationSeconds, sha256, text } = transcript;
  const { segments, speakers, areVoicesUnclear, isOneVoice, gaps, terms, amountCheck, human } = transcript;
  const { spokenConsents, voiceMatch } = transcript;
  return `${JSON.stringify(
    {
      ...{ agreementId, engine, draft, quality, durationSeconds, sha256, text },
      ...{ segments, speakers, areVoicesUnclear, isOneVoice, gaps, terms, amountCheck },
      ...{ spokenConsents, voiceMatch, human },
    },
    null,
    2,
  )}\n`;
}
