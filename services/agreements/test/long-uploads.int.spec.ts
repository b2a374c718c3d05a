import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { DAY_MS, HOUR_MS, type Principal } from '#platform';
import { FreeSpace, OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { AudioCheck, WorkLimit } from '../src/recordings/recordings.module.js';
import { ChunksService } from '../src/uploads/chunks.service.js';
import { FinalizeService } from '../src/uploads/finalize.service.js';
import { RemoveOldUploads } from '../src/uploads/remove-old-uploads.schedule.js';
import { RemoveOrphans } from '../src/uploads/remove-orphans.schedule.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { agreementData, claim, drawPhoto, recordTone, type SavedBody } from './recordings.fixture.js';

const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let parts: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-long-uploads-'));
  audio = await recordTone(join(folder, 'tone.webm'), 4);
  const third = Math.ceil(audio.length / 3);
  parts = [audio.subarray(0, third), audio.subarray(third, 2 * third), audio.subarray(2 * third)];
  under = await AgreementsUnderTest.start({}, { decodesAnew: true, hasRounds: false });
}, 120_000);

beforeEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Begun {
  recordingId: string;
  uploadToken: string;
  maxChunkBytes: number;
}

/** As a page does that shows the account of the session, or `shown`. */
const begin = async (caller: Principal = visitor, shown: number | null = caller.id): Promise<Begun> => {
  const headers: Record<string, string> = shown === null ? {} : { 'x-account-id': String(shown) };
  const { status, body } = await under.call<Begun>('/api/recordings', caller, { method: 'POST', headers });
  expect(status).toBe(201);
  return body;
};

const put = (begun: Begun, n: number | string, content: Buffer, token = begun.uploadToken) =>
  under.call<{ n: number; bytes: number; sha256: string; code: string }>(
    `/api/recordings/${begun.recordingId}/chunks/${n}`,
    visitor,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-upload-token': token },
      body: new Uint8Array(content),
    },
  );

const list = (begun: Begun, token = begun.uploadToken) =>
  under.call<{ chunks: { n: number; bytes: number; sha256: string }[] }>(
    `/api/recordings/${begun.recordingId}`,
    visitor,
    { headers: { 'x-upload-token': token } },
  );

const finalize = (
  begun: Begun,
  count: number | string,
  photo?: Buffer,
  token = begun.uploadToken,
  caller: Principal = visitor,
) => {
  const form = new FormData();
  form.append('agreementData', JSON.stringify(agreementData));
  form.append('chunks', String(count));
  if (photo) form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  return under.call<SavedBody & { code: string; missing?: number[] }>(
    `/api/recordings/${begun.recordingId}/finalize`,
    caller,
    { method: 'POST', headers: { 'x-upload-token': token }, body: form },
  );
};

const putAll = async (begun: Begun) => {
  for (const [n, part] of parts.entries()) expect((await put(begun, n, part)).status).toBe(200);
};

const objectsOf = async ({ recordingId }: Begun) =>
  (await under.objects()).filter((path) => path.includes(recordingId));

const round = (type: typeof RemoveOldUploads | typeof RemoveOrphans) =>
  under.service.app.get<RemoveOldUploads | RemoveOrphans>(type).round(new AbortController().signal);

