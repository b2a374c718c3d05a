import { MINUTE_MS } from '#platform';
import {
  type ConfirmationVia,
  type ConsentVia,
  consentStatements,
  consentWording,
  type DeviceMatch,
  deviceMatches,
} from '../agreements/agreements.module.js';
import type { LogRow } from '../event-log/event-log.module.js';

/** How each party agreed, as the log has it. Times are ISO 8601 in UTC. */
export interface ConsentRecord {
  partyA: {
    /** When the server stored the recording. */
    recordedAt: string | null;
    /** By the clock of the device: when the recording was begun; null where nobody told, as of a file. */
    startedAt: string | null;
    /** By the clock of the device: when the recording was started below the words that everyone present knows of it. */
    noticeGivenAt: string | null;
    audioSha256: string | null;
    address: string | null;
    device: string | null;
  };
  /**
   * Null while party B has given no consent of their own: in one room, where they are only heard on the recording, and
   * from afar for as long as they have not agreed.
   */
  partyB: {
    consentedAt: string;
    /** As with party A. */
    startedAt: string | null;
    wordingVersion: string;
    /** As they were read and ticked. */
    statements: string[];
    audioSha256: string | null;
    /** How party B was reached; `number` is from a time when the number of the agreement alone was enough. */
    via: ConsentVia;
    address: string | null;
    device: string | null;
    /** Whether it was party A's device, as far as that is known; null where nothing says so. */
    deviceMatch: DeviceMatch | null;
  } | null;
  /** What party B said afterwards about whether it was them, oldest first. */
  confirmations: {
    at: string;
    answer: 'yes' | 'no';
    /** The link that was mailed, or a code on party A's own screen. */
    via: ConfirmationVia;
    reason: string | null;
    address: string | null;
    device: string | null;
    deviceMatch: DeviceMatch | null;
  }[];
}

/** Reads the consents from the log, which is where nothing can be changed afterwards. */
export function consentRecord(rows: readonly LogRow[], partyBName: string): ConsentRecord {
  // The recording that was paid for: one that was made again took the place of the one before.
  const recorded = rows.findLast(({ type }) => type === 'recorded' || type === 'recorded-again');
  const consented = rows.findLast(({ type }) => type === 'consented');
  return {
    partyA: {
      recordedAt: recorded?.at ?? null,
      startedAt: text(recorded?.detail.startedAt),
      noticeGivenAt: text(recorded?.detail.noticeGivenAt),
      audioSha256: text(recorded?.detail.sha256),
      address: recorded?.address ?? null,
      device: recorded?.device ?? null,
    },
    partyB: consented
      ? {
          consentedAt: consented.at,
          startedAt: text(consented.detail.startedAt),
          wordingVersion: text(consented.detail.wordingVersion) ?? '',
          statements: statementsOf(consented, partyBName),
          audioSha256: text(consented.detail.sha256),
          via: viaOf(consented),
          address: consented.address,
          device: consented.device,
          deviceMatch: deviceMatchOf(consented),
        }
      : null,
    confirmations: rows
      .filter(({ type }) => type === 'consent-confirmed' || type === 'consent-objected')
      .map((row) => ({ ...row, deviceMatch: deviceMatchOf(row) }))
      .map(({ type, at, detail, address, device, deviceMatch }) => ({
        at,
        answer: type === 'consent-confirmed' ? 'yes' : 'no',
        via: detail.via === 'screen' ? 'screen' : 'link',
        reason: text(detail.note),
        address,
        device,
        deviceMatch,
      })),
  };
}

function deviceMatchOf({ detail }: LogRow): DeviceMatch | null {
  return deviceMatches.find((match) => match === detail.deviceMatch) ?? null;
}

/** Rows of before codes say only whether there was a key, which was always that of the link. */
export function viaOf({ detail }: LogRow): ConsentVia {
  if (detail.via === 'code') return 'code';
  return detail.isKeyed === true ? 'link' : 'number';
}

function statementsOf({ detail }: LogRow, partyBName: string): string[] {
  const wording = consentWording[text(detail.wordingVersion) ?? ''];
  return consentStatements
    .filter((statement) => detail[statement] === true)
    .map((statement) => wording?.[statement].replace('{b}', () => partyBName) ?? statement);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface StoredConsent {
  via: string;
  wordingVersion: string;
  consentedAt: string;
  address: string | null;
  device: string | null;
  deviceMatch: DeviceMatch | null;
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
  deviceMatch: DeviceMatch | null;
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
    isSameMatch(stored.deviceMatch, row) &&
    isSameMinute(stored.consentedAt, at)
  );
}

function isSameAnswer(stored: StoredConfirmation, row: LogRow): boolean {
  const { type, detail, address, device, at } = row;
  return (
    stored.id === detail.confirmationId &&
    stored.answer === (type === 'consent-confirmed' ? 'yes' : 'no') &&
    stored.via === detail.via &&
    stored.reason === (detail.note ?? null) &&
    stored.address === address &&
    stored.device === device &&
    isSameMatch(stored.deviceMatch, row) &&
    isSameMinute(stored.answeredAt, at)
  );
}

/** A consent from before devices were compared is `alike` by what is known of it, which its row of the log cannot say. */
function isSameMatch(stored: DeviceMatch | null, row: LogRow): boolean {
  const logged = deviceMatchOf(row);
  return stored === logged || (stored === 'alike' && logged === null);
}

/** A row of the log is written a little later than what it tells of, in the same transaction. */
const isSameMinute = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE_MS;
