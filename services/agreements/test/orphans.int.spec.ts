import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HealthRegistry, type RunningService, whatIsAway } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { RemoveOrphans } from '../src/uploads/remove-orphans.schedule.js';
import { AgreementsUnderTest } from './agreements-under-test.js';

/** Objects without rows go only where the rows are those of the object store. */

const OLD = uuidv7({ msecs: Date.now() - 3 * DAY_MS });
const content = Buffer.from('sound');

let under: AgreementsUnderTest;

beforeAll(async () => {
  under = await AgreementsUnderTest.start();
}, 120_000);

beforeEach(async () => {
  await under.query('delete from recordings');
  await under.query('delete from uploads');
  await under.query('delete from agreements');
  for await (const key of store().list('')) await store().delete(key);
});

afterAll(() => under?.stop(), 60_000);

const store = () => under.service.app.get<ObjectStore>(OBJECT_STORE);
const round = () => under.service.app.get(RemoveOrphans).round(new AbortController().signal);

/** Stores objects of recordings that are older than a day. */
async function storeOld(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7({ msecs: Date.now() - 2 * DAY_MS }));
  for (const id of ids) await store().putBuffer(`recordings/${id}/original.webm`, content, 'audio/webm');
  return ids;
}

async function write(ids: readonly string[], deletedAt: Date | null = null): Promise<void> {
  await under.query(
    `insert into agreements (agreement_id, claim_hash, party_a_name, party_a_email, party_b_name, party_b_email,
       plan_type, expires_at) values ('7000000000000001', 'h', 'Anna', 'a@example.test', 'Ben', 'b@example.test',
       'solo', now()) on conflict do nothing`,
  );
  await under.query(
    `insert into recordings (id, agreement_id, party, object_key, mime, bytes, sha256, duration_ms, deleted_at,
       replaced_at) select id, '7000000000000001', 'a', 'recordings/' || id || '/original.webm', 'audio/webm', 5, 's', 1,
       $2, now() from unnest($1::uuid[]) id`,
    [ids, deletedAt],
  );
}

const stored = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const key of store().list('recordings/')) ids.push(key.split('/')[1] ?? '');
  return ids.sort();
};

const missing = async (service: RunningService = under.service) => {
  const { status, checks } = await service.app.get(HealthRegistry).check();
  const away = whatIsAway([{ name: 'agreements', status, checks }]);
  return { status, away: away.map(({ dependency }) => dependency) };
};

const MISSING = { status: 'up', away: ['missing-rows'] };
const FINE = { status: 'up', away: [] };

describe('objects without rows', () => {
  it('go where most have rows, however many they are', async () => {
    const [kept, orphans] = [await storeOld(26), await storeOld(25)];
    await write(kept);
    await round();
    expect(await stored()).toEqual(kept.sort());
    expect(orphans).toHaveLength(25);
    expect(await missing()).toEqual(FINE);
  });

  it('go where they are few, also when others are fewer', async () => {
    await storeOld(20);
    const kept = await storeOld(1);
    await write(kept);
    await round();
    expect(await stored()).toEqual(kept);
    expect(await missing()).toEqual(FINE);
  });

  it('go where rows say that they were deleted', async () => {
    const deleted = await storeOld(30);
    await write(deleted, new Date());
    for (const id of deleted) await store().putBuffer(`photos/${id}/photo.jpg`, content, 'image/jpeg');
    await round();
    expect(await under.objects()).toEqual([]);
    expect(await missing()).toEqual(FINE);
  });

  it('stay in front of a database without rows, and health tells of it', async () => {
    const all = await storeOld(1);
    await round();
    expect(await stored()).toEqual(all);
    expect(await missing()).toEqual(MISSING);
    // Rows of the same recordings are there again.
    await write(all);
    await round();
    expect(await stored()).toEqual(all);
    expect(await missing()).toEqual(FINE);
  });

  it('stay where most of them have none, such as in front of another database', async () => {
    const [others, own] = [await storeOld(21), await storeOld(20)];
    await write(own);
    await round();
    expect(await stored()).toEqual([...others, ...own].sort());
    expect(await missing()).toEqual(MISSING);
    await write(others.slice(0, 1));
    await round();
    expect(await stored()).toEqual([...others.slice(0, 1), ...own].sort());
    expect(await missing()).toEqual(FINE);
  });

  it('do not count while they are young', async () => {
    const id = uuidv7();
    await store().putBuffer(`recordings/${id}/original.webm`, content, 'audio/webm');
    await round();
    expect(await stored()).toEqual([id]);
    expect(await missing()).toEqual(FINE);
  });

  it('are told of by a copy that has only just started', async () => {
    await store().putBuffer(`uploads/${OLD}/0.abc`, content, 'application/octet-stream');
    const copy = await under.replica();
    await eventually(async () => expect(await missing(copy)).toEqual(MISSING), 10_000, 'health of the copy');
  });
});
