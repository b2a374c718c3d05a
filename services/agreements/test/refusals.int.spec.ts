import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { maxAudioBytes, maxPhotoBytes, overrunSeconds, plans } from '#contracts';
import { visitor } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { BOUNDARY, END, part, sendRaw } from './raw-upload.js';
import { agreementData, drawPhoto, recordTone, upload, uploadForm } from './recordings.fixture.js';

const run = promisify(execFile);

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
const crashes: unknown[] = [];
const crashed = (error: unknown) => crashes.push(error);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-refusals-'));
  audio = await recordTone(join(folder, 'tone.webm'), 2);
  under = await AgreementsUnderTest.start({}, { decodesAnew: true });
  process.on('uncaughtException', crashed);
}, 120_000);

const everything = async () => ({
  objects: await under.objects(),
  spool: await under.spool(),
  rows: await under.query(
    `select (select count(*) from agreements) + (select count(*) from recordings)
       + (select count(*) from agreement_events) + (select count(*) from outbox) as n`,
  ),
});
let before: Awaited<ReturnType<typeof everything>>;

beforeEach(async () => {
  // An upload that was cut off is looked at a moment later; its folder is not to be taken for what was there before.
  await eventually(async () => expect(await under.spool()).toEqual([]), 3000, 'an empty spool');
  before = await everything();
});

afterEach(async () => {
  // Nothing of what was refused may stay anywhere.
  await eventually(async () => expect(await everything()).toEqual(before), 3000, 'nothing left');
  expect(crashes).toEqual([]);
});

afterAll(async () => {
  process.off('uncaughtException', crashed);
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const refusal = async (form: FormData) => {
  const { status, body } = await upload<{ code: string }>(under, form);
  return [status, body.code];
};
const data = JSON.stringify(agreementData);
const raw = (options: Omit<Parameters<typeof sendRaw>[1], 'token'>) =>
  sendRaw(under.service.url, { token: under.token(visitor), ...options });
const dataPart = () => part('form-data; name="agreementData"', data);
const audioPart = (content = audio) =>
  part('form-data; name="audio"; filename="a.webm"', content, 'audio/webm');

describe('recordings that are refused', () => {
  it.each<[string, () => Buffer, number, string]>([
    ['a text', () => Buffer.from('this is not audio'), 415, 'unsupported_media'],
    ['an empty file', () => Buffer.alloc(0), 422, 'empty_recording'],
    ['noise', () => Buffer.alloc(100_000, 0x5a), 415, 'unsupported_media'],
    ['a playlist', () => Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), 415, 'unsupported_media'],
    ['the head of a WebM file alone', () => audio.subarray(0, 64), 422, 'broken_recording'],
    [
      'a WebM head with noise behind it',
      () => Buffer.concat([audio.subarray(0, 40), Buffer.alloc(5000, 7)]),
      422,
      'broken_recording',
    ],
  ])('%s', async (_what, content, status, code) => {
    expect(await refusal(uploadForm(content()))).toEqual([status, code]);
  });

  it('a picture', async () => {
    const picture = await drawPhoto(join(folder, 'picture.png'));
    expect(await refusal(uploadForm(picture))).toEqual([415, 'unsupported_media']);
  });

  it('one with a second sound track, which nobody would hear', async () => {
    const two = join(folder, 'two.webm');
    const [first, second] = [join(folder, 'tone.webm'), join(folder, 'other.webm')];
    await recordTone(second, 2);
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-i', first, '-i', second, '-map', '0:a', '-map', '1:a', '-c', 'copy', two],
    ]);
    expect(await refusal(uploadForm(await readFile(two)))).toEqual([422, 'several_sound_tracks']);
  });

  it('one longer than the plan and its grace, and of the recorder one that is longer than it can become', async () => {
    const long = await recordTone(join(folder, 'long.webm'), 190);
    expect(await refusal(uploadForm(long, { planType: 'basic' }))).toEqual([422, 'recording_too_long']);
    const longest = plans.basic.maxSeconds + overrunSeconds;
    const endless = join(folder, 'endless.flac');
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', String(longest + 1), endless];
    await run('ffmpeg', ['-v', 'error', '-y', ...silence]);
    const fields = { planType: 'basic', spoken: { startedAt: new Date().toISOString() } };
    const form = uploadForm(await readFile(endless), fields);
    expect(await refusal(form)).toEqual([422, 'recording_too_long']);
  });

  it('one byte over the limit', async () => {
    const wav = join(folder, 'large.wav');
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=275:sample_rate=48000'],
      ...['-ac', '2', '-c:a', 'pcm_f32le', wav],
    ]);
    const large = (await readFile(wav)).subarray(0, maxAudioBytes + 1);
    expect(large).toHaveLength(maxAudioBytes + 1);
    expect(await refusal(uploadForm(large))).toEqual([413, 'file_too_large']);
  }, 60_000);
});

