import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgreementStatus, agreementStatuses } from '#contracts';
import { visitor } from '#platform';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { recordTone, savedAgreement } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-listing-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start();
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Listed {
  id: number;
  agreementId: string;
  status: string;
}

/** Rows as the service writes them, many at once. */
const insertAgreements = (ownerId: number, count: number, status: AgreementStatus) =>
  under.query(
    `insert into agreements (agreement_id, owner_id, claim_hash, party_a_name, party_a_email, party_b_name,
       party_b_email, plan_type, status, expires_at)
     select $1 || lpad(n::text, 7, '0'), $2, 'x', 'A', 'a@example.test', 'B', 'b@example.test', 'basic', $3,
       now() + interval '30 days'
     from generate_series(1, $4) n`,
    [String(ownerId).padEnd(8, '7') + String(agreementStatuses.indexOf(status) + 1), ownerId, status, count],
  );

const pages = async (ownerId: number, limit: number, extra = ''): Promise<Listed[][]> => {
  const all: Listed[][] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const path = `/api/users/${ownerId}/agreements?limit=${limit}${next}${extra}`;
    const { status, body, headers } = await under.call<Listed[]>(path, user(ownerId));
    expect(status).toBe(200);
    all.push(body);
    cursor = headers.get('x-next-cursor');
  } while (cursor !== null);
  return all;
};

describe('the list of agreements', () => {
  it('comes in pages, newest first, each agreement once, while new ones are added', async () => {
    await insertAgreements(31, 25, 'pending');
    await insertAgreements(32, 3, 'pending');
    const first = await under.call<Listed[]>('/api/users/31/agreements?limit=10', user(31));
    const cursor = first.headers.get('x-next-cursor');
    await savedAgreement(under, audio, 31);
    const second = await under.call<Listed[]>(`/api/users/31/agreements?limit=10&cursor=${cursor}`, user(31));
    const third = await under.call<Listed[]>(
      `/api/users/31/agreements?limit=10&cursor=${second.headers.get('x-next-cursor')}`,
      user(31),
    );
    expect(third.headers.get('x-next-cursor')).toBeNull();
    const ids = [...first.body, ...second.body, ...third.body].map((row) => row.id);
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const again = await pages(31, 10);
    expect(again.map((page) => page.length)).toEqual([10, 10, 6]);
  });

  it('has no page after a full last one', async () => {
    await insertAgreements(33, 4, 'pending');
    expect((await pages(33, 2)).map((page) => page.length)).toEqual([2, 2]);
    expect(await pages(34, 2)).toEqual([[]]);
  });

  it('keeps to a status, and counts each', async () => {
    await insertAgreements(35, 3, 'completed');
    await insertAgreements(35, 2, 'cancelled');
    await insertAgreements(35, 1, 'awaiting_party');
    const completed = await pages(35, 2, '&status=completed');
    expect(completed.flat().map((row) => row.status)).toEqual(['completed', 'completed', 'completed']);
    const { body } = await under.call('/api/users/35/stats', user(35));
    expect(body).toEqual({
      totalAgreements: 6,
      pendingAgreements: 0,
      awaitingAgreements: 1,
      processingAgreements: 0,
      completedAgreements: 3,
      cancelledAgreements: 2,
    });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'cursor=%00',
    'cursor=bm90IGEgbnVtYmVy',
    'cursor=LTE',
    'status=lost',
    'order=asc',
    'limit=1&limit=2',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await under.call(`/api/users/36/agreements?${query}`, user(36));
    expect(status).toBe(400);
    expect(body).toMatchObject({ statusCode: 400, code: 'invalid_input', correlationId: expect.any(String) });
  });

  it('belongs to its owner, and administrators may look', async () => {
    for (const part of ['agreements', 'stats']) {
      expect((await under.call(`/api/users/37/${part}`, user(38))).status).toBe(404);
      expect((await under.call(`/api/users/37/${part}`, visitor)).status).toBe(401);
      expect((await under.call(`/api/users/0/${part}`, visitor)).status).toBe(401);
      expect((await under.call(`/api/users/me/${part}`, user(37))).status).toBe(404);
      const asAdmin = await under.call(`/api/users/37/${part}`, { kind: 'admin', id: 37, sessionId: null });
      expect(asAdmin.status).toBe(200);
    }
  });
});
