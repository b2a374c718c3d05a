import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { visitor } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { ENDS, race, tracesOf } from './consent-race.js';
import {
  type ConsentBody,
  consent,
  consentForm,
  currentKey,
  decline,
  eventsOf,
  invitedAgreement,
  keepEvents,
  logOf,
  OWNER,
  openDeadlines,
  statements,
  viewOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';

const run = promisify(execFile);

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;
let otherAnswer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-consent-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  otherAnswer = await recordAnswer(join(folder, 'other.webm'));
  under = await AgreementsUnderTest.start();
  await keepEvents(under);
}, 120_000);

afterEach(async () => expect(await under.spool()).toEqual([]));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const path = (agreementId: string, act: string) => `/api/agreements/remote/${agreementId}/${act}`;

/** Everything that a refused consent must leave as it was. */
const traces = (agreementId: string) => tracesOf(under, agreementId);

describe('consenting', () => {
  it('tells which language party B speaks', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const form = consentForm(answer, { spoken: { language: 'es' } });
    expect((await consent(under, agreementId, form)).status).toBe(201);
    const stored = await eventsOf(under, agreementId, 'agreements.recording.stored');
    expect(stored.at(-1)?.data).toMatchObject({ party: 'b', language: 'es' });
  });

  it('takes a recording that the recorder could not stop at its limit', async () => {
    const { agreementId } = await invitedAgreement(under, audio, { planType: 'basic' });
    const path = join(folder, 'long.webm');
    const long = ['-af', 'apad=whole_dur=190', '-c:a', 'libopus', '-b:a', '16k', path];
    await run('ffmpeg', ['-v', 'error', '-y', '-i', join(folder, 'other.webm'), ...long]);
    const form = consentForm(await readFile(path), { spoken: { startedAt: new Date().toISOString() } });
    expect((await consent(under, agreementId, form)).status).toBe(201);
  });

  it('keeps which wording was ticked, when it was the Spanish one', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const wordingVersion = '2026-11-es';
    expect((await consent(under, agreementId, consentForm(answer, { wordingVersion }))).status).toBe(201);
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'consented',
      detail: { ...statements, wordingVersion },
    });
    const kept = 'select wording_version from consents where agreement_id = $1';
    expect(await under.query(kept, [agreementId])).toEqual([{ wording_version: wordingVersion }]);
  });

  it('stores the recording and the four statements, and moves the agreement on', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    const { status, body } = await consent(under, agreementId, consentForm(answer, { key }));
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        agreementId,
        status: 'processing',
        sha256: sha256(answer),
        durationSeconds: expect.closeTo(6.8, 0),
        consentedAt: expect.any(String),
      },
    });
    expect(await viewOf(under, agreementId)).toMatchObject({
      status: 'processing',
      statusReason: null,
      consentedAt: body.consentedAt,
      transcript: { stage: 'queued', percent: 0 },
    });
    const [recording] = await under.query<{ id: string; object_key: string }>(
      `select * from recordings where agreement_id = $1 and party = 'b'`,
      [agreementId],
    );
    expect(recording?.object_key).toBe(`recordings/${recording?.id}/original.webm`);
    expect((await readFile(under.objectPath(recording?.object_key ?? ''))).equals(answer)).toBe(true);
    expect(
      await under.query('select recording_id, wording_version from consents where agreement_id = $1', [
        agreementId,
      ]),
    ).toEqual([{ recording_id: recording?.id, wording_version: '2026-11' }]);
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'consented',
      actor: 'party-b',
      address: '127.0.0.1',
      device: 'Browser of party B',
      detail: { ...statements, wordingVersion: '2026-11', sha256: sha256(answer), isKeyed: true },
    });
    const events = (await eventsOf(under, agreementId)).slice(-2);
    expect(events).toMatchObject([
      { type: 'agreements.recording.stored', data: { recordingId: recording?.id, party: 'b' } },
      { type: 'agreements.consent.given', data: { consentRecordingId: recording?.id, ownerId: OWNER } },
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
    expect(await openDeadlines(under, agreementId)).toEqual([
      'access-end',
      'access-warning-1',
      'access-warning-7',
    ]);
    const heard = `/api/agreements/${agreementId}/audio?party=b&format=original`;
    expect((await under.call<Buffer>(heard, user(OWNER))).body.equals(answer)).toBe(true);
    expect((await under.call(heard, user(OWNER + 1))).status).toBe(404);
    expect((await under.call(heard, { kind: 'admin', id: 1, sessionId: null })).status).toBe(404);
  });

  it('again with the same recording answers the same; with another one it is answered already', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const first = await consent(under, agreementId, consentForm(answer));
    const before = await traces(agreementId);
    const again = await consent(under, agreementId, consentForm(answer));
    expect([again.status, again.body]).toEqual([201, first.body]);
    const given = { answer: 'agreed', answeredAt: (first.body as { consentedAt: string }).consentedAt };
    expect(await consent(under, agreementId, consentForm(otherAnswer))).toMatchObject({
      status: 409,
      body: { code: 'invitation_answered', ...given },
    });
    expect(await consent(under, agreementId, consentForm(answer, { key: 'wrong' }))).toMatchObject({
      status: 404,
    });
    expect(await traces(agreementId)).toEqual(before);
  });
});

