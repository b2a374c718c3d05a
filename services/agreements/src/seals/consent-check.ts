import { MINUTE_MS } from '#platform';
import type { LogRow } from '../event-log/event-log.js';
import { viaOf } from './consent-record.js';

interface StoredConsent {
  via: string;
  wordingVersion: string;
  consentedAt: string;
  address: string | null;
  device: string | null;
  /** Of the recording in which party B spoke. */
  sha256: string | null;
  /** The code that was typed; null when there was none. */
  codeId: string | null;
  isCodeUsed: boolean;
}

interface StoredConfirmation {
  id: string;
  answer: string;
  via: string;
  reason: string | null;
  answeredAt: string;
  address: string | null;
  device: string | null;
}

/** Rows of `consents` and `confirmations`. Times are ISO 8601 in UTC. */
export interface StoredConsents {
  consent: StoredConsent | null;
  confirmations: StoredConfirmation[];
}

/** What is shown of how party B agreed must be what the log tells, where nothing can be changed unseen. */
export function problemOfConsents(stored: StoredConsents, log: readonly LogRow[]): string | null {
  const consented = log.findLast(({ type }) => type === 'consented');
  if (!isSameConsent(stored.consent, consented, log)) return "party B's consent is not the one in the log";
  const answers = log.filter(({ type }) => type === 'consent-confirmed' || type === 'consent-objected');
  const isWhole =
    answers.length === stored.confirmations.length &&
    answers.every((row) => stored.confirmations.some((answer) => isSameAnswer(answer, row)));
  return isWhole ? null : 'what party B said afterwards is not what the log has';
}

function isSameConsent(
  stored: StoredConsent | null,
  row: LogRow | undefined,
  log: readonly LogRow[],
): boolean {
  if (!stored || !row) return !stored && !row;
  const { detail, address, device, at } = row;
  const isCodeRight =
    stored.via === 'code'
      ? stored.isCodeUsed &&
        log.some((one) => one.type === 'code-confirmed' && one.detail.codeId === stored.codeId)
      : stored.codeId === null;
  return (
    isCodeRight &&
    stored.via === viaOf(row) &&
    stored.wordingVersion === detail.wordingVersion &&
    stored.sha256 === detail.sha256 &&
    stored.address === address &&
    stored.device === device &&
    isSameMinute(stored.consentedAt, at)
  );
}

function isSameAnswer(stored: StoredConfirmation, { type, detail, address, device, at }: LogRow): boolean {
  return (
    stored.id === detail.confirmationId &&
    stored.answer === (type === 'consent-confirmed' ? 'yes' : 'no') &&
    stored.via === detail.via &&
    stored.reason === (detail.note ?? null) &&
    stored.address === address &&
    stored.device === device &&
    isSameMinute(stored.answeredAt, at)
  );
}

/** A row of the log is written a little later than what it tells of, in the same transaction. */
const isSameMinute = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE_MS;
