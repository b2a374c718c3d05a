import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { deriveAudio, runMediaTool } from '#media';
import { eventually, Journey, type Network, type Saved, speakAgreement } from '#testing';
import { MediaFixtures } from '../libs/media/src/test/media-fixtures.js';
import { type GoodSound, makeSample, type SentAs } from '../services/transcription/test/corpus.js';
import { wrongNumbers } from '../services/transcription/test/corpus-answers.js';
import { badSounds } from '../services/transcription/test/corpus-bad.js';
import { goodSounds } from '../services/transcription/test/corpus-good.js';
import { startProduct } from './network.js';

const kennedy = resolve(import.meta.dirname, '../libs/testing/fixtures/jfk.wav');
const PREVIEW_SECONDS = 5.1;
/** Senders at a time. */
const AT_ONCE = 3;

/** What the services know of a recording. */
interface Kept {
  object_key: string;
  mp3: { key: string; sha256: string } | null;
  webm: { key: string; sha256: string } | null;
  preview: { key: string; sha256: string } | null;
}

interface Prepared {
  duration_ms: number;
  peaks: number[];
  speech: { start: number; end: number }[];
  prepared_at: Date | null;
  unusable_at: Date | null;
}

interface Answer {
  status: number;
  text: string;
}

let network: Network;
let files: MediaFixtures;
const paths = new Map<string, string>();
const answers = new Map<string, Answer>();

beforeAll(async () => {
  expect(goodSounds.length + badSounds.length).toBeGreaterThanOrEqual(50);
  files = await MediaFixtures.create();
  await makeSample(files, kennedy);
  const all = [...goodSounds, ...badSounds];
  await atOnce(all, async ({ name, make }) => {
    paths.set(name, await make(files));
  });
  expect(paths.size).toBe(all.length);
  network = await startProduct();
  await atOnce(goodSounds, async ({ name, sentAs }) => {
    answers.set(name, await send(pathOf(name), sentAs));
  });
  await network.drain(900_000);
}, 1_200_000);

afterAll(async () => {
  await network?.close();
  await files?.remove();
}, 60_000);

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function pathOf(name: string): string {
  const path = paths.get(name);
  if (path === undefined) throw new Error(`${name} was not made`);
  return path;
}

async function send(path: string, sentAs?: SentAs): Promise<Answer> {
  const form = new FormData();
  const names = { partyAName: 'Anna Miller', partyBName: 'Ben Carter' };
  const addresses = { partyAEmail: 'anna@example.test', partyBEmail: 'ben@example.test' };
  const data = { ...names, ...addresses, planType: 'split-second-contract', temporary: true };
  form.set('agreementData', JSON.stringify(data));
  const { type = 'audio/webm', fileName = basename(path) } = sentAs ?? {};
  form.set('audio', new Blob([await readFile(path)], { type }), fileName);
  const answer = await fetch(`${network.url}/api/agreements/temporary`, { method: 'POST', body: form });
  return { status: answer.status, text: await answer.text() };
}

function savedOf(name: string): Saved {
  const answer = answers.get(name);
  expect(answer).toMatchObject({ status: 201 });
  return JSON.parse(answer?.text ?? '') as Saved;
}

/** What the browser that recorded it is answered. */
async function get(path: string, { agreementId, claimToken }: Saved): Promise<Response> {
  const cookie = `ssc_claim_${agreementId}=${claimToken}`;
  return fetch(`${network.url}/api/agreements/${agreementId}${path}`, { headers: { cookie } });
}

const objectPath = (key: string) => join(network.env.STORAGE_DISK_ROOT ?? '', key);
const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** How long each of some recordings plays; all decoded at once. */
async function decodedSeconds(recordings: string[]): Promise<number[]> {
  const outs = recordings.map((_, index) => files.path(`decoded-${index}.raw`));
  const outputs = outs.flatMap((out, index) => [
    ...['-map', `${index}:a:0`, '-ac', '1', '-ar', '8000', '-f', 's16le', `file:${out}`],
  ]);
  const args = ['-v', 'error', '-y', ...recordings.flatMap((path) => ['-i', `file:${path}`]), ...outputs];
  const { exitCode, stderr } = await runMediaTool('ffmpeg', args, { timeoutMs: 60_000 });
  expect([exitCode, stderr]).toEqual([0, '']);
  return Promise.all(outs.map(async (out) => (await stat(out)).size / 16_000));
}

