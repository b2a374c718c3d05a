import { consentTexts as text } from '#texts/consents';
import { Notice } from '../../components/ui/notice';
import type { ConsentView, TranscriptView } from '../../lib/api/api-types';
import { formatDateTime, formatDuration } from '../../lib/format';
import { gradeWords } from './objection-mark';

interface ConsentListProps {
  consents: readonly ConsentView[];
  names: { a: string; b: string };
}

function Consent({ consent, name }: { consent: ConsentView; name: string }) {
  const { grade, kind, at, maskedEmail, origin, isDeviceAlike, objectedGrade } = consent;
  return (
    <li className="flex flex-col gap-0.5 border-t border-line pt-3 first:border-0 first:pt-0">
      <p className="text-sm text-muted">
        <span className="font-medium text-ink">{name}</span> · {text.kinds[kind]}
      </p>
      <p className={grade === 'objected' ? 'font-medium text-danger' : 'font-medium'}>
        {gradeWords(grade, maskedEmail)}
      </p>
      {objectedGrade && (
        <p className="text-sm text-muted">{text.before(gradeWords(objectedGrade, maskedEmail))}</p>
      )}
      <p className="text-sm text-muted tabular-nums">
        {formatDateTime(at)}
        {origin?.address && ` · ${text.address(origin.address)}`}
      </p>
      {origin?.device && <p className="text-sm wrap-anywhere text-muted">{origin.device}</p>}
      {isDeviceAlike && <p className="text-sm font-medium">{text.alikeDevice}</p>}
      <p className="text-sm text-muted">{text.means[grade]}</p>
    </li>
  );
}

/** Who agreed to what, and how sure that is. */
export function ConsentList({ consents, names }: ConsentListProps) {
  if (consents.length === 0) return null;
  return (
    <section aria-labelledby="viewer-consents" className="flex flex-col gap-3">
      <h3 id="viewer-consents" className="text-lg">
        {text.title}
      </h3>
      <ul className="flex flex-col gap-3">
        {consents.map((consent) => (
          <Consent key={`${consent.party}-${consent.kind}`} consent={consent} name={names[consent.party]} />
        ))}
      </ul>
    </section>
  );
}

type SpokenConsent = TranscriptView['spokenConsents'][number];

function wordsFor({ state, reason, start, text: words }: SpokenConsent, name: string): string {
  if (state === 'said') return text.spoken.said(name, words ?? '', formatDuration(start ?? 0));
  if (state === 'not_said') return text.spoken.notSaid(name);
  if (state === 'silent') return text.spoken.silent(name);
  return text.spoken.unchecked[reason ?? 'words'](name);
}

interface SpokenConsentProps {
  consent: SpokenConsent;
  name: string;
  /** What is spoken in that recording, as BCP-47; null where nobody knows. */
  language: string | null;
}

/** In one sentence, in which the words that were said keep their own language. */
function SpokenSentence({ consent, name, language }: SpokenConsentProps) {
  const sentence = wordsFor(consent, name);
  const words = consent.state === 'said' ? (consent.text ?? '') : '';
  const at = words === '' ? -1 : sentence.lastIndexOf(words);
  if (at < 0 || language === null) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span lang={language}>{words}</span>
      {sentence.slice(at + words.length)}
    </>
  );
}

type Heard = Pick<TranscriptView, 'spokenConsents' | 'voiceMatch' | 'language' | 'consentLanguage'>;

interface SpokenConsentsProps {
  transcript: Heard | null;
  names: { a: string; b: string };
}

/** Whether each party is heard agreeing, and whether the two recordings sound like one person. */
export function SpokenConsents({ transcript, names }: SpokenConsentsProps) {
  if (!transcript || transcript.spokenConsents.length === 0) return null;
  return (
    <section aria-labelledby="viewer-spoken" className="flex flex-col gap-3">
      <h3 id="viewer-spoken" className="text-lg">
        {text.spoken.title}
      </h3>
      {transcript.voiceMatch === 'alike' && (
        <Notice tone="warn" title={text.spoken.alikeTitle}>
          {text.spoken.alike}
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        {transcript.spokenConsents.map((consent) => (
          <li key={consent.party} className={consent.state === 'said' ? '' : 'font-medium'}>
            <SpokenSentence
              consent={consent}
              name={names[consent.party]}
              language={consent.recording === 'b' ? transcript.consentLanguage : transcript.language}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{text.spoken.machine}</p>
    </section>
  );
}