describe('photos that are refused', () => {
  const withPhoto = (content: Buffer, name = 'photo.jpg') => uploadForm(audio, {}, { content, name });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a text', 'not a photo'],
  ])('%s', async (_what, content) => {
    expect(await refusal(withPhoto(Buffer.from(content)))).toEqual([415, 'unsupported_photo']);
  });

  it('a GIF, a broken JPEG, a recording', async () => {
    const gif = await drawPhoto(join(folder, 'photo.gif'));
    expect(await refusal(withPhoto(gif))).toEqual([415, 'unsupported_photo']);
    const jpeg = await drawPhoto(join(folder, 'photo.jpg'));
    const broken = Buffer.concat([jpeg.subarray(0, 200), Buffer.alloc(50)]);
    expect(await refusal(withPhoto(broken))).toEqual([422, 'broken_photo']);
    expect(await refusal(withPhoto(audio))).toEqual([415, 'unsupported_photo']);
  });

  it('one byte over the limit', async () => {
    const large = Buffer.concat([
      await drawPhoto(join(folder, 'large.jpg')),
      Buffer.alloc(maxPhotoBytes),
    ]).subarray(0, maxPhotoBytes + 1);
    expect(await refusal(withPhoto(large))).toEqual([413, 'file_too_large']);
  });
});

describe('names and addresses that are refused', () => {
  it.each([
    ['partyAName', '\u200b\u200b\u200b'],
    ['partyAName', 'Anna \u202egpj.exe'],
    ['partyBName', 'http://evil.example/win claim your prize now'],
    ['partyBName', 'see www.evil'],
    ['partyBName', '12345'],
    ['partyBEmail', '"<b>x</b>"@example.test'],
    ['partyAEmail', '"sec x@evil x"@example.test'],
    ['partyAEmail', 'an\u200bna@example.test'],
  ])('%s: %j', async (field, value) => {
    const { status, body } = await upload<{ code: string; errors: { field: string }[] }>(
      under,
      uploadForm(audio, { [field]: value }),
    );
    expect([status, body.code, body.errors.map((error) => error.field)]).toEqual([
      400,
      'invalid_input',
      [field],
    ]);
  });
});

