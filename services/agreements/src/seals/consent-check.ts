import type { DataSource } from 'typeorm';
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

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const STORED = `
  select
    (select jsonb_build_object('via', c.via, 'wordingVersion', c.wording_version, 'address', c.address,
        'device', c.device, 'sha256', r.sha256, 'codeId', c.code_id,
        'isCodeUsed', coalesce(k.used_at is not null and k.agreement_id = c.agreement_id, false),
        'consentedAt', to_char(c.consented_at at time zone 'utc', ${ISO}))
      from consents c left join recordings r on r.id = c.recording_id and r.agreement_id = c.agreement_id
        left join consent_codes k on k.id = c.code_id
      where c.agreement_id = $1) as consent,
    coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'answer', f.answer, 'via', f.via, 'reason', f.reason,
        'address', f.address, 'device', f.device, 'answeredAt', to_char(f.answered_at at time zone 'utc', ${ISO})))
      from confirmations f where f.agreement_id = $1), '[]') as confirmations`;

/** What is shown of how party B agreed must be what the log tells, where nothing can be changed unseen. */
export async function problemOfConsents(
  dataSource: DataSource,
  agreementId: string,
  log: readonly LogRow[],
): Promise<string | null> {
  const [stored] = await dataSource.query<
    { consent: StoredConsent | null; confirmations: StoredConfirmation[] }[]
  >(STORED, [agreementId]);
  if (!stored) return null;
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
