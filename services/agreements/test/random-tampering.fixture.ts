import { readFile, rm, writeFile } from 'node:fs/promises';
import type pg from 'pg';
import type { SeededRandom } from '#testing';
import type { AgreementsUnderTest } from './agreements-under-test.js';

type Row = Record<string, unknown>;

/** What was done, and how to take it back; null when the database refuses it, or there is nothing to do it to. */
type Tampered = {
  what: string;
  /** Of the file that the changed row was about, where only who has that file asks for the row. */
  fileHash: string | null;
  restore: () => Promise<void>;
} | null;

/** The columns whose content people, the seal or the log rely on. */
const columns: Readonly<Record<string, readonly string[]>> = {
  agreements: [
    ...['party_a_name', 'party_a_email', 'party_b_name', 'party_b_email', 'amount_cents', 'currency'],
    ...['plan_type', 'is_remote', 'created_at', 'paid_at', 'completed_at', 'photo_sha256', 'photo_key'],
    ...['log_seq', 'log_hash', 'log_seal', 'status'],
  ],
  seals: [
    ...['manifest', 'manifest_sha256', 'signature', 'key_id', 'log_seq', 'ordered_at', 'sealed_at'],
    ...['log_head', 'log_head_signature', 'version'],
  ],
  seal_parts: ['path', 'kind', 'sha256', 'bytes', 'object_key', 'deleted_at', 'version'],
  agreement_events: [...['seq', 'at', 'actor', 'type', 'detail', 'prev_hash', 'hash', 'address', 'device']],
  recordings: ['sha256', 'bytes', 'object_key', 'party'],
  recording_copies: ['sha256', 'bytes', 'original_sha256', 'signature', 'key_id', 'format', 'recording_id'],
  transcript_copies: [
    ...['sha256', 'bytes', 'format', 'language', 'transcript_sha256', 'human_sha256', 'are_speakers_named'],
    ...['exported_at', 'signature', 'key_id'],
  ],
  consents: [
    ...['recording_id', 'via', 'wording_version', 'consented_at', 'address', 'device', 'code_id'],
    'device_match',
  ],
  confirmations: ['id', 'answer', 'via', 'reason', 'answered_at', 'address', 'device', 'device_match'],
};

/** Tables of which a row that is gone, or there twice, must be seen. */
const removable = [
  'seals',
  'seal_parts',
  'agreement_events',
  'recordings',
  'recording_copies',
  'consents',
  'confirmations',
];

const others: Readonly<Record<string, readonly (string | null)[]>> = {
  status: ['processing', 'cancelled', 'pending'],
  kind: ['terms', 'receipt', 'consents'],
  via: ['link', 'code', 'number', 'screen'],
  answer: ['yes', 'no'],
  party: ['a', 'b'],
  format: ['mp3', 'webm', 'preview'],
  device_match: ['same', null],
};

/** Another value of the same type. */
function otherThan(random: SeededRandom, column: string, value: unknown): unknown {
  const choices = others[column];
  if (choices) return random.pick(choices.filter((choice) => choice !== value));
  if (value === null) return column.endsWith('_at') ? '2026-01-01T00:00:00Z' : 'x';
  if (typeof value === 'number') return value + random.pick([-1, 1, 1000]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'object') return { ...value, amountCents: random.between(0, 1_000_000) };
  const text = String(value);
  if (column.endsWith('_at') || column === 'at') {
    return new Date(Date.parse(text) + random.pick([-1, 1]) * random.between(1, 400) * 86_400_000);
  }
  const at = random.between(0, text.length);
  const letter = /[0-9a-f]/.test(text[at] ?? '') ? '0123456789abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  const changed = random.pick([...letter].filter((one) => one !== text[at]));
  return random.chance() || text.length < 8 || /id$/.test(column)
    ? `${text.slice(0, at)}${changed}${text.slice(at + 1)}`
    : text.slice(0, at) + text.slice(at + 1);
}

/**
 * Changes, removes or adds at random what is stored of one agreement, as somebody could who may do everything in the
 * database and in the store.
 * @param superuser of the database, with every trigger off
 */
