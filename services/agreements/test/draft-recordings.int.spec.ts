import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, type Principal } from '#platform';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { logTypes, OWNER, paidAgreement, statusOf, told } from './deadlines.fixture.js';
import { FakeTranscription } from './fake-transcription.js';
import { send } from './invitations.fixture.js';
import { part, sendRaw } from './raw-upload.js';
import { recordTone, type SavedBody, savedAgreement } from './recordings.fixture.js';

interface DraftBody {
  code: string;
  error: string;
  status: string;
  percent: number;
  agreement: { agreementId: string; sha256: string; durationSeconds: number };
  transcript: { text: string; duration: number; segments: object[] };
  digitalReceipt: { agreementId: string };
  fallbackOptions: Record<string, { available: boolean }>;
}

let under: AgreementsUnderTest;
let transcription: FakeTranscription;
let folder: string;
let first: Buffer;
let second: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-recordings-'));
  first = await recordTone(join(folder, 'first.webm'), 1);
  second = await recordTone(join(folder, 'second.webm'), 2);
  transcription = await FakeTranscription.start();
  under = await AgreementsUnderTest.start({ TRANSCRIPTION_URL: transcription.url }, { decodesAnew: true });
}, 120_000);

beforeEach(async () => {
  transcription.tellAll({ stage: 'done', percent: 100, text: 'I sell the car. I buy it.' });
  await under.setClock(new Date());
  await under.query('delete from transcribe_calls');
});