describe('a long upload', () => {
  it('goes on after a restart and is saved like any other, with its photo', async () => {
    const begun = await begin();
    expect(begun.maxChunkBytes).toBe(5 * 1024 * 1024);
    expect((await put(begun, 2, parts[2] as Buffer)).status).toBe(200);
    expect((await put(begun, 0, parts[0] as Buffer)).body).toEqual({
      n: 0,
      bytes: parts[0]?.length,
      sha256: sha256(parts[0] as Buffer),
    });
    await under.restart();
    expect((await list(begun)).body.chunks.map(({ n }) => n)).toEqual([0, 2]);
    expect((await finalize(begun, 3)).body).toMatchObject({ code: 'upload_incomplete', missing: [1] });
    expect((await put(begun, 1, parts[1] as Buffer)).status).toBe(200);
    const photo = await drawPhoto(join(folder, 'photo.jpg'));
    const { status, body, headers } = await finalize(begun, 3, photo);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', sha256: sha256(audio), bytes: audio.length });
    expect(headers.get('set-cookie')).toContain(`ssc_claim_${body.agreementId}=${body.claimToken}`);
    expect((await claim(under, body.agreementId, 81, body.claimToken)).status).toBe(200);
    expect((await under.publishedFor(body.agreementId, 'agreements.recording.stored')).data).toMatchObject({
      sha256: sha256(audio),
    });
    expect(await objectsOf(begun)).toEqual([]);
    expect(await under.spool()).toEqual([]);
  }, 60_000);

  it('is at once the account’s that began and ended it, also after a restart, and once', async () => {
    const begun = await begin(user(83));
    await putAll(begun);
    await under.restart();
    const end = () => finalize(begun, 3, undefined, begun.uploadToken, user(83));
    const [first, second] = await Promise.all([end(), end()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const { agreementId, claimToken } = first.body;
    const list = await under.call('/api/users/83/agreements', user(83));
    expect(list.body).toEqual([expect.objectContaining({ agreementId })]);
    expect((await claim(under, agreementId, 84, claimToken)).status).toBe(404);
    const log = await under.query('select type, actor from agreement_events where agreement_id = $1', [
      agreementId,
    ]);
    expect(log).toEqual([{ type: 'recorded', actor: 'user:83' }]);
  }, 60_000);

  it.each<[string, Principal, Principal, number | null]>([
    ['another account signs in meanwhile', user(85), user(86), 85],
    ['somebody signs in who began it as a visitor', visitor, user(86), null],
    ['its sender signs out', user(85), visitor, 85],
    ['it is a visitor’s, and the session of somebody else has not ended', user(85), user(85), null],
  ])('is nobody’s before it is claimed when %s', async (_when, first, last, shown) => {
    const begun = await begin(first, shown);
    await putAll(begun);
    const { body } = await finalize(begun, 3, undefined, begun.uploadToken, last);
    for (const id of [85, 86]) {
      const list = await under.call(`/api/users/${id}/agreements`, user(id));
      expect(list.body).toEqual([]);
    }
    expect((await claim(under, body.agreementId, 87)).status).toBe(404);
    expect((await claim(under, body.agreementId, 87, body.claimToken)).status).toBe(200);
  });

  it('gives the same answer again, also after a restart and from two calls at once', async () => {
    const begun = await begin();
    await putAll(begun);
    const [first, second] = await Promise.all([finalize(begun, 3), finalize(begun, 3)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    await under.restart();
    const { status, body } = await finalize(begun, 3);
    expect([status, body]).toEqual([201, first.body]);
    expect((await put(begun, 1, parts[1] as Buffer)).status).toBe(200);
    const rows = await under.query('select 1 from recordings where sha256 = $1 and agreement_id = $2', [
      sha256(audio),
      first.body.agreementId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await objectsOf(begun)).toEqual([]);
  }, 60_000);

  it('keeps what it had of parts when a second call was still reading its form as the first saved it', async () => {
    const begun = await begin();
    await putAll(begun);
    const chunks = under.service.app.get(ChunksService);
    const open = chunks.open.bind(chunks);
    const [looked, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = jest.spyOn(chunks, 'open').mockImplementationOnce(async (...upload) => {
      const before = await open(...upload);
      looked.resolve();
      await saved.promise;
      return before;
    });
    const second = finalize(begun, 3);
    await looked.promise;
    const first = await finalize(begun, 3);
    expect(await objectsOf(begun)).toEqual([]);
    saved.resolve();
    expect((await second).body).toEqual(first.body);
    held.mockRestore();
    const places = async () => (await list(begun)).body.chunks.map(({ n }) => n);
    expect(await places()).toEqual([0, 1, 2]);
    expect((await put(begun, 0, parts[0] as Buffer)).status).toBe(200);
    // One that had begun to read the parts by then.
    await chunks.forget(begun.recordingId, 0);
    expect(await places()).toEqual([0, 1, 2]);
  }, 60_000);

  it('takes the same part twice and refuses another one in its place', async () => {
    const begun = await begin();
    const same = await Promise.all([1, 2, 3].map(() => put(begun, 0, parts[0] as Buffer)));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, body } = await put(begun, 0, parts[1] as Buffer);
    expect([status, body.code]).toEqual([409, 'chunk_conflict']);
    expect(await objectsOf(begun)).toHaveLength(1);
    const rivals = await Promise.all([parts[1], parts[2]].map((part) => put(begun, 1, part as Buffer)));
    expect(rivals.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await objectsOf(begun)).toHaveLength(2);
  });

  it('looks the same from outside with a wrong token as one that does not exist', async () => {
    const begun = await begin();
    const wrong = Buffer.alloc(32, 7).toString('base64url');
    const unknown = { ...begun, recordingId: uuidv7() };
    for (const answer of await Promise.all([
      list(begun, wrong),
      list(unknown),
      list({ ...begun, recordingId: 'no-id' }),
      put(begun, 0, parts[0] as Buffer, wrong),
      put(unknown, 0, parts[0] as Buffer),
      finalize(begun, 1, undefined, wrong),
    ]))
      expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([404, 'not_found']);
    expect(await objectsOf(begun)).toEqual([]);
    expect((await under.call(`/api/recordings/${begun.recordingId}`, visitor)).status).toBe(404);
  });

  it('refuses parts and recordings that are too large, places that are none, and empty parts', async () => {
    const begun = await begin();
    const large = await put(begun, 0, Buffer.alloc(begun.maxChunkBytes + 1));
    expect([large.status, large.body.code]).toEqual([413, 'file_too_large']);
    // The sum of all parts; only the last of them is really sent.
    await under.query(
      'insert into upload_chunks select $1, n, 5242880, md5(n::text) from generate_series(1, 20) n',
      [begun.recordingId],
    );
    const over = await put(begun, 0, parts[0] as Buffer);
    expect([over.status, over.body.code]).toEqual([413, 'file_too_large']);
    for (const place of ['-1', '1.5', '1000', 'x'])
      expect([place, (await put(begun, place, parts[0] as Buffer)).status]).toEqual([place, 400]);
    expect((await put(begun, 3, Buffer.alloc(0))).status).toBe(400);
    expect(await objectsOf(begun)).toEqual([]);
    expect(await under.spool()).toEqual([]);
  });

  it('counts a part that does not announce its size, and forgets one that is cut off', async () => {
    const begun = await begin();
    const send = (content: Buffer, cut: boolean) =>
      new Promise<number | null>((resolve) => {
        const url = `${under.service.url}/api/recordings/${begun.recordingId}/chunks/0`;
        const headers = {
          'content-type': 'application/octet-stream',
          'x-upload-token': begun.uploadToken,
          'x-service-token': under.token(visitor),
          'transfer-encoding': 'chunked',
        };
        const call = request(url, { method: 'PUT', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? null);
        });
        call.on('error', () => resolve(null));
        call.write(content, () => {
          if (cut) call.destroy();
          else call.end();
        });
      });
    expect(await send(Buffer.alloc(begun.maxChunkBytes + 1), false)).toBe(413);
    expect(await send(parts[0] as Buffer, true)).toBeNull();
    await eventually(
      async () => {
        if ((await under.spool()).length > 0) throw new Error('not removed');
      },
      5000,
      'an empty spool',
    );
    expect((await list(begun)).body.chunks).toEqual([]);
    expect(await objectsOf(begun)).toEqual([]);
    expect(await send(parts[0] as Buffer, false)).toBe(200);
  });

  it('refuses a part that does not say what it is, and counts that do not fit', async () => {
    const begun = await begin();
    const { status } = await under.call(`/api/recordings/${begun.recordingId}/chunks/0`, visitor, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-upload-token': begun.uploadToken },
      body: '{}',
    });
    expect(status).toBe(400);
    await putAll(begun);
    for (const count of [0, 2, 'many', '']) expect((await finalize(begun, count)).status).toBe(400);
    expect((await finalize(begun, 3)).status).toBe(201);
  });

  it('asks again for a part whose object is gone', async () => {
    const begun = await begin();
    await putAll(begun);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    await store.delete(`uploads/${begun.recordingId}/1.${sha256(parts[1] as Buffer)}`);
    const { status, body } = await finalize(begun, 3);
    expect([status, body.missing]).toEqual([409, [1]]);
    await put(begun, 1, parts[1] as Buffer);
    expect((await finalize(begun, 3)).status).toBe(201);
  });
});

describe('putting a long recording together', () => {
  afterEach(() => jest.restoreAllMocks());

  it('needs as much room on the disk, and takes none before that is sure', async () => {
    const begun = await begin();
    await putAll(begun);
    jest.spyOn(under.service.app.get(FreeSpace), 'bytes').mockResolvedValue(1024 ** 3 + audio.length - 1);
    const { status, body } = await finalize(begun, 3);
    expect([status, body.code]).toEqual([503, 'storage_full']);
    expect(await under.spool()).toEqual([]);
    jest.restoreAllMocks();
    expect((await finalize(begun, 3)).status).toBe(201);
  });

  it('is done once for two calls of one upload, also where the second comes while the first waits', async () => {
    const begun = await begin();
    await putAll(begun);
    const { app } = under.service;
    const [chunks, checks] = [app.get(ChunksService), app.get(AudioCheck)];
    const store = app.get<ObjectStore>(OBJECT_STORE);
    const [open, check, putFile] = [chunks.open.bind(chunks), checks.check.bind(checks), store.putFile];
    const isSecondHere = Promise.withResolvers<void>();
    const isFirstChecked = Promise.withResolvers<void>();
    const opened = jest.spyOn(chunks, 'open').mockImplementation(async (...upload) => {
      const found = await open(...upload);
      // The second call looks for the upload before its form is read, as the first did.
      if (checked.mock.calls.length > 0) isSecondHere.resolve();
      return found;
    });
    const checked = jest.spyOn(checks, 'check').mockImplementation(async (...what) => {
      isFirstChecked.resolve();
      await isSecondHere.promise;
      return check(...what);
    });
    const stored: string[] = [];
    store.putFile = async (key, ...what) => {
      stored.push(key);
      return putFile.call(store, key, ...what);
    };
    const first = finalize(begun, 3);
    await isFirstChecked.promise;
    const second = finalize(begun, 3);
    const answers = await Promise.all([first, second]);
    store.putFile = putFile;
    opened.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(checked).toHaveBeenCalledTimes(1);
    expect(stored).toEqual([expect.stringMatching(/^recordings\//)]);
    checked.mockRestore();
  });

  it.each([
    ['put together', 0],
    ['decoded', 1],
  ])(
    'is not %s when another replica has saved it before its turn',
    async (_what, turnsBefore) => {
      const begun = await begin();
      await putAll(begun);
      const replica = await under.replica();
      // Both pieces of work wait in lines like these.
      const { run } = WorkLimit.prototype;
      const [waits, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const lines = [replica.app.get(FinalizeService), replica.app.get(AudioCheck)];
      const line = (lines[turnsBefore] as unknown as { limit: WorkLimit }).limit;
      let outcome: PromiseSettledResult<unknown> | undefined;
      jest.spyOn(line, 'run').mockImplementation(async function (this: WorkLimit, work) {
        waits.resolve();
        await saved.promise;
        [outcome] = await Promise.allSettled([run.call(this, work)]);
        if (outcome?.status === 'rejected') throw outcome.reason;
        return outcome?.value as never;
      });
      const form = new FormData();
      form.append('agreementData', JSON.stringify(agreementData));
      form.append('chunks', '3');
      const second = fetch(`${replica.url}/api/recordings/${begun.recordingId}/finalize`, {
        method: 'POST',
        headers: { 'x-upload-token': begun.uploadToken, 'x-service-token': under.token(visitor) },
        body: form,
      });
      await waits.promise;
      const first = await finalize(begun, 3);
      saved.resolve();
      expect(await (await second).json()).toEqual(first.body);
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AlreadyFinalizedError' } });
    },
    60_000,
  );

  it('is done a few at once, and who would wait too long is told to come back', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => begin()));
    for (const begun of all) await putAll(begun);
    const parts = FinalizeService.prototype as unknown as {
      assemble: (...what: unknown[]) => Promise<unknown>;
    };
    const { assemble } = parts;
    const held = Promise.withResolvers<void>();
    jest.spyOn(parts, 'assemble').mockImplementation(async function (this: FinalizeService, ...what) {
      await held.promise;
      return assemble.apply(this as unknown as typeof parts, what);
    });
    // Two at once, and sixteen wait: two of twenty are told before any place is free again.
    const told: unknown[] = [];
    const twoTold = Promise.withResolvers<void>();
    const answers = all.map(async (begun) => {
      const { status, body } = await finalize(begun, 3);
      if (told.push([status, body.code]) === 2) twoTold.resolve();
      return status;
    });
    await twoTold.promise;
    expect(told).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    held.resolve();
    const statuses = await Promise.all(answers);
    // Those that were put together are checked next, where a visitor finds fewer places.
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(16);
  });
});

describe('what is left over', () => {
  it('of an upload goes after a day, not before', async () => {
    const begun = await begin();
    await put(begun, 0, parts[0] as Buffer);
    const [{ at } = { at: new Date() }] = await under.query<{ at: Date }>(
      'select created_at as at from uploads where id = $1',
      [begun.recordingId],
    );
    await under.setClock(new Date(at.getTime() + DAY_MS - HOUR_MS));
    await round(RemoveOldUploads);
    expect((await list(begun)).status).toBe(200);
    await under.setClock(new Date(at.getTime() + DAY_MS));
    await round(RemoveOldUploads);
    expect((await list(begun)).status).toBe(404);
    expect(await objectsOf(begun)).toEqual([]);
  });

  it('of an upload that is finalized while it is removed is its answer all the same', async () => {
    const begun = await begin();
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const list = store.list.bind(store);
    store.list = async function* (prefix) {
      if (prefix.includes(begun.recordingId))
        await under.query('update uploads set agreement_id = $2 where id = $1', [begun.recordingId, 'saved']);
      yield* list(prefix);
    };
    await under.setClock(new Date(Date.now() + DAY_MS + 60_000));
    await round(RemoveOldUploads);
    store.list = list;
    expect(await under.query('select 1 from uploads where id = $1', [begun.recordingId])).toHaveLength(1);
  });

  it('of very many uploads goes in one round, and one that cannot be deleted keeps no other', async () => {
    const begun = await begin();
    await put(begun, 0, parts[0] as Buffer);
    const stuck = uuidv7();
    // Older than the honest one, and more than are looked at together.
    await under.query(
      `insert into uploads (id, token_hash, created_at)
       select case when n = 1 then $2::uuid else gen_random_uuid() end, token_hash, created_at - interval '1 hour'
       from uploads, generate_series(1, 250) as n where id = $1`,
      [begun.recordingId, stuck],
    );
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    await store.putBuffer(`uploads/${stuck}/0.${sha256(audio)}`, audio, 'application/octet-stream');
    const remove = store.delete.bind(store);
    store.delete = (key) => (key.includes(stuck) ? Promise.reject(new Error('is locked')) : remove(key));
    await under.setClock(new Date(Date.now() + DAY_MS + 60_000));
    await round(RemoveOldUploads);
    expect(await under.query('select id from uploads where agreement_id is null')).toEqual([{ id: stuck }]);
    expect(await objectsOf(begun)).toEqual([]);
    store.delete = remove;
    await round(RemoveOldUploads);
    expect(await under.query('select id from uploads where agreement_id is null')).toEqual([]);
  });

  it('of an upload that became an agreement is its answer, for who comes back within a month', async () => {
    const begun = await begin();
    await putAll(begun);
    const { body } = await finalize(begun, 3);
    const { createdAt } = body as unknown as { createdAt: string };
    const at = new Date(createdAt).getTime();
    await under.setClock(new Date(at + 30 * DAY_MS));
    await round(RemoveOldUploads);
    expect((await list(begun)).body.chunks.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect((await finalize(begun, 3)).body).toEqual(body);
    await under.setClock(new Date(at + 31 * DAY_MS));
    await round(RemoveOldUploads);
    expect((await list(begun)).status).toBe(404);
  });

  it('of parts that are in a recording goes after a day', async () => {
    const begun = await begin();
    await putAll(begun);
    await finalize(begun, 3);
    const old = uuidv7({ msecs: Date.now() - DAY_MS - 1000 });
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    await under.query(
      'insert into uploads select $1, token_hash, created_at, agreement_id from uploads where id = $2',
      [old, begun.recordingId],
    );
    await store.putBuffer(`uploads/${old}/0.${sha256(audio)}`, audio, 'application/octet-stream');
    await round(RemoveOrphans);
    expect((await under.objects()).filter((path) => path.includes(old))).toEqual([]);
  });

  it('of a crash between object and row goes after a day; what has a row stays', async () => {
    const begun = await begin();
    await putAll(begun);
    const { body } = await finalize(begun, 3);
    const old = uuidv7({ msecs: Date.now() - DAY_MS - 1000 });
    const young = uuidv7();
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    for (const id of [old, young]) {
      await store.putBuffer(`recordings/${id}/original.webm`, audio, 'audio/webm');
      await store.putBuffer(`photos/${id}/photo.jpg`, audio, 'image/jpeg');
      await store.putBuffer(`uploads/${id}/0.${sha256(audio)}`, audio, 'application/octet-stream');
    }
    await under.query(`update recordings set id = $2, object_key = object_key where agreement_id = $1`, [
      body.agreementId,
      uuidv7({ msecs: Date.now() - 2 * DAY_MS }),
    ]);
    const [kept] = await under.query<{ id: string }>('select id from recordings where agreement_id = $1', [
      body.agreementId,
    ]);
    await store.putBuffer(`recordings/${kept?.id}/audio.mp3`, audio, 'audio/mpeg');
    await round(RemoveOrphans);
    const objects = await under.objects();
    const of = (id: string | undefined) => objects.filter((path) => path.includes(String(id))).length;
    expect([of(old), of(young), of(kept?.id)]).toEqual([0, 3, 1]);
  });
});
