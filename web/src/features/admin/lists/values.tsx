import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { formatAgreementId, formatDateTime } from '../../../lib/format';
import { sectionPath } from '../sections';

/** In narrow columns a moment breaks between day and hour, not inside the hour. */
function momentText(at: string): string {
  return formatDateTime(at).replace(/\s([AP]M)\s/, '\u00a0$1\u00a0');
}

/** A moment with its zone; a dash when it has not come. */
export function When({ at }: { at: string | null | undefined }) {
  if (!at) return adminTexts.list.none;
  return (
    <time dateTime={at} className="text-sm tabular-nums">
      {momentText(at)}
    </time>
  );
}

/** A contract's number, leading to the contract among the others. */
export function ContractLink({ agreementId }: { agreementId: string }) {
  const shown = formatAgreementId(agreementId);
  return (
    <Link
      href={sectionPath('agreements', { q: agreementId })}
      aria-label={adminTexts.payments.openContract(shown)}
      className="inline-flex min-h-6 items-center text-sm underline decoration-line underline-offset-4 tabular-nums hover:decoration-current lg:whitespace-nowrap"
    >
      {shown}
    </Link>
  );
}

/** A key or subject: a contract's number as people know it, anything else as it is. */
export function keyText(key: string | null): string {
  if (!key) return '';
  return /^\d{16}$/.test(key) ? formatAgreementId(key) : key;
}

const SHORT = 90;

/** Text that may be long: its beginning, the rest on demand. */
export function LongText({ text }: { text: string | null }) {
  if (!text) return adminTexts.list.none;
  if (text.length <= SHORT) return <span className="wrap-anywhere">{text}</span>;
  return (
    <details className="group wrap-anywhere">
      <summary className="cursor-pointer">
        <span className="group-open:hidden">{text.slice(0, SHORT).trimEnd()}…</span>
        <span className="hidden group-open:inline">{adminTexts.list.wholeText}</span>
      </summary>
      {text}
    </details>
  );
}

/** Words for a value that the server may add to: its own name when there are none yet. */
export function wordsFor(table: Record<string, string>, value: string): string {
  return table[value] ?? value.replace(/[._-]+/g, ' ');
}