describe('forms that are refused', () => {
  it.each<[string, object | string | null]>([
    ['no agreementData', null],
    ['bad JSON', '{"partyAName":'],
    ['a JSON array', '[]'],
    ['JSON null', 'null'],
    ['a JSON number', '7'],
    ['an unknown property', { status: 'completed' }],
    ['an owner', { ownerId: 1 }],
    ['__proto__', `${data.slice(0, -1)},"__proto__":{"isAdmin":true}}`],
    ['__proto__ deeper', `${data.slice(0, -1)},"backupTranscript":{"__proto__":{"a":1}}}`],
    ['constructor', `${data.slice(0, -1)},"constructor":{"prototype":{"a":1}}}`],
    ['a NUL in a name', { partyAName: 'Anna\u0000Miller' }],
    ['an escape sequence in a name', { partyBName: '\u001b[31mBen' }],
    ['a line end in a name', { partyBName: 'Ben\nBcc: all@example.test' }],
    ['half a surrogate pair', `${data.slice(0, -1)},"partyAName":"\\ud800"}`],
    ['an empty name', { partyAName: '   ' }],
    ['a name that is too long', { partyAName: 'x'.repeat(121) }],
    ['a name that is no text', { partyAName: { toString: 'Anna' } }],
    ['a NUL in the words', { backupTranscript: 'we agree\u0000' }],
    ['no address', { partyAEmail: 'nobody' }],
    ['a line end in an address', { partyAEmail: 'anna@example.test\r\nBcc: x@example.test' }],
    ['the same address twice', { partyBEmail: ' ANNA@example.test' }],
    ['a plan that does not exist', { planType: 'free' }],
    ['a plan out of the prototype', { planType: 'constructor' }],
    ['a negative amount', { agreementAmount: '-5' }],
    ['an amount with three decimals', { agreementAmount: '1.005' }],
    ['an amount that can be read in two ways', { agreementAmount: '250,00' }],
    ['a kind of deal that does not exist', { kind: 'spaceship' }],
    ['a title of 81 characters', { title: 'x'.repeat(81) }],
    ['a title with a link', { title: 'See evil.example/now' }],
    ['a title that turns the text around', { title: 'Car\u202e' }],
    ['a title in two lines', { title: 'Car\nBcc: all@example.test' }],
    ['a title that is no text', { title: 7 }],
    ['an amount that is no number', { agreementAmount: 'NaN' }],
    ['an agreement that is not temporary', { temporary: false }],
    ['a hold period that does not exist', { escrowHoldPeriod: '1year' }],
    ['a notice at no time', { noticeGivenAt: 'yesterday' }],
    ['a notice at a day without its time', { noticeGivenAt: '2026-11-21' }],
    ['a notice at a time without its zone', { noticeGivenAt: '2026-11-21T10:00:00' }],
    ['a notice on a day that does not exist', { noticeGivenAt: '2026-02-30T10:00:00Z' }],
    ['a notice that is no text', { noticeGivenAt: 1_795_255_200_000 }],
    ['an empty notice', { noticeGivenAt: '' }],
  ])('%s', async (_what, fields) => {
    expect(await refusal(uploadForm(audio, fields))).toEqual([400, 'invalid_input']);
  });

  it('no recording, two recordings, an unknown file, an unknown text', async () => {
    expect(await refusal(uploadForm(null))).toEqual([400, 'invalid_input']);
    const two = uploadForm(audio);
    two.append('audio', new Blob([new Uint8Array(audio)]), 'second.webm');
    expect(await refusal(two)).toEqual([400, 'invalid_input']);
    for (const name of ['video', 'agreementData2', '../audio', '__proto__', 'constructor', 'toString', '']) {
      const form = uploadForm(audio);
      form.append(name, new Blob([new Uint8Array(audio)]), 'other.webm');
      expect([name, ...(await refusal(form))]).toEqual([name, 400, 'invalid_input']);
    }
    const text = uploadForm(audio);
    text.append('__proto__', 'x');
    expect(await refusal(text)).toEqual([400, 'invalid_input']);
    const doubled = uploadForm(audio);
    doubled.append('agreementData', data);
    expect(await refusal(doubled)).toEqual([400, 'invalid_input']);
    const asText = uploadForm(null);
    asText.append('audio', 'not a file');
    expect(await refusal(asText)).toEqual([400, 'invalid_input']);
  });

  it('a text field that is too long, and too many parts', async () => {
    expect(await refusal(uploadForm(audio, `"${'x'.repeat(200_000)}"`))).toEqual([413, 'body_too_large']);
    const many = new FormData();
    for (let i = 0; i < 40; i += 1) many.append(`field${i}`, 'x');
    expect((await refusal(many))[0]).toBe(400);
  });
});