export class RandomTampering {
  constructor(
    private readonly under: AgreementsUnderTest,
    private readonly superuser: pg.Client,
    private readonly random: SeededRandom,
  ) {}

  async once(agreementId: string): Promise<Tampered> {
    const { random } = this;
    const dice = random.between(0, 10);
    if (dice < 6) return this.changeColumn(agreementId, random.pick(Object.keys(columns)));
    if (dice < 7) return this.remove(agreementId, random.pick(removable));
    return this.changeObject(agreementId);
  }

  private async rows(table: string, agreementId: string): Promise<{ place: string; row: Row }[]> {
    const { rows } = await this.superuser.query<{ place: string; row: Row }>(
      `select ctid::text as place, to_jsonb(t) as row from ${table} t where agreement_id = $1 order by to_jsonb(t)::text`,
      [agreementId],
    );
    return rows;
  }

  private async changeColumn(agreementId: string, table: string): Promise<Tampered> {
    const { random } = this;
    const rows = await this.rows(table, agreementId);
    if (rows.length === 0) return null;
    const { place, row } = random.pick(rows);
    const column = random.pick(columns[table] ?? []);
    const value = otherThan(random, column, row[column]);
    const set = (content: Row, where: string, is: string) =>
      this.superuser.query<{ row: Row }>(
        `update ${table} t set ${column} = (jsonb_populate_record(null::${table}, $1::jsonb)).${column}
         where ${where} returning to_jsonb(t) as row`,
        [JSON.stringify(content), is],
      );
    try {
      const { rows: written } = await set({ ...row, [column]: value }, 'ctid = $2::tid', place);
      // The check writes what it finds to the same row.
      const now = JSON.stringify(written[0]?.row);
      const found = `to_jsonb(t) - '{problem,checked_at}'::text[] = $2::jsonb - '{problem,checked_at}'::text[]`;
      return {
        what: `${table}.${column}: ${JSON.stringify(row[column])?.slice(0, 60)} to ${JSON.stringify(value).slice(0, 60)}`,
        fileHash: table === 'transcript_copies' ? String(row.sha256) : null,
        restore: async () => void (await set(row, found, now)),
      };
    } catch {
      return null;
    }
  }

  private async remove(agreementId: string, table: string): Promise<Tampered> {
    const rows = await this.rows(table, agreementId);
    if (rows.length === 0) return null;
    const { place, row } = this.random.pick(rows);
    await this.superuser.query(`delete from ${table} where ctid = $1::tid`, [place]);
    return {
      what: `${table}: ${JSON.stringify(row).slice(0, 80)} removed`,
      fileHash: null,
      restore: async () => {
        await this.superuser.query(
          `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`,
          [JSON.stringify(row)],
        );
      },
    };
  }

  private async changeObject(agreementId: string): Promise<Tampered> {
    const { random } = this;
    const { rows } = await this.superuser.query<{ key: string }>(
      `select distinct object_key as key from seal_parts where agreement_id = $1
       union select c.made ->> 'key' from recordings r,
         lateral (values (r.mp3), (r.webm), (r.preview)) as c (made) where agreement_id = $1 and c.made is not null
       order by 1`,
      [agreementId],
    );
    const { key } = random.pick(rows);
    const path = this.under.objectPath(key);
    const content = await readFile(path);
    const at = random.between(0, content.length);
    const what = random.pick(['a bit', 'shorter', 'longer', 'gone', 'swapped'] as const);
    if (what === 'gone') await rm(path);
    if (what === 'shorter') await writeFile(path, content.subarray(0, at));
    if (what === 'longer') await writeFile(path, Buffer.concat([content, random.bytes(1)]));
    if (what === 'a bit') {
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 8));
      await writeFile(path, changed);
    }
    if (what === 'swapped') {
      const other = random.pick(rows.filter((row) => row.key !== key));
      await writeFile(path, await readFile(this.under.objectPath(other.key)));
    }
    return {
      what: `object ${key}: ${what} at ${at}`,
      fileHash: null,
      restore: () => writeFile(path, content),
    };
  }
}
