import pg from 'pg';
import { countAllSql, countSql } from '../../services/agreements/src/agreements/agreements.repository.js';
import { type Finding, valueFinding } from '../finding.js';
import { owner, type Row } from '../stage.js';
import { percentile } from '../statistics.js';

const AGREEMENTS = 1_000_000;
const PAGE = 50;
const FAR = 1000;
const READS = 200;

/** Whether the thousandth page is as fast as the first, and the figures as fast as ever, with a million agreements. */
export const listRow: Row = async (stage) => {
  const service = await stage.service('agreements');
  const client = new pg.Client({ connectionString: stage.env.AGREEMENTS_DATABASE_URL });
  await client.connect();
  try {
    await fill(client);
    const findings: Finding[] = [];
    const lists = [
      { what: 'own list', path: `/api/users/${owner.id}/agreements`, token: () => stage.tokens.issue(owner) },
      {
        what: 'admin list',
        path: '/api/admin/agreements',
        token: () => stage.tokens.issue({ kind: 'admin', id: 1, sessionId: 'bench' }),
      },
    ];
    for (const { what, path, token } of lists) {
      const read = (cursor: string | null) => page(`${service.url}${path}`, cursor, token());
      const far = await walk(read);
      const [first, last, ratios]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < stage.rounds; round += 1) {
        const [near, distant] = await bothTimes(
          () => read(null),
          () => read(far),
        );
        first.push(near);
        last.push(distant);
        ratios.push(distant / near);
      }
      const finding = valueFinding(
        'P27',
        `${what}: page 1,000 / page 1, p95`,
        '×',
        ratios,
        { atMost: 1.2 },
        '×',
      );
      findings.push({ ...finding, ours: percentile(last, 0.5), control: percentile(first, 0.5), unit: 'ms' });
    }
    for (const [what, sql] of [
      ['an owner', countSql],
      ['everybody', countAllSql],
    ] as const) {
      const database: number[] = [];
      for (let round = 0; round < stage.rounds; round += 1) database.push(await executionMs(client, sql));
      findings.push(valueFinding('P27', `figures of ${what}: database time`, 'ms', database, { atMost: 5 }));
    }
    return findings;
  } finally {
    // Row by row, with every trigger and reference, a million takes a quarter of an hour.
    await client
      .query(`set session_replication_role = replica; delete from agreements where claim_hash = 'bench'`)
      .catch(() => undefined);
    await client.end();
  }
};

/** The owner's million; counted once at the end instead of row by row. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    alter table agreements disable trigger agreements_counted;
    insert into agreements (agreement_id, owner_id, claim_hash, party_a_name, party_a_email, party_b_name,
      party_b_email, plan_type, status, created_at, expires_at)
    select (1000000000000000 + n)::text, ${owner.id}, 'bench', 'Anna Miller', 'anna@example.test', 'Ben Carter',
      'ben@example.test', 'pro', (array['pending', 'awaiting_party', 'processing', 'completed', 'cancelled'])[1 + n % 5],
      now() - make_interval(secs => ${AGREEMENTS} - n), now() + interval '30 days'
    from generate_series(1, ${AGREEMENTS}) n;
    alter table agreements enable trigger agreements_counted;
    insert into owner_counts select owner_id, status, count(*) from agreements where owner_id = ${owner.id}
      group by owner_id, status
      union all select -1 - id % 16, status, count(*) from agreements group by 1, status
      on conflict (owner_id, status) do update set agreements = excluded.agreements;
    analyze agreements;
  `);
}

async function page(url: string, cursor: string | null, token: string): Promise<string | null> {
  const query = `limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const answer = await fetch(`${url}?${query}`, { headers: { 'x-service-token': token } });
  const rows = (await answer.json()) as unknown[];
  if (answer.status !== 200 || rows.length !== PAGE) throw new Error(`${url} answered ${answer.status}`);
  return answer.headers.get('x-next-cursor');
}

/** The cursor of a page far down, found as a person would: page by page. */
async function walk(read: (cursor: string | null) => Promise<string | null>): Promise<string> {
  let cursor: string | null = null;
  for (let n = 1; n < FAR; n += 1) cursor = await read(cursor);
  if (cursor === null) throw new Error('the list ended early');
  return cursor;
}

/** The p95 of each in milliseconds, read in turns: what disturbs the machine disturbs both. */
async function bothTimes(
  near: () => Promise<unknown>,
  far: () => Promise<unknown>,
): Promise<[near: number, far: number]> {
  const found: [number[], number[]] = [[], []];
  for (let n = 0; n < READS; n += 1) {
    for (const [index, read] of [near, far].entries()) {
      const began = performance.now();
      await read();
      found[index]?.push(performance.now() - began);
    }
  }
  return [percentile(found[0], 0.95), percentile(found[1], 0.95)];
}

async function executionMs(client: pg.Client, sql: string): Promise<number> {
  const { rows } = await client.query<{
    'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[];
  }>(`explain (analyze, format json) ${sql}`.replaceAll('$1', String(owner.id)));
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (!plan) throw new Error('no plan');
  return plan['Planning Time'] + plan['Execution Time'];
}
