import { consentTexts } from '#texts/consents';
import { Notice } from '../../components/ui/notice';
import type { TranscriptView } from '../../lib/api/api-types';
import { formatDuration } from '../../lib/format';

const text = consentTexts.spoken;

type SpokenConsent = TranscriptView['spokenConsents'][number];

function wordsFor({ state, reason, start, text: words }: SpokenConsent, name: string): string {
  if (state === 'said') return text.said(name, words ?? '', formatDuration(start ?? 0));
  if (state === 'not_said') return text.notSaid(name);
  if (state === 'silent') return text.silent(name);
  return reason === 'voices' ? text.voices(name) : text.words(name);
}

interface SpokenConsentsProps {
  transcript: Pick<TranscriptView, 'spokenConsents' | 'voiceMatch'> | null;
  names: { a: string; b: string };
}

/** Whether each party is heard agreeing, and whether the two recordings sound like one person. */
export function SpokenConsents({ transcript, names }: SpokenConsentsProps) {
  if (!transcript || transcript.spokenConsents.length === 0) return null;
  return (
    <section aria-labelledby="viewer-spoken" className="flex flex-col gap-3">
      <h3 id="viewer-spoken" className="text-lg">
        {text.title}
      </h3>
      {transcript.voiceMatch === 'alike' && (
        <Notice tone="warn" title={text.alikeTitle}>
          {text.alike}
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        {transcript.spokenConsents.map((consent) => (
          <li key={consent.party} className={consent.state === 'said' ? '' : 'font-medium'}>
            {wordsFor(consent, names[consent.party])}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{text.machine}</p>
    </section>
  );
}
