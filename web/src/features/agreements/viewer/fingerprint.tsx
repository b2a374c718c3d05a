import { shortHash } from '../../../lib/format';

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
