import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { maxAudioBytes } from '#contracts';
import { DAY_MS, HealthRegistry, LOGGER, type Principal, visitor } from '#platform';
import { FreeSpace, OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { AgreementsConfig } from '../src/config.js';
import { AudioCheck, WorkLimit } from '../src/recordings/audio-check.js';
import { UnpaidQuota } from '../src/uploads/unpaid-quota.js';
import { AgreementsUnderTest, type Answer, user } from './agreements-under-test.js';
import { BOUNDARY, part, sendRaw } from './raw-upload.js';
import { agreementData, claim, recordTone, type SavedBody, uploadForm } from './recordings.fixture.js';

type Body = SavedBody & { code: string; message: string };

const SECONDS = 4;
const CUSTOMER = 71;
const STRANGER = 72;

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let other: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-unpaid-quota-'));
  audio = await recordTone(join(folder, 'tone.webm'), SECONDS);
  other = await recordTone(join(folder, 'other.webm'), SECONDS);
  const limits = {
    UNPAID_SECONDS_PER_DAY: String(2.5 * SECONDS),
    UNPAID_BYTES_PER_DAY: '1000000',
    RECOGNISED_SECONDS_PER_ACCOUNT: String(1.5 * SECONDS),
    RECOGNISED_SECONDS_PER_ADDRESS: String(2.5 * SECONDS),
    AUDIO_CHECKS_AT_ONCE: '1',
    AUDIO_CHECKS_WAITING: '1',
    LONGEST_RECORDING_SECONDS: '20',
    STRANGERS_PER_ADDRESS: '3',
  };
  under = await AgreementsUnderTest.start(limits, { decodesAnew: true });
}, 120_000);

beforeEach(async () => {
  // Far from midnight, when the days' budgets begin anew.
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  await under.setClock(noon);
  await under.query('delete from daily_use');
});

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const save = (
  content = audio,
  { caller = visitor, fields = {} }: { caller?: Principal; fields?: object } = {},
): Promise<Answer<Body>> =>
  under.call<Body>('/api/agreements/temporary', caller, {
    method: 'POST',
    body: uploadForm(content, fields),
  });

/** Whoever has paid for a contract. */
async function makeCustomer(id: number): Promise<void> {
  const { body } = await save();
  await claim(under, body.agreementId, id, body.claimToken);
  await under.query('update agreements set paid_at = now() where agreement_id = $1', [body.agreementId]);
  await under.query('delete from daily_use');
}

const transcribe = (agreementId: string, content: Buffer, owner: number) => {
  const form = new FormData();
  form.append('agreementId', agreementId);
  form.append('audio', new Blob([new Uint8Array(content)]), 'recording.webm');
  return under.call<Body>('/api/transcribe', user(owner), {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async' },
  });
};

/** How often a transcript of the agreement was asked for. */
async function asked(agreementId: string): Promise<number> {
  const [{ count } = { count: 0 }] = await under.query<{ count: number }>(
    `select count(*)::int as count from (select routing_key, subject from outbox
       union all select routing_key, subject from outbox_published) events
     where subject = $1 and routing_key like 'agreements.transcript.requested%'`,
    [agreementId],
  );
  return count;
}

/** An unpaid agreement of the account. */
async function pendingOf(owner: number): Promise<string> {
  const { body } = await save(other);
  await claim(under, body.agreementId, owner, body.claimToken);
  return body.agreementId;
}