describe('bodies that are refused', () => {
  it.each<[string, () => Parameters<typeof raw>[0], number]>([
    ['without its end', () => ({ body: Buffer.concat([dataPart(), audioPart()]) }), 400],
    [
      'that stops inside the recording',
      () => ({ body: Buffer.concat([dataPart(), audioPart()]).subarray(0, -3000) }),
      400,
    ],
    [
      'that stops inside a header',
      () => ({ body: Buffer.concat([dataPart(), Buffer.from(`--${BOUNDARY}\r\nContent-Dis`)]) }),
      400,
    ],
    ['that stops inside the text', () => ({ body: dataPart().subarray(0, -40) }), 400],
    [
      'without the last dashes',
      () => ({ body: Buffer.concat([dataPart(), audioPart(), END]).subarray(0, -4) }),
      400,
    ],
    [
      'longer than announced',
      () => ({ body: Buffer.concat([dataPart(), audioPart(), END]), announced: 2000 }),
      400,
    ],
    ['of nothing', () => ({ body: Buffer.alloc(0) }), 400],
    ['of noise', () => ({ body: Buffer.alloc(50_000, 1) }), 400],
    [
      'with another boundary',
      () => ({
        body: Buffer.concat([dataPart(), audioPart(), END]),
        contentType: 'multipart/form-data; boundary=other',
      }),
      400,
    ],
    [
      'without a boundary',
      () => ({ body: Buffer.concat([dataPart(), audioPart(), END]), contentType: 'multipart/form-data' }),
      400,
    ],
    ['of another type', () => ({ body: audio, contentType: 'audio/webm' }), 415],
    ['of JSON', () => ({ body: Buffer.from(data), contentType: 'application/json' }), 400],
    [
      'of form fields',
      () => ({ body: Buffer.from('agreementData=x'), contentType: 'application/x-www-form-urlencoded' }),
      415,
    ],
    [
      'with a file that has no name',
      () => ({
        body: Buffer.concat([dataPart(), part('form-data; filename="a.webm"', audio), audioPart(), END]),
      }),
      400,
    ],
    [
      'with a text that has no name',
      () => ({ body: Buffer.concat([part('form-data', data), audioPart(), END]) }),
      400,
    ],
    [
      'with a part that says nothing of itself',
      () => ({ body: Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n`), audioPart(), END]) }),
      400,
    ],
  ])('%s', async (_what, upload, status) => {
    const answered = await raw(upload());
    expect(answered === 400 || answered === status ? status : answered).toBe(status);
  });

  it.each(['end', 'reset'] as const)('cut off in the middle of the recording (%s)', async (cut) => {
    const whole = Buffer.concat([
      dataPart(),
      audioPart(Buffer.concat([audio, Buffer.alloc(2_000_000, 3)])),
      END,
    ]);
    const isHeard = () =>
      until('the service reads the recording', async () => (await under.spool()).length > 0);
    const isGone = () => until('nothing is left', async () => (await under.spool()).length === 0);
    for (const share of [0.02, 0.3, 0.9, 0.999]) {
      const body = whole.subarray(0, Math.floor(whole.length * share));
      expect([null, 400]).toContain(await raw({ body, announced: whole.length, cut, isHeard }));
      await isGone();
    }
  });

  it('with a photo that cannot be stored: the recording goes, too', async () => {
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const putFile = store.putFile.bind(store);
    store.putFile = async (key, path, type) => {
      if (key.startsWith('photos/')) throw new Error('the disk is full');
      return putFile(key, path, type);
    };
    try {
      const content = await drawPhoto(join(folder, 'stored.jpg'));
      expect(await refusal(uploadForm(audio, {}, { content, name: 'p.jpg' }))).toEqual([500, 'internal']);
    } finally {
      store.putFile = putFile;
    }
  });
});