describe('a consent that is refused', () => {
  const missing = (name: keyof typeof statements) => ({ statements: { ...statements, [name]: undefined } });

  it.each<[string, object | string | null, number, string]>([
    ['without the first statement', missing('isNamedPerson'), 422, 'consent_incomplete'],
    ['without the second statement', missing('agreesToRecording'), 422, 'consent_incomplete'],
    ['without the third statement', missing('agreesToElectronicRecords'), 422, 'consent_incomplete'],
    ['without the last statement', missing('hasHeardTerms'), 422, 'consent_incomplete'],
    [
      'with a statement denied',
      { statements: { ...statements, hasHeardTerms: false } },
      422,
      'consent_incomplete',
    ],
    ['without statements', { statements: undefined }, 422, 'consent_incomplete'],
    ['with a text for yes', { statements: { ...statements, hasHeardTerms: 'true' } }, 400, 'invalid_input'],
    ['with statements of null', { statements: null }, 400, 'invalid_input'],
    ['with a statement too many', { statements: { ...statements, agreesToAll: true } }, 400, 'invalid_input'],
    ['to older words', { wordingVersion: '2025-01' }, 409, 'wording_outdated'],
    ['to no words', { wordingVersion: undefined }, 400, 'invalid_input'],
    ['with a wrong key', { key: 'wrong' }, 404, 'agreement_not_found'],
    ['with a key that is a number', { key: 7 }, 400, 'invalid_input'],
    ['with half a JSON', '{"wordingVersion":', 400, 'invalid_input'],
    ['with a hostile name', '{"__proto__":{"isAdmin":true}}', 400, 'invalid_input'],
    ['with no field at all', null, 400, 'invalid_input'],
  ])('%s', async (_what, fields, status, code) => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await traces(agreementId);
    const refused = await consent<{ code: string }>(under, agreementId, consentForm(answer, fields));
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(await traces(agreementId)).toEqual(before);
  });

  it('with a recording that is none, empty, broken, or missing, or with something else beside it', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await traces(agreementId);
    const withPhoto = consentForm(answer);
    withPhoto.append('photo', new Blob([new Uint8Array(answer)]), 'photo.jpg');
    const forms: [FormData, number, string][] = [
      [consentForm(Buffer.from('this is not audio')), 415, 'unsupported_media'],
      [consentForm(Buffer.alloc(0)), 422, 'empty_recording'],
      [consentForm(answer.subarray(0, 64)), 422, 'broken_recording'],
      [consentForm(null), 400, 'invalid_input'],
      [withPhoto, 400, 'invalid_input'],
    ];
    for (const [form, status, code] of forms) {
      const refused = await consent<{ code: string }>(under, agreementId, form);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    expect(await traces(agreementId)).toEqual(before);
  });

  it('before the payment, after the end, and for a number that nobody has', async () => {
    const unpaid = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    const cancelled = await invitedAgreement(under, audio);
    await decline(under, cancelled.agreementId);
    const before = [await traces(unpaid.agreementId), await traces(cancelled.agreementId)];
    const codes: string[] = [];
    for (const number of [unpaid.agreementId, cancelled.agreementId, '1000000000000000']) {
      codes.push((await consent<{ code: string }>(under, number, consentForm(answer))).body.code);
    }
    expect(codes).toEqual(['invitation_not_paid', 'invitation_cancelled', 'agreement_not_found']);
    expect([await traces(unpaid.agreementId), await traces(cancelled.agreementId)]).toEqual(before);
  });

  it('because the store fails, or the database does: nothing stays, and it can be given again', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await traces(agreementId);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const putFile = store.putFile.bind(store);
    store.putFile = () => Promise.reject(new Error('the disk is full'));
    expect((await consent(under, agreementId, consentForm(answer))).status).toBe(500);
    store.putFile = putFile;
    await under.query(
      `alter table consents add constraint broken check (wording_version = 'none') not valid`,
    );
    expect((await consent(under, agreementId, consentForm(answer))).status).toBe(500);
    await under.query('alter table consents drop constraint broken');
    expect(await traces(agreementId)).toEqual(before);
    expect((await consent(under, agreementId, consentForm(answer))).status).toBe(201);
  });
});

describe('answers at the same moment', () => {
  it('two recordings: one counts, the other comes too late and leaves nothing', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await traces(agreementId);
    const answers = await Promise.all([
      consent(under, agreementId, consentForm(answer)),
      consent(under, agreementId, consentForm(otherAnswer)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const after = await traces(agreementId);
    expect(after.log).toEqual([...before.log, 'consented']);
    expect(after).toMatchObject({ events: before.events + 2, objects: before.objects + 1 });
  });

  it('the same recording many times over: one row, and all get the same answer', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const before = await traces(agreementId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => consent(under, agreementId, consentForm(answer))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await traces(agreementId)).toMatchObject({
      log: [...before.log, 'consented'],
      objects: before.objects + 1,
    });
  });

  it.each(Object.keys(ENDS))(
    'consent and %s: one of the two counts',
    async (what) => {
      for (const laterMs of [0, 180]) await race(under, audio, answer, what, laterMs);
    },
    60_000,
  );
});

describe('the call itself', () => {
  it('is for anyone, also for the owner’s browser, but only as a form', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const asJson = await under.call<ConsentBody>(path(agreementId, 'consent'), visitor, {
      method: 'POST',
      body: JSON.stringify({ wordingVersion: '2026-11', statements }),
      headers: { 'content-type': 'application/json' },
    });
    expect(asJson.status).toBe(400);
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'awaiting_party' });
  });
});