describe('what may be sent before anything is paid', () => {
  it('ends for an address when the audio of a day is used up, and begins anew the next day', async () => {
    const now = new Date('2026-12-01T20:00:00Z');
    await under.setClock(now);
    const objects = (await under.objects()).length;
    expect([(await save()).status, (await save(other)).status]).toEqual([201, 201]);
    const refused = await save();
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3 * 3600);
    expect(wait).toBeLessThanOrEqual(4 * 3600);
    expect(await under.objects()).toHaveLength(objects + 2);
    expect(await under.spool()).toEqual([]);
    await under.setClock(new Date(now.getTime() + DAY_MS));
    expect((await save()).status).toBe(201);
  });

  it('is counted once for calls at the same time', async () => {
    const answers = await Promise.all([save(), save(other)]);
    const again = await Promise.all([save(), save(other)]);
    expect([...answers, ...again].filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('is not counted for those who have paid once', async () => {
    await makeCustomer(CUSTOMER);
    for (const content of [audio, other, audio, other]) {
      expect((await save(content, { caller: user(CUSTOMER) })).status).toBe(201);
    }
    for (const content of [audio, other]) await save(content, { caller: user(STRANGER) });
    expect((await save(audio, { caller: user(STRANGER) })).status).toBe(429);
  });

  it('is counted with the connection of the transaction that stores it, and takes no second one', async () => {
    const { app } = under.service;
    const dataSource = app.get(DataSource);
    const counting = new AsyncLocalStorage<boolean>();
    const create = dataSource.createQueryRunner.bind(dataSource);
    let others = 0;
    const created = jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((mode) => {
      if (counting.getStore()) others += 1;
      return create(mode);
    });
    const sender = { caller: user(STRANGER), address: '192.0.2.1' };
    await dataSource.transaction((manager) =>
      counting.run(true, () => app.get(UnpaidQuota).count(manager, sender, { bytes: 1, durationMs: 1 })),
    );
    created.mockRestore();
    expect(others).toBe(0);
    expect(await under.query('select kind from daily_use')).toHaveLength(2);
  });

  it('counts the bytes of parts, each once', async () => {
    const begun = await under.call<{ recordingId: string; uploadToken: string }>('/api/recordings', visitor, {
      method: 'POST',
    });
    const headers = { 'x-upload-token': begun.body.uploadToken };
    const put = (n: number, bytes: number) =>
      under.call<Body>(`/api/recordings/${begun.body.recordingId}/chunks/${n}`, visitor, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(Buffer.alloc(bytes, n + 1)),
      });
    for (const [n, bytes] of [
      [0, 600_000],
      [0, 600_000],
      [1, 300_000],
    ] as const) {
      expect((await put(n, bytes)).status).toBe(200);
    }
    expect((await put(2, 200_000)).body.code).toBe('daily_limit');
    expect((await put(3, 100_000)).status).toBe(200);
    // Nothing more is read once it is used up.
    expect((await put(4, 1)).body.code).toBe('daily_limit');
    expect((await save()).body.code).toBe('daily_limit');
  });

  it('costs neither decoding nor a place in the store once the seconds of a day are used up', async () => {
    const { app } = under.service;
    const store = app.get<ObjectStore>(OBJECT_STORE);
    const { putFile } = store;
    const stored: string[] = [];
    store.putFile = (key, ...what) => {
      stored.push(key);
      return putFile.call(store, key, ...what);
    };
    const checked = jest.spyOn(app.get(AudioCheck), 'check');
    try {
      const begun = await under.call<{ recordingId: string; uploadToken: string }>(
        '/api/recordings',
        visitor,
        { method: 'POST' },
      );
      const token = { 'x-upload-token': begun.body.uploadToken };
      const path = `/api/recordings/${begun.body.recordingId}`;
      const put = () =>
        under.call<Body>(`${path}/chunks/0`, visitor, {
          method: 'PUT',
          headers: { ...token, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(audio),
        });
      expect((await put()).status).toBe(200);
      expect([(await save(other)).status, (await save(other)).status]).toEqual([201, 201]);
      stored.length = 0;
      // Half of a recording is left: its length is known once it is decoded.
      checked.mockClear();
      expect((await save()).body.code).toBe('daily_limit');
      expect([checked.mock.calls.length, stored]).toEqual([1, []]);
      await under.query(`update daily_use set amount = $1 where kind = 'sent-ms'`, [2.5 * SECONDS * 1000]);
      checked.mockClear();
      const form = uploadForm(null);
      form.append('chunks', '1');
      const refused = [
        await save(),
        await under.call<Body>('/api/recordings', visitor, { method: 'POST' }),
        await put(),
        await under.call<Body>(`${path}/finalize`, visitor, { method: 'POST', headers: token, body: form }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        refused.map(() => [429, 'daily_limit']),
      );
      expect([checked.mock.calls.length, stored]).toEqual([0, []]);
      expect(await under.spool()).toEqual([]);
    } finally {
      store.putFile = putFile;
      checked.mockRestore();
    }
  });

  it('is as long as what is sold, whatever plan the caller names', async () => {
    const long = await recordTone(join(folder, 'long.webm'), 27);
    const { body } = await save(long, { fields: { planType: 'pro' } });
    expect(body.code).toBe('recording_too_long');
    const within = await recordTone(join(folder, 'within.webm'), 9);
    expect((await save(within, { fields: { planType: 'pro' } })).status).toBe(201);
  });

  it('is prepared in a lane of its sender, who is not named in it', async () => {
    await makeCustomer(CUSTOMER);
    const lanes = await Promise.all(
      [await save(), await save(other), await save(audio, { caller: user(CUSTOMER) })].map(
        async ({ body: { agreementId } }) => {
          const { data } = await under.publishedFor(agreementId, 'agreements.recording.stored');
          return (data as { lane?: string }).lane;
        },
      ),
    );
    expect(lanes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(lanes[1]).toBe(lanes[0]);
    expect(lanes[2]).not.toBe(lanes[0]);
  });
});

describe('party A, who may know nothing of it', () => {
  it('is mailed for a few different people of an address; the recording is kept all the same', async () => {
    const told = async (partyAEmail: string) => {
      await under.query('delete from daily_use');
      const { status, body } = await save(audio, { fields: { partyAEmail } });
      expect(status).toBe(201);
      const { data } = await under.publishedFor(body.agreementId, 'agreements.recording.stored');
      return (data as { isQuiet?: boolean }).isQuiet ?? false;
    };
    // Anna was named before.
    expect(await told('anna@example.test')).toBe(false);
    expect(await told('one@example.test')).toBe(false);
    expect(await told('two@example.test')).toBe(false);
    expect(await told('three@example.test')).toBe(true);
    expect(await told('anna@example.test')).toBe(false);
  });
});

describe('speech that is recognised before anything is paid', () => {
  it('ends for an account, and for an address, with the minutes of a day', async () => {
    const first = await pendingOf(81);
    const second = await pendingOf(82);
    await under.query('delete from daily_use');
    expect((await transcribe(first, audio, 81)).status).toBe(202);
    // The same recording again is recognised already.
    expect((await transcribe(first, audio, 81)).status).toBe(202);
    const again = await recordTone(join(folder, 'again.webm'), SECONDS);
    const mine = await transcribe(first, again, 81);
    expect([mine.status, mine.body.code]).toEqual([429, 'daily_limit']);
    expect(Number(mine.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await transcribe(second, audio, 82)).status).toBe(202);

    // Another account, the same address.
    await under.query(`delete from daily_use where kind like 'sent-%'`);
    const third = await pendingOf(83);
    expect((await transcribe(third, audio, 83)).body.code).toBe('daily_limit');
    const [{ count } = { count: 0 }] = await under.query<{ count: number }>(
      'select count(*)::int as count from recordings where agreement_id = $1',
      [third],
    );
    expect(count).toBe(1);
  });

  it('is counted, once, of a recording that was saved before, too', async () => {
    const [one, two] = [await pendingOf(85), await pendingOf(85)];
    await under.query('delete from daily_use');
    // The very bytes that were saved.
    expect((await transcribe(one, other, 85)).status).toBe(202);
    expect((await transcribe(one, other, 85)).status).toBe(202);
    const refused = await transcribe(two, other, 85);
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit']);
    const used = await under.query<{ kind: string; amount: number }>(
      `select kind, amount::int as amount from daily_use where kind like 'recognised-%' order by kind`,
    );
    expect(used.map(({ kind }) => kind)).toEqual(['recognised-account-ms', 'recognised-address-ms']);
    for (const { amount } of used) expect(Math.round(amount / 1000)).toBe(SECONDS);
    expect(await asked(two)).toBe(0);
    await under.query(`delete from daily_use where kind like 'recognised-%'`);
    expect((await transcribe(two, other, 85)).status).toBe(202);
    expect(await asked(two)).toBe(1);
  });

  it('is as long as what is sold', async () => {
    const { body } = await save(other, { fields: { planType: 'pro' } });
    await claim(under, body.agreementId, 84, body.claimToken);
    const long = await recordTone(join(folder, 'long.webm'), 27);
    expect((await transcribe(body.agreementId, long, 84)).body.code).toBe('recording_too_long');
  });
});

describe('checks of what arrives', () => {
  it('are few at once, and those who would wait too long are told to come back', async () => {
    const path = join(folder, 'minutes.webm');
    await recordTone(path, 24);
    const checks = under.service.app.get(AudioCheck);
    // One is checked and one waits: four of six are told before any place is free again.
    const [held, fourTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { run } = WorkLimit.prototype;
    jest.spyOn(WorkLimit.prototype, 'run').mockImplementation(function (this: WorkLimit, work) {
      const later = () => held.promise.then(work);
      return run.call(this, later) as ReturnType<typeof work>;
    });
    const refused: unknown[] = [];
    const all = Array.from({ length: 6 }, () =>
      checks.check({ path, bytes: 1 }, 'pro').catch((error: unknown) => {
        if (refused.push(error) === 4) fourTold.resolve();
      }),
    );
    await fourTold.promise;
    held.resolve();
    await Promise.all(all);
    jest.restoreAllMocks();
    expect(refused).toHaveLength(4);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'unavailable', options: { retryAfterSeconds: 10 } });
    await expect(checks.check({ path, bytes: 1 }, 'pro')).resolves.toMatchObject({ mime: 'audio/webm' });
  });

  it('of visitors take half of the places at most, so that others find one', async () => {
    const path = join(folder, 'more-minutes.webm');
    await recordTone(path, 24);
    const config = Object.assign(new AgreementsConfig(), under.service.app.get(AgreementsConfig), {
      audioChecksAtOnce: 2,
      audioChecksWaiting: 0,
    });
    const checks = new AudioCheck(config, under.service.app.get(LOGGER));
    const check = (isVisitors: boolean) => checks.check({ path, bytes: 1 }, 'pro', { isVisitors });
    const answers = await Promise.allSettled([check(true), check(true), check(false)]);
    const [one, another, other] = answers.map(({ status }) => status);
    expect([one, another].sort()).toEqual(['fulfilled', 'rejected']);
    expect(other).toBe('fulfilled');
  });
});

describe('what is on its way', () => {
  const url = () => under.service.url;
  const token = () => under.token(visitor);
  const body = part('form-data; name="audio"; filename="recording.webm"', 'its beginning');

  /** Begins an upload and stands still until the answered function is called. */
  const begin = async (announced: number): Promise<() => Promise<void>> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cut = sendRaw(url(), { token: token(), body, announced, cut: 'reset', isHeard: () => promise });
    await eventually(async () => expect(await under.spool()).not.toEqual([]), 5000, 'a beginning');
    return async () => {
      resolve();
      await cut;
      await eventually(async () => expect(await under.spool()).toEqual([]), 5000, 'an end');
    };
  };

  it('counts as sent until it has come or was cut: what is left is given away once', async () => {
    const end = await begin(900_000);
    expect(await sendRaw(url(), { token: token(), body, announced: 900_000 })).toBe(429);
    expect((await save()).status).toBe(201);
    await end();
    const endAgain = await begin(900_000);
    await endAgain();
    // Nothing that was cut is counted.
    const [used] = await under.query<{ amount: number }>(
      `select amount::int as amount from daily_use where kind = 'sent-bytes'`,
    );
    expect(used).toEqual({ amount: audio.length });
  }, 60_000);

  it('has its room on the disk, also when nobody says how much that is', async () => {
    const free = jest.spyOn(under.service.app.get(FreeSpace), 'bytes');
    try {
      free.mockResolvedValue(1024 ** 3 + 1_000_000);
      const end = await begin(900_000);
      expect(await sendRaw(url(), { token: token(), body, announced: 200_000 })).toBe(503);
      await end();
      free.mockResolvedValue(1024 ** 3 + maxAudioBytes);
      const unannounced = await under.call<Body>('/api/agreements/temporary', visitor, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: new Blob([new Uint8Array(body)]).stream(),
        duplex: 'half',
      } as RequestInit & { headers: Record<string, string> });
      expect([unannounced.status, unannounced.body.code]).toEqual([503, 'storage_full']);
    } finally {
      free.mockRestore();
    }
  }, 60_000);

  it('is not read at all where nobody was invited', async () => {
    const unpaid = (await save(audio, { fields: { isRemoteContract: true } })).body.agreementId;
    const statuses: (number | null)[] = [];
    for (const number of ['4207731958026614', unpaid]) {
      const path = `/api/agreements/remote/${number}/consent`;
      statuses.push(await sendRaw(url(), { token: token(), path, body, announced: 900_000 }));
    }
    expect(statuses).toEqual([404, 409]);
  }, 90_000);
});

describe('a disk with little room', () => {
  it('takes no recording, says why before the body is read, and is told by health', async () => {
    const free = jest.spyOn(under.service.app.get(FreeSpace), 'bytes').mockResolvedValue(1024 ** 3 - 1);
    try {
      const refused = [
        await save(),
        await under.call<Body>('/api/recordings', visitor, { method: 'POST' }),
        await transcribe('4207731958026614', audio, STRANGER),
        await under.call<Body>('/api/agreements/remote/4207731958026614/consent', visitor, {
          method: 'POST',
          body: uploadForm(audio, agreementData),
        }),
      ];
      for (const { status, body, headers } of refused) {
        expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'storage_full', '300']);
        expect(body.message).toContain('Your recording is safe on this device');
      }
      const health = await under.service.app.get(HealthRegistry).check();
      expect(health.status).toBe('up');
      expect(health.checks.find(({ name }) => name === 'disk')?.detail).toEqual({
        freeBytes: 1024 ** 3 - 1,
        takesRecordings: false,
      });
      // Nothing waits, so no work would ever meet it: support is told because the disk itself says so.
      const toldOf = health.checks.find(({ name }) => name === 'outages')?.detail;
      expect(toldOf).toEqual({ disk: { since: expect.any(String), waiting: 0 } });
      const again = await under.service.app.get(HealthRegistry).check();
      expect(again.checks.find(({ name }) => name === 'outages')?.detail).toEqual(toldOf);
    } finally {
      free.mockRestore();
    }
    expect((await save()).status).toBe(201);
    const { checks } = await under.service.app.get(HealthRegistry).check();
    expect(checks.map(({ name }) => name)).not.toContain('outages');
  });
});
