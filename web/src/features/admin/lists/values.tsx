import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { formatAgreementId, formatDateTime } from '../../../lib/format';
import { MINUTE_MS } from '../../../lib/time';
import { DealLine } from '../../agreements/deal-line';
import { type AdminAgreement, type AdminUser, adminRequest, paths } from '../api';
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

/** As many as the server tells in one answer. */
const AT_ONCE = 100;

interface Asked<Found> {
  id: string;
  tell: (found: Found | null) => void;
  fail: (error: unknown) => void;
}

/** Reads one of many by its id: all that are named on a screen are asked for at once. */
function readTogether<Found>(
  ask: (query: { limit: number; ids: string }) => Promise<readonly Found[]>,
  idOf: (found: Found) => string,
): (id: string) => Promise<Found | null> {
  const waiting: Asked<Found>[] = [];
  const askForAll = async (): Promise<void> => {
    const asked = waiting.splice(0, AT_ONCE);
    if (waiting.length > 0) setTimeout(() => void askForAll(), 0);
    const ids = [...new Set(asked.map(({ id }) => id))];
    try {
      const all = await ask({ limit: AT_ONCE, ids: ids.join(',') });
      for (const { id, tell } of asked) tell(all.find((one) => idOf(one) === id) ?? null);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  };
  return (id) =>
    new Promise((tell, fail) => {
      if (waiting.length === 0) setTimeout(() => void askForAll(), 0);
      waiting.push({ id, tell, fail });
    });
}

const readPerson = readTogether<AdminUser>(
  (query) => adminRequest('get', paths.users, { params: { query } }),
  ({ id }) => String(id),
);

const readAgreement = readTogether<AdminAgreement>(
  (query) => adminRequest('get', paths.agreements, { params: { query } }),
  ({ agreementId }) => agreementId,
);

/** A contract's number, leading to it, and once it is known which deal that is. */
export function ContractDeal({ agreementId }: { agreementId: string }) {
  const { data } = useQuery({
    // Not among the pages of the list, which live events change.
    queryKey: [`${paths.agreements}?ids`, agreementId],
    queryFn: () => readAgreement(agreementId),
  });
  return (
    <>
      {data && <DealLine deal={data} className="text-sm" />}
      <ContractLink agreementId={agreementId} />
    </>
  );
}

interface PersonProps {
  id: number;
  /** What they are here, before the name. */
  label?: string;
}

/** Somebody by name, leading to their account; by number as long as the name is not known. */
export function Person({ id, label }: PersonProps) {
  const { data } = useQuery({ queryKey: [paths.users, 'person', id], queryFn: () => readPerson(String(id)) });
  const name = data ? data.username || data.email : adminTexts.people.number(id);
  return (
    <span className="wrap-anywhere">
      {label && `${label} `}
      {data ? (
        <Link
          href={sectionPath('users', { q: data.email })}
          title={data.email}
          className="inline-flex min-h-6 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

/** The time in milliseconds, moving on every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface DueState {
  isLate: boolean;
  hours: number;
  minutes: number;
}

/** How long until (or since) a deadline, in whole minutes; null without a readable one. */
export function dueState(dueAt: string | null, now: number): DueState | null {
  const at = dueAt === null ? Number.NaN : Date.parse(dueAt);
  if (Number.isNaN(at)) return null;
  const minutes = Math.floor(Math.abs(at - now) / MINUTE_MS);
  return { isLate: at < now, hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
