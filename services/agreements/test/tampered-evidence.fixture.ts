import { readFile, rm, writeFile } from 'node:fs/promises';
import type pg from 'pg';
import type { SeededRandom } from '#testing';
import type { AgreementsUnderTest } from './agreements-under-test.js';

/** A change that somebody makes who may do everything in the database and in the store; answers how to take it back. */
export type Tampering = (agreementId: string) => Promise<() => Promise<void>>;

const edits: [table: string, where: string, change: string][] = [
  ['seals', '', `manifest = replace(manifest, '"bytes":', '"bytes": ')`],
  ['seals', '', `manifest = overlay(manifest placing 'x' from 40)`],
  ['seals', '', `manifest_sha256 = repeat('a', 64)`],
  ['seals', '', `signature = reverse(signature)`],
  ['seals', '', `key_id = repeat('0', 16)`],
  ['seal_parts', `and kind = 'audio'`, `sha256 = repeat('b', 64)`],
  ['seal_parts', `and kind = 'terms'`, 'bytes = bytes + 1'],
  ['seal_parts', `and kind = 'receipt'`, `kind = 'terms'`],
  ['seal_parts', `and kind = 'terms'`, `path = 'other.json'`],
  ['seal_parts', `and kind = 'transcript'`, 'deleted_at = now()'],
  ['agreement_events', 'and seq = 1', `actor = 'user:99'`],
  ['agreement_events', `and type = 'completed'`, `detail = detail || '{"engine": "human"}'`],
  ['agreement_events', `and type = 'sealed'`, `at = at - interval '1 day'`],
  ['agreement_events', 'and seq = 2', 'seq = 200'],
  ['agreements', '', `party_b_name = 'Somebody Else'`],
  ['agreements', '', 'amount_cents = 1'],
  ['agreements', '', `title = 'Something else'`],
  ['agreements', '', `party_a_email = 'x@example.test'`],
  ['agreements', '', `log_hash = repeat('c', 64)`],
  ['agreements', '', 'log_seal = null'],
  ['agreements', '', 'log_seq = log_seq - 1'],
  ['recordings', '', `sha256 = repeat('d', 64)`],
  ['recordings', '', 'bytes = bytes - 1'],
  ['recordings', '', `mp3 = jsonb_set(mp3, '{sha256}', to_jsonb(repeat('e', 64)))`],
  ['recording_copies', `and format = 'mp3'`, `sha256 = repeat('f', 64)`],
  ['recording_copies', `and format = 'webm'`, 'bytes = bytes + 1'],
  ['recording_copies', `and format = 'mp3'`, `format = 'preview'`],
  ['recording_copies', '', `original_sha256 = repeat('a', 64)`],
  ['recording_copies', '', 'signature = reverse(signature)'],
  ['transcript_copies', '', 'are_speakers_named = not are_speakers_named'],
  ['transcript_copies', '', `sha256 = repeat('b', 64)`],
];

const removals: [table: string, where: string][] = [
  ['seal_parts', `and kind = 'event-log'`],
  ['agreement_events', `and type = 'sealed'`],
  ['agreement_events', 'and seq = 2'],
  ['recording_copies', `and format = 'mp3'`],
];

/**
 * Ways to tamper with one sealed agreement, by name.
 * @param superuser of the database, with every trigger off
 */
export function tamperings(
  under: AgreementsUnderTest,
  superuser: pg.Client,
  random: SeededRandom,
): [name: string, tampering: Tampering][] {
  const restore = async (table: string, agreementId: string, rows: object[]) => {
    await superuser.query(`delete from ${table} where agreement_id = $1`, [agreementId]);
    await superuser.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  };
  const kept = async (table: string, agreementId: string): Promise<object[]> => {
    const { rows } = await superuser.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where agreement_id = $1`,
      [agreementId],
    );
    return rows.map(({ row }) => row);
  };
  /** The row of an agreement has a number that the database makes: only what was changed is put back. */
  const inPlace = async (table: string, agreementId: string, change: string) => {
    const columns = [...change.matchAll(/(\w+) = /g)].map(([, name = '']) => name);
    const { rows } = await superuser.query<Record<string, unknown>>(
      `select ${columns.join(', ')} from ${table} where agreement_id = $1`,
      [agreementId],
    );
    await superuser.query(`update ${table} set ${change} where agreement_id = $1`, [agreementId]);
    return async () => {
      const sets = columns.map((column, index) => `${column} = $${index + 2}`).join(', ');
      const values = columns.map((column) => rows[0]?.[column]);
      await superuser.query(`update ${table} set ${sets} where agreement_id = $1`, [agreementId, ...values]);
    };
  };
  const edited = edits.map(([table, where, change]): [string, Tampering] => [
    `${table}: ${change} ${where}`,
    async (agreementId) => {
      if (table === 'agreements' || table === 'recordings') return inPlace(table, agreementId, change);
      const rows = await kept(table, agreementId);
      await superuser.query(`update ${table} set ${change} where agreement_id = $1 ${where}`, [agreementId]);
      return () => restore(table, agreementId, rows);
    },
  ]);
  const removed = removals.map(([table, where]): [string, Tampering] => [
    `${table}: removed ${where}`,
    async (agreementId) => {
      const rows = await kept(table, agreementId);
      await superuser.query(`delete from ${table} where agreement_id = $1 ${where}`, [agreementId]);
      return () => restore(table, agreementId, rows);
    },
  ]);
  const file = async (agreementId: string): Promise<string> => {
    const { rows } = await superuser.query<{ key: string }>(
      'select object_key as key from seal_parts where agreement_id = $1 order by path',
      [agreementId],
    );
    return under.objectPath(random.pick(rows).key);
  };
  const objects: [string, Tampering][] = [
    [
      'an object: one bit',
      async (agreementId) => {
        const path = await file(agreementId);
        const content = await readFile(path);
        const changed = Buffer.from(content);
        const at = random.between(0, content.length);
        changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 8));
        await writeFile(path, changed);
        return () => writeFile(path, content);
      },
    ],
    [
      'an object: shorter',
      async (agreementId) => {
        const path = await file(agreementId);
        const content = await readFile(path);
        await writeFile(path, content.subarray(0, -1));
        return () => writeFile(path, content);
      },
    ],
    [
      'an object: gone',
      async (agreementId) => {
        const path = await file(agreementId);
        const content = await readFile(path);
        await rm(path);
        return () => writeFile(path, content);
      },
    ],
  ];
  return [...edited, ...removed, ...objects];
}
