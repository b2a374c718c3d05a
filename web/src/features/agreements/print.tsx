import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import type { AgreementView } from '../../lib/api/api-types';
import { formatAgreementId, formatDateTime, shortHash } from '../../lib/format';

/** A SHA-256: a glance of it on the screen, all of it on paper, where nobody can ask for more. */
export function Fingerprint({ hash }: { hash: string }) {
  return (
    <span className="font-mono text-xs">
      <span title={hash} className="print:hidden">
        {shortHash(hash)}
      </span>
      <span className="hidden break-all print:inline">{hash}</span>
    </span>
  );
}

const text = dashboardTexts.print;

/** The moment of printing, as ISO time. */
function usePrintedAt(): string {
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    const now = () => flushSync(() => setAt(new Date().toISOString()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return at;
}

/** What only paper needs: what this is, of which contract and when it was printed. */
export function PrintHeader({ agreementId }: { agreementId: string }) {
  const printedAt = usePrintedAt();
  return (
    <div className="hidden border-b border-line pb-3 print:block">
      <p className="font-serif text-2xl font-medium">{text.title}</p>
      <p className="text-sm text-muted tabular-nums">
        {t.app.name} · {formatAgreementId(agreementId)} · {text.printed(formatDateTime(printedAt))}
      </p>
    </div>
  );
}

/** How somebody who holds the paper finds out whether it is true. */
export function HowToCheck({ agreement }: { agreement: AgreementView }) {
  const { agreementId, sha256 } = agreement;
  return (
    <section className="hidden space-y-1 border-t border-line pt-3 print:block">
      <p className="font-semibold">{text.check}</p>
      {sha256 && (
        <p>
          {text.recording} <Fingerprint hash={sha256} />
        </p>
      )}
      <p>{text.how(`${window.location.origin}/verify/${agreementId}`)}</p>
    </section>
  );
}
