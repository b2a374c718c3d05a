import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visitor } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { audioKey, evidenceKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import { recordTone, type SavedBody, savedAgreement } from './recordings.fixture.js';

const OWNER = 41;

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let paid: SavedBody;
let unpaid: SavedBody;
const mp3 = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));
const webm = Buffer.from('the sound as WebM');
const preview = Buffer.from('the first five seconds');

/** As the event `recordingPrepared` leaves it. */
const prepare = async (agreementId: string) => {
  const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
  const put = async (name: string, content: Buffer, mime: string) => {
    const key = `derived/${randomUUID()}/${name}`;
    await store.putBuffer(key, content, mime);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return JSON.stringify({ key, mime, bytes: content.length, sha256 });
  };
  await under.query(
    'update recordings set mp3 = $2, webm = $3, preview = $4, prepared_at = now() where agreement_id = $1',
    [
      agreementId,
      await put('audio.mp3', mp3, 'audio/mpeg'),
      await put('audio.webm', webm, 'audio/webm'),
      await put('preview.mp3', preview, 'audio/mpeg'),
    ],
  );
};

const pay = (agreementId: string) =>
  under.query(`update agreements set paid_at = now(), status = 'processing' where agreement_id = $1`, [
    agreementId,
  ]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-audio-'));
  audio = await recordTone(join(folder, 'tone.webm'), 3);
  under = await AgreementsUnderTest.start({}, { decodesAnew: true });
  paid = await savedAgreement(under, audio, OWNER);
  unpaid = await savedAgreement(under, audio, OWNER);
  await pay(paid.agreementId);
  await prepare(paid.agreementId);
  await prepare(unpaid.agreementId);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const audioOf = (saved: SavedBody, query = '', init: { method?: string; range?: string } = {}) =>
  under.call<Buffer>(`/api/agreements/${saved.agreementId}/audio${query}`, user(OWNER), {
    method: init.method ?? 'GET',
    ...(init.range ? { headers: { range: init.range } } : {}),
  });

describe('the recording of a paid agreement', () => {
  it.each([
    ['', 'audio/mpeg', 'mp3', () => mp3],
    ['?format=mp3', 'audio/mpeg', 'mp3', () => mp3],
    ['?format=webm', 'audio/webm', 'webm', () => webm],
    ['?format=original&t=1763690400000', 'audio/webm', 'webm', () => audio],
  ])('audio%s is whole, typed, named and private', async (query, mime, extension, content) => {
    const { status, body, headers } = await audioOf(paid, query);
    expect(status).toBe(200);
    expect(body.equals(content())).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': mime,
      'content-length': String(content().length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // A browser that is led to the file plays it; a sandbox would make the player one of another origin.
      'content-security-policy': expect.stringMatching(/^default-src 'none'; media-src 'self';(?!.*sandbox)/),
      'content-disposition': `inline; filename="agreement_${paid.agreementId}_recording.${extension}"`,
    });
  });

  it('is offered as a file for download', async () => {
    const { headers } = await audioOf(paid, '?download=1');
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, 4999],
    ['bytes=4999-', 4999, 4999],
    ['bytes=-1', 4999, 4999],
    ['bytes=-500', 4500, 4999],
    ['bytes=-999999', 0, 4999],
    ['bytes=10-999999', 10, 4999],
  ])('answers %s with that part', async (range, start, end) => {
    const { status, body, headers } = await audioOf(paid, '', { range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/5000`);
    expect(headers.get('content-length')).toBe(String(end - start + 1));
    expect(body.equals(mp3.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=5000-', 'bytes=9000-9999', 'bytes=-0'])('answers %s with 416', async (range) => {
    const { status, body, headers } = await audioOf(paid, '', { range });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('bytes */5000');
    expect(body).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it.each(['bytes=0-1,100-101', 'seconds=0-1', 'nonsense', 'bytes=9-3', 'bytes=-', 'bytes=a-b'])(
    'answers %s with the whole',
    async (range) => {
      const { status, body } = await audioOf(paid, '', { range });
      expect(status).toBe(200);
      expect(body).toHaveLength(5000);
    },
  );

  it('answers HEAD with the headers alone', async () => {
    const whole = await audioOf(paid, '', { method: 'HEAD' });
    expect([whole.status, whole.headers.get('content-length'), whole.body.length]).toEqual([200, '5000', 0]);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    const part = await audioOf(paid, '', { method: 'HEAD', range: 'bytes=0-99' });
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '100']);
    expect(part.headers.get('content-range')).toBe('bytes 0-99/5000');
  });

  it.each(['?format=flac', '?format=../original', '?download=yes', '?shell=1'])(
    'refuses audio%s',
    async (query) => {
      expect((await audioOf(paid, query)).status).toBe(400);
    },
  );

  it('is gone after its time', async () => {
    const old = await savedAgreement(under, audio, OWNER);
    await pay(old.agreementId);
    await under.query(
      `update agreements set expires_at = now() - interval '1 second' where agreement_id = $1`,
      [old.agreementId],
    );
    expect(await audioOf(old)).toMatchObject({ status: 410, body: { code: 'recording_expired' } });
  });

  it('is not ready before it is prepared, while the original is', async () => {
    const fresh = await savedAgreement(under, audio, OWNER);
    await pay(fresh.agreementId);
    expect(await audioOf(fresh)).toMatchObject({ status: 404, body: { code: 'not_ready' } });
    expect((await audioOf(fresh, '?format=original')).status).toBe(200);
  });
});

describe('who may hear it', () => {
  const heardBy = async (saved: SavedBody, query: string, principal = visitor, cookie?: string) =>
    (
      await under.call(`/api/agreements/${saved.agreementId}/audio${query}`, principal, {
        ...(cookie ? { headers: { cookie } } : {}),
      })
    ).status;
  const keyOf = (saved: SavedBody, party: 'a' | 'b' = 'a', secret = LINK_SECRET) =>
    `?key=${encodeURIComponent(audioKey(secret, saved.agreementId, party))}`;

  it('nobody before it is paid', async () => {
    expect(await audioOf(unpaid)).toMatchObject({ status: 402, body: { code: 'payment_required' } });
    expect(await heardBy(unpaid, keyOf(unpaid))).toBe(402);
    const fresh = await savedAgreement(under, audio);
    const cookie = `ssc_claim_${fresh.agreementId}=${fresh.claimToken}`;
    expect(await heardBy(fresh, '', visitor, cookie)).toBe(402);
    expect(await heardBy(fresh, '?format=original', visitor, cookie)).toBe(402);
  });

  it('the owner, and no other account', async () => {
    expect(await heardBy(paid, '', user(OWNER))).toBe(200);
    expect(await heardBy(paid, '', user(OWNER + 1))).toBe(404);
    expect(await heardBy(paid, '', { kind: 'admin', id: OWNER, sessionId: null })).toBe(404);
    expect(await heardBy(paid, '', { kind: 'service', id: OWNER, sessionId: null })).toBe(404);
    expect(await heardBy(paid, '')).toBe(404);
  });

  it('whoever holds a key from the mail of either party, for that agreement alone', async () => {
    expect(await heardBy(paid, keyOf(paid, 'a'))).toBe(200);
    expect(await heardBy(paid, keyOf(paid, 'b'))).toBe(200);
    const other = await savedAgreement(under, audio, OWNER);
    await pay(other.agreementId);
    await prepare(other.agreementId);
    expect(await heardBy(other, keyOf(paid, 'a'))).toBe(404);
    expect(await heardBy(other, keyOf(other, 'a'))).toBe(200);
  });

  it('party B with a mailed key only once there is a contract', async () => {
    const invited = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    await pay(invited.agreementId);
    await prepare(invited.agreementId);
    const become = (status: string) =>
      under.query('update agreements set status = $2 where agreement_id = $1', [invited.agreementId, status]);
    const certificate = `/api/agreements/${invited.agreementId}/summary.pdf?key=`;
    const read = async (party: 'a' | 'b') =>
      (await under.call(certificate + evidenceKey(LINK_SECRET, invited.agreementId, party), visitor)).status;
    for (const status of ['awaiting_party', 'cancelled']) {
      await become(status);
      expect([status, await heardBy(invited, keyOf(invited, 'b')), await read('b')]).toEqual([
        status,
        404,
        404,
      ]);
      expect([status, await heardBy(invited, keyOf(invited, 'a')), await read('a')]).toEqual([
        status,
        200,
        200,
      ]);
    }
    for (const status of ['processing', 'completed']) {
      await become(status);
      expect([status, await heardBy(invited, keyOf(invited, 'b')), await read('b')]).toEqual([
        status,
        200,
        200,
      ]);
    }
  });

  it('with a mailed key no more than its link plays', async () => {
    for (const party of ['a', 'b'] as const) {
      expect(await heardBy(paid, `${keyOf(paid, party)}&format=webm`)).toBe(200);
      expect(await heardBy(paid, `${keyOf(paid, party)}&format=original`)).toBe(404);
      expect(await heardBy(paid, `${keyOf(paid, party)}&party=b`)).toBe(404);
      // The key takes nothing away from the owner.
      expect(await heardBy(paid, `${keyOf(paid, party)}&format=original`, user(OWNER))).toBe(200);
    }
  });

  it('not the holder of a forged key', async () => {
    const real = audioKey(LINK_SECRET, paid.agreementId, 'a');
    for (const key of [
      '',
      'a',
      'a.',
      `b${real.slice(1)}`,
      `c${real.slice(1)}`,
      `${real.slice(0, -2)}${real.endsWith('AA') ? 'BA' : 'AA'}`,
      `${real}x`,
      audioKey('another secret of thirty-two characters', paid.agreementId, 'a'),
      'ä'.repeat(45),
    ]) {
      expect([key, await heardBy(paid, `?key=${encodeURIComponent(key)}`)]).toEqual([key, 404]);
    }
    expect(await heardBy(paid, `?key=${'a'.repeat(101)}`)).toBe(400);
  });
});

describe('the preview', () => {
  const previewOf = (saved: SavedBody, principal = visitor, cookie = 'a=b') =>
    under.call<Buffer>(`/api/agreements/${saved.agreementId}/preview`, principal, { headers: { cookie } });

  it('is for the owner, paid or not, and for the browser that recorded', async () => {
    expect((await previewOf(unpaid, user(OWNER))).body.equals(preview)).toBe(true);
    expect((await previewOf(paid, user(OWNER))).status).toBe(200);
    expect((await previewOf(unpaid, user(OWNER + 1))).status).toBe(404);
    expect((await previewOf(unpaid)).status).toBe(404);
    const fresh = await savedAgreement(under, audio);
    const cookie = `ssc_claim_${fresh.agreementId}=${fresh.claimToken}`;
    expect(await previewOf(fresh, visitor, cookie)).toMatchObject({
      status: 404,
      body: { code: 'not_ready' },
    });
    await prepare(fresh.agreementId);
    expect((await previewOf(fresh, visitor, cookie)).body.equals(preview)).toBe(true);
    const wrong = `ssc_claim_${fresh.agreementId}=${unpaid.claimToken}`;
    expect((await previewOf(fresh, visitor, wrong)).status).toBe(404);
  });
});