afterAll(async () => {
  await under?.stop();
  await transcription?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const transcribe = (
  agreementId: string,
  audio: Buffer | null,
  owner = OWNER,
  headers = {},
  spoken: object | null = null,
) => {
  const form = new FormData();
  form.append('agreementId', agreementId);
  if (spoken) form.append('spoken', JSON.stringify(spoken));
  if (audio) form.append('audio', new Blob([new Uint8Array(audio)]), 'recording.webm');
  return under.call<DraftBody>('/api/transcribe', user(owner), { method: 'POST', body: form, headers });
};

const recordings = ({ agreementId }: SavedBody) =>
  under.query<{ id: string; sha256: string; isCurrent: boolean }>(
    `select id, sha256, replaced_at is null as "isCurrent" from recordings where agreement_id = $1
     order by created_at`,
    [agreementId],
  );

describe('a recording that is made again', () => {
  it('may be longer than its plan where the recorder could not stop it, and not where it is a file', async () => {
    const saved = await savedAgreement(under, first, OWNER, { planType: 'basic' });
    const long = await recordTone(join(folder, 'long.webm'), 190);
    expect((await transcribe(saved.agreementId, long)).body.code).toBe('recording_too_long');
    const spoken = { startedAt: new Date().toISOString() };
    expect((await transcribe(saved.agreementId, long, OWNER, {}, spoken)).status).toBe(200);
  });

  it('replaces the one before and answers with what it says', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const { status, body } = await transcribe(saved.agreementId, second);
    expect(status).toBe(200);
    expect(body.transcript).toEqual({
      text: 'I sell the car. I buy it.',
      language: 'en',
      duration: 4,
      segments: [
        { start: 0, text: 'I sell the car.' },
        { start: 2.5, text: 'I buy it.' },
      ],
      amountCheck: null,
    });
    expect(body.digitalReceipt).toEqual({ agreementId: saved.agreementId });
    const rows = await recordings(saved);
    expect(rows.map((row) => row.isCurrent)).toEqual([false, true]);
    expect(body.agreement).toMatchObject({ agreementId: saved.agreementId, sha256: rows[1]?.sha256 });
    expect(await logTypes(under, saved)).toEqual(['recorded', 'claimed', 'recorded-again']);
    const stored = await told(under, saved, 'agreements.recording.stored');
    expect(stored[1]).toMatchObject({ recordingId: rows[1]?.id, sha256: rows[1]?.sha256 });
    expect(await told(under, saved, 'agreements.transcript.requested')).toEqual([
      { agreementId: saved.agreementId, ownerId: OWNER, recordingId: rows[1]?.id },
    ]);
    const objects = (await under.objects()).filter((path) => rows.some((row) => path.includes(row.id)));
    expect(objects).toHaveLength(2);
    expect(await under.spool()).toEqual([]);
  });

  it('is theirs who sends it signed in from the browser that recorded first, without a payment in between', async () => {
    const saved = await savedAgreement(under, first);
    const { agreementId, claimToken } = saved;
    expect((await transcribe(agreementId, second)).status).toBe(404);
    const cookie = `ssc_claim_${agreementId}=${claimToken}`;
    expect((await transcribe(agreementId, second, OWNER, { cookie })).status).toBe(200);
    expect(await logTypes(under, saved)).toEqual(['recorded', 'claimed', 'recorded-again']);
    expect((await transcribe(agreementId, first, OWNER + 1, { cookie })).status).toBe(404);
    expect((await under.call(`/api/agreements/${agreementId}/take`, user(OWNER))).status).toBe(200);
  });

  it('has its own date, wherever it is told when it was stored', async () => {
    await under.setClock(new Date(Date.now() - DAY_MS));
    const saved = await savedAgreement(under, first, OWNER);
    await under.setClock(new Date());
    expect((await transcribe(saved.agreementId, second)).status).toBe(200);
    const [row] = await under.query<{ recordedAt: Date }>(
      `select created_at as "recordedAt" from recordings where agreement_id = $1 and replaced_at is null`,
      [saved.agreementId],
    );
    const recordedAt = row?.recordedAt.toISOString() ?? '';
    expect(Date.parse(recordedAt) - Date.parse(saved.createdAt)).toBeGreaterThan(DAY_MS / 2);
    const dates = { createdAt: saved.createdAt, recordedAt };
    const { agreementId } = saved;
    const notifications: Principal = { kind: 'service', id: 0, sessionId: null, name: 'notifications' };
    expect((await under.call(`/internal/agreements/${agreementId}`, notifications)).body).toMatchObject(
      dates,
    );
    const outline = await send(
      under,
      'POST',
      '/internal/deals',
      { agreementIds: [agreementId] },
      notifications,
    );
    expect(outline.body).toMatchObject([dates]);
    expect((await under.call(`/api/agreements/${agreementId}`, user(OWNER))).body).toMatchObject(dates);
  });

  it('tells which language is spoken, whose lines were pressed and when the device began it', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const startedAt = new Date(Date.now() - 5 * DAY_MS).toISOString();
    const spoken = { language: 'pt', turns: [{ party: 'b', start: 0.5, end: 1.9 }], startedAt };
    const form = new FormData();
    form.append('agreementId', saved.agreementId);
    form.append('spoken', JSON.stringify(spoken));
    form.append('audio', new Blob([new Uint8Array(second)]), 'recording.webm');
    const sent = { method: 'POST', body: form };
    expect((await under.call<DraftBody>('/api/transcribe', user(OWNER), sent)).status).toBe(200);
    const stored = await told(under, saved, 'agreements.recording.stored');
    expect(stored[1]).toMatchObject(spoken);
    expect((await under.call(`/api/agreements/${saved.agreementId}`, user(OWNER))).body).toMatchObject({
      recordingStartedAt: startedAt,
    });
    const [logged] = await under.query<{ detail: object }>(
      `select detail from agreement_events where agreement_id = $1 and type = 'recorded-again'`,
      [saved.agreementId],
    );
    expect(logged?.detail).toMatchObject({ startedAt });
    form.set('spoken', '{"turns": 1}');
    expect((await under.call<DraftBody>('/api/transcribe', user(OWNER), sent)).status).toBe(400);
  });

  it('that is the same as before replaces nothing and is asked for again', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    for (let time = 0; time < 2; time += 1)
      expect((await transcribe(saved.agreementId, first)).status).toBe(200);
    expect(await recordings(saved)).toHaveLength(1);
    expect(await told(under, saved, 'agreements.transcript.requested')).toHaveLength(2);
  });

  it('stays replaced when it is sent again because its answer was lost', async () => {
    const saved = await savedAgreement(under, await recordTone(join(folder, 'zero.webm'), 1), OWNER);
    const lost = { 'idempotency-key': 'one' };
    expect((await transcribe(saved.agreementId, first, OWNER, lost)).status).toBe(200);
    expect((await transcribe(saved.agreementId, second, OWNER, { 'idempotency-key': 'two' })).status).toBe(
      200,
    );
    const rows = await recordings(saved);
    const { status, body } = await transcribe(saved.agreementId, first, OWNER, lost);
    expect([status, body.agreement.sha256]).toEqual([200, rows[2]?.sha256]);
    expect(await recordings(saved)).toEqual(rows);
    expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
    // Whoever sends it once more because it is what they want has it.
    const wanted = await transcribe(saved.agreementId, first, OWNER, { 'idempotency-key': 'three' });
    expect(wanted.body.agreement.sha256).toBe(rows[1]?.sha256);
  });

  it('twice at once with one key is stored once', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const before = (await under.objects()).length;
    const one = { 'idempotency-key': 'one' };
    const answers = await Promise.all([1, 2].map(() => transcribe(saved.agreementId, second, OWNER, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await recordings(saved)).toHaveLength(2);
    expect(await under.objects()).toHaveLength(before + 1);
  });

  it('twice at once leaves one that counts', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const answers = await Promise.all([1, 2].map(() => transcribe(saved.agreementId, second)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await recordings(saved)).filter((row) => row.isCurrent)).toHaveLength(1);
  });

  it('is waited for, and answers 202 at once when asked to', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    transcription.tellAll(null);
    const hurried = await transcribe(saved.agreementId, second, OWNER, { prefer: 'respond-async' });
    expect([hurried.status, hurried.body]).toEqual([202, { status: 'queued', percent: 0 }]);
    const waiting = transcribe(saved.agreementId, second);
    await transcription.askedAgain();
    transcription.tellAll({ stage: 'transcribing', percent: 40 });
    await transcription.askedAgain();
    transcription.tellAll({ stage: 'done', percent: 100, text: 'Done.' });
    const { status, body } = await waiting;
    expect([status, body.transcript.text]).toEqual([200, 'Done.']);
  });

  it('is followed until it is there, by its owner only', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const look = (owner = OWNER) =>
      under.call<DraftBody>(`/api/agreements/${saved.agreementId}/take`, user(owner));
    transcription.tellAll(null);
    expect((await look()).body.code).toBe('not_ready');
    transcription.tellAll({ stage: 'transcribing', percent: 40 });
    expect(await look()).toMatchObject({ status: 202, body: { status: 'transcribing', percent: 40 } });
    const amountCheck = { typedCents: 25_000, spokenCents: [30_000], agrees: false };
    transcription.tellAll({ stage: 'done', percent: 100, text: 'Three hundred.', amountCheck });
    const { status, body } = await look();
    expect([status, body.transcript]).toMatchObject([200, { text: 'Three hundred.', amountCheck }]);
    expect(body.agreement).toMatchObject({ agreementId: saved.agreementId, sha256: saved.sha256 });
    transcription.tellAll({ stage: 'failed', percent: 0 });
    expect((await look()).body).toMatchObject({
      code: 'transcription_failed',
      error: 'transcription_failed',
    });
    expect((await look(OWNER + 1)).body.code).toBe('agreement_not_found');
  });

  it('that no engine could read answers what else there is; the recording is safe', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    transcription.tellAll({ stage: 'failed', percent: 0 });
    const { status, body } = await transcribe(saved.agreementId, second);
    expect([status, body.code, body.error]).toEqual([503, 'transcription_failed', 'transcription_failed']);
    expect(body.fallbackOptions.manualService?.available).toBe(true);
    expect(body.fallbackOptions.customerService?.available).toBe(true);
    expect(await recordings(saved)).toHaveLength(2);
  });

  it('is refused unless it is a recording of one’s own contract', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    expect((await transcribe(saved.agreementId, second, OWNER + 1)).body.code).toBe('agreement_not_found');
    expect((await transcribe('1234567890123456', second)).body.code).toBe('agreement_not_found');
    expect((await transcribe('x', second)).body.code).toBe('agreement_not_found');
    expect((await transcribe(saved.agreementId, null)).body.code).toBe('invalid_input');
    expect((await transcribe(saved.agreementId, Buffer.from('no sound'))).body.code).toBe(
      'unsupported_media',
    );
    expect(await recordings(saved)).toHaveLength(1);
    expect(await under.spool()).toEqual([]);
  });
});