async function everythingKept(): Promise<unknown> {
  const count = async (service: 'agreements' | 'transcription', table: string) =>
    (await network.query<{ n: string }>(service, `select count(*) as n from ${table}`))[0]?.n;
  const filesIn = async (folder: string | undefined) => {
    const found = await readdir(folder ?? '', { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  const inStore = await filesIn(network.env.STORAGE_DISK_ROOT);
  const isBeingWritten = (path: string) => path.includes('/.parts/');
  return {
    agreements: await count('agreements', 'agreements'),
    recordings: await count('agreements', 'recordings'),
    heard: await count('transcription', 'recordings'),
    objects: inStore.filter((path) => !isBeingWritten(path)).length,
    parts: inStore.filter(isBeingWritten),
    spool: await filesIn(network.env.SPOOL_DIR),
  };
}

describe('a recording is accepted and prepared', () => {
  it.each(goodSounds.map((sound) => [sound.name, sound] as const))('%s', async (name, sound) => {
    const saved = savedOf(name);
    const original = await sha256(pathOf(name));
    expect(wrongNumbers(answers.get(name)?.text ?? '')).toEqual([]);
    expect(saved.sha256).toBe(original);
    const { within = 0.1 } = sound;
    expect(Math.abs(saved.durationSeconds - sound.seconds)).toBeLessThanOrEqual(within);

    await checkPrepared(saved, sound);
    const [kept] = await network.query<Kept>(
      'agreements',
      'select object_key, mp3, webm, preview from recordings where agreement_id = $1',
      [saved.agreementId],
    );
    // The original is what was sent, to the last bit, after everything that was made of it.
    expect(await sha256(objectPath(kept?.object_key ?? ''))).toBe(original);
    // Nobody has paid: there is a preview and nothing else.
    expect(kept).toMatchObject({ mp3: null, webm: null });
    const heard = objectPath(kept?.preview?.key ?? '');
    expect(await sha256(heard)).toBe(kept?.preview?.sha256);
    const copies = await deriveAudio(pathOf(name), files.directory, ['mp3', 'webm']);
    const [mp3 = 0, webm = 0, preview = 0] = await decodedSeconds([copies.mp3.path, copies.webm.path, heard]);
    expect(Math.abs(mp3 - saved.durationSeconds)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(webm - saved.durationSeconds)).toBeLessThanOrEqual(0.1);
    expect(preview).toBeLessThanOrEqual(Math.min(PREVIEW_SECONDS, saved.durationSeconds + 0.1));
    expect(preview).toBeGreaterThanOrEqual(Math.min(4.9, saved.durationSeconds - 0.1));
    await checkAnswers(saved);
  });

  async function checkPrepared(saved: Saved, { speech }: GoodSound): Promise<void> {
    const [row] = await network.query<Prepared>(
      'transcription',
      `select duration_ms, peaks, speech, prepared_at, unusable_at
       from recordings where agreement_id = $1`,
      [saved.agreementId],
    );
    expect(row).toMatchObject({ prepared_at: expect.any(Date), unusable_at: null });
    if (!row) return;
    const seconds = row.duration_ms / 1000;
    expect(Math.abs(seconds - saved.durationSeconds)).toBeLessThanOrEqual(0.1);
    expect(row.peaks.length).toBeGreaterThan(0);
    expect(row.peaks.filter((peak) => !(Number.isFinite(peak) && peak >= 0 && peak <= 1))).toEqual([]);
    let last = 0;
    for (const { start, end } of row.speech) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      last = end;
    }
    expect(last).toBeLessThanOrEqual(seconds);
    if (speech !== undefined) expect(row.speech.length > 0).toBe(speech);
  }

  async function checkAnswers(saved: Saved): Promise<void> {
    const agreement = await get('', saved);
    expect(agreement.status).toBe(200);
    expect(wrongNumbers(await agreement.text())).toEqual([]);
    const preview = await get('/preview', saved);
    expect(preview.status).toBe(200);
    expect(preview.headers.get('content-type')).toBe('audio/mpeg');
    expect((await preview.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
});

describe('a file is refused and nothing of it is kept', () => {
  let before: unknown;

  beforeAll(async () => {
    await network.drain();
    before = { ...((await everythingKept()) as object), parts: [] };
  });

  it.each(badSounds.map((sound) => [sound.name, sound] as const))('%s', async (name, { code, sentAs }) => {
    const { status, text } = await send(pathOf(name), sentAs);
    expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({
      status: code === 'unsupported_media' ? 415 : 422,
      code,
    });
    expect(wrongNumbers(text)).toEqual([]);
  });

  afterAll(async () => {
    await network.drain();
    // Health tries now and then whether something can be written.
    await eventually(async () => expect(await everythingKept()).toEqual(before), 10_000, 'nothing more kept');
  });
});

describe('a paid recording becomes a transcript', () => {
  const transcriptOf = async (saved: Saved) => {
    const anna = new Journey(network.url);
    await anna.signup();
    await anna.pay(saved);
    await network.drain(180_000);
    const { agreementId } = saved;
    await anna.transcript(agreementId);
    for (const path of ['', '/transcript', '/events']) {
      const { status, body } = await anna.call<object>('GET', `/api/agreements/${agreementId}${path}`);
      if (status !== 404) expect([path, status, wrongNumbers(JSON.stringify(body))]).toEqual([path, 200, []]);
    }
    return anna.transcript(agreementId);
  };

  it.each(['silence', 'white noise', 'a tone', '50 ms', 'nothing but what is no number'])(
    'without a word, of %s',
    async (name) => {
      const transcript = await transcriptOf(savedOf(name));
      expect(transcript).toMatchObject({ status: 'done', percent: 100, text: '', segments: [] });
    },
    240_000,
  );

  it('with the words of two voices', async () => {
    const path = files.path('deal.wav');
    await speakAgreement(path);
    const answer = await send(path);
    const transcript = await transcriptOf(JSON.parse(answer.text) as Saved);
    expect(transcript.text).toContain('two thousand dollars');
    expect(transcript.durationSeconds).toBeGreaterThan(15);
    for (const { start, end } of transcript.segments) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(transcript.durationSeconds + 0.05);
    }
  }, 240_000);
});
