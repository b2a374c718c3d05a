import { consentTexts as text } from '#texts/consents';
import type { ConsentView } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import { gradeWords } from './consent-words';

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