describe('the recording of a paid contract', () => {
  it('is not replaced; the same bytes answer from what exists', async () => {
    const saved = await paidAgreement(under, first, new Date());
    const other = await transcribe(saved.agreementId, second);
    expect([other.status, other.body.code]).toEqual([409, 'recording_sealed']);
    const same = await transcribe(saved.agreementId, first);
    expect([same.status, same.body.transcript.text]).toEqual([200, 'I sell the car. I buy it.']);
    expect(await recordings(saved)).toHaveLength(1);
    expect(await told(under, saved, 'agreements.transcript.requested')).toHaveLength(0);
  });

  it('that waits for party B is not waited for', async () => {
    const saved = await paidAgreement(under, first, new Date(), { isRemoteContract: true });
    transcription.tellAll(null);
    const { status, body } = await transcribe(saved.agreementId, first);
    expect([status, body]).toEqual([202, { status: 'queued', percent: 0 }]);
    expect((await statusOf(under, saved)).status).toBe('awaiting_party');
  });
});

describe('the limit', () => {
  it('is twenty an hour for one account, also at once', async () => {
    const started = new Date();
    await under.setClock(started);
    const calls = await Promise.all(Array.from({ length: 22 }, () => transcribe('x', null, OWNER + 2)));
    const refused = calls.filter((call) => call.status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await transcribe('x', null, OWNER + 3)).status).toBe(404);
    await under.setClock(new Date(started.getTime() + HOUR_MS + 5000));
    expect((await transcribe('x', null, OWNER + 2)).status).toBe(404);
  });

  it('counts what has arrived, not what was cut off on a bad line', async () => {
    const saved = await savedAgreement(under, first, OWNER);
    const body = part('form-data; name="audio"; filename="recording.webm"', second, 'audio/webm');
    const cut = { token: under.token(user(OWNER)), path: '/api/transcribe', body };
    for (let time = 0; time < 21; time += 1)
      await sendRaw(under.service.url, { ...cut, announced: body.length + 500, cut: 'end' });
    expect((await transcribe(saved.agreementId, second)).status).toBe(200);
    expect(await under.query('select 1 from transcribe_calls')).toHaveLength(1);
  });
});
