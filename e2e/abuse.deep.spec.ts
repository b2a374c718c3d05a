import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  ADMIN,
  Journey,
  letTimePass,
  SeededRandom,
  speakAgreement,
  startProduct,
  systemServices,
  type TestSystem,
} from '#testing';
import { HostileRequests } from './abuse/hostile-requests.js';
import { RawSockets } from './abuse/raw-sockets.js';

/** Attacks on the product as it is installed, with its own limits; honest people use it beside them. */

/** Requests in all; `ABUSE_REQUESTS=100000` for the whole. */
const REQUESTS = Number(process.env.ABUSE_REQUESTS ?? 10_000);
/** How long a flood lasts, in seconds. */
const FLOOD_SECONDS = Number(process.env.ABUSE_SECONDS ?? 30);
/** A contract is paid without and beside the flood of recordings, so often in turns. */
const FLOOD_TURNS = FLOOD_SECONDS < 300 ? 3 : 7;
const HALF_SENT = 500;
const UPLOAD_BYTES = 20 * 1024 * 1024;
/** 3G, in bytes per second. */
const SLOW = 250_000;
const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
/** The limits of an installation, in place of those with which tests are not in each other's way. */
const limits = {
  ...{ REQUESTS_PER_MINUTE: '1200', UPLOADS_PER_MINUTE: '60', REMOTE_LOOKUPS_PER_MINUTE: '60' },
  ...{ QUESTIONS_PER_MINUTE: '20', CHUNKS_PER_MINUTE: '600', OPEN_REQUESTS_PER_ADDRESS: '64' },
  ...{ SOCKETS_PER_ADDRESS: '100', HANDSHAKES_PER_MINUTE: '120', CERTIFICATES_PER_MINUTE: '20' },
  PACKETS_PER_MINUTE: '20',
  // The test stands for a proxy that says from where each request comes.
  TRUSTED_PROXIES: '127.0.0.1,::1',
};

let system: TestSystem;
let folder: string;
let spoken: string;
let sockets: RawSockets;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-abuse-'));
  spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  system = await startProduct(root, { LOG_LEVEL: 'error', ...limits });
}, 180_000);

beforeEach(() => {
  sockets = new RawSockets(system.url.replace('localhost', '127.0.0.1'));
});

afterEach(() => {
  sockets.close();
});

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const pids = () => ['gateway' as const, ...systemServices].map((name) => system.pid(name));

/** One call of somebody at an address; answers status and milliseconds. */
async function callFrom(
  address: string,
  path: string,
  json: object,
): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(system.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(json),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

const p95 = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

it('half-sent requests keep nobody out: a slow upload arrives, and people log in', async () => {
  const anna = new Journey(system.url);
  await anna.signup();
  const login = { email: anna.emailA, password: 'three brown horses' };
  const half = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{`;
  const paths = ['/api/auth/login', '/api/request-customer-service', '/api/create-payment-intent', '/'];
  for (let i = 0; i < HALF_SENT; i += 1) {
    sockets.open(i % 5 === 4 ? 'POST /api/auth/login HT' : half(paths[i % paths.length] ?? '/'));
  }
  const audio = new SeededRandom('slow upload').bytes(UPLOAD_BYTES);
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n'),
    audio,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const upload = sockets.slowly(
    'POST /api/agreements/temporary HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.20\r\n' +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`,
    form,
    SLOW,
  );
  const logins: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const { status, ms } = await callFrom(`203.0.113.${30 + i}`, '/api/auth/login', login);
    expect(status).toBe(200);
    logins.push(ms);
    await letTimePass(1000, 'people come one after another');
  }
  process.stdout.write(`logins beside ${HALF_SENT} half-sent requests: p95 ${Math.round(p95(logins))} ms\n`);
  expect(p95(logins)).toBeLessThan(2000);
  // All of it arrived: noise has a verdict of its own.
  expect(await upload).toMatch(/^HTTP\/1\.1 4(00|15|22) /);
  await letTimePass(6000, 'the last look at slow bodies');
  // The upload's own connection may be used again.
  expect(sockets.stillOpen).toBeLessThanOrEqual(1);
}, 300_000);

it('whatever is sent below HTTP and around it, nothing breaks', async () => {
  const document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as { paths: object };
  const requests = new HostileRequests([...Object.keys(document.paths), '/', '/record', '/internal/stats']);
  const before = pids();
  const statuses = new Map<string, number>();
  const broken: string[] = [];
  const work = async (): Promise<void> => {
    for (let left = Math.ceil(REQUESTS / 16); left > 0; left -= 1) {
      const text = requests.next();
      const line = await sockets.firstLine(text, 15_000);
      const status = line.split(' ')[1] ?? 'closed';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status.startsWith('5')) broken.push(`${line} after ${JSON.stringify(text.slice(0, 400))}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  const warm = await system.memory('gateway');
  await Promise.all(Array.from({ length: 12 }, work));
  process.stdout.write(`${REQUESTS} hostile requests: ${JSON.stringify([...statuses].sort())}\n`);
  expect(broken.slice(0, 5)).toEqual([]);
  expect(pids()).toEqual(before);
  expect((await system.memory('gateway')) - warm).toBeLessThan(80);
  await system.healthy();
}, 900_000);

it(
  'a flood of guesses shuts nobody out who has been there before',
  async () => {
    const anna = new Journey(system.url);
    await anna.signup();
    const json = { email: anna.emailA, password: 'three brown horses' };
    const admin = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
    const honest = Array.from({ length: 10 }, (_, i) => `203.0.113.${100 + i}`);
    for (const address of honest) {
      expect((await callFrom(address, '/api/auth/login', json)).status).toBe(200);
      expect((await callFrom(address, '/api/admin/login', admin)).status).toBe(200);
    }
    const until = Date.now() + FLOOD_SECONDS * 1000;
    let guesses = 0;
    const flood = async (): Promise<void> => {
      while (Date.now() < until) {
        const address = `198.51.100.${guesses % 200}`;
        guesses += 1;
        const [path, body] = (
          [
            ['/api/auth/login', { email: anna.emailA, password: `guess number ${guesses}` }],
            ['/api/auth/forgot-password', { email: anna.emailA }],
            ['/api/admin/login', { email: ADMIN.ADMIN_EMAIL, password: `guess number ${guesses}` }],
            [
              '/api/auth/signup',
              { username: 'Some Body', email: `a${guesses}@example.test`, password: 'nine purple sheep' },
            ],
          ] as const
        )[guesses % 4] ?? ['/', {}];
        const { status } = await callFrom(address, path, body);
        expect(status).toBeLessThan(500);
        await letTimePass(240, 'a thousand a minute from four hands');
      }
    };
    const flooding = Promise.all(Array.from({ length: 4 }, flood));
    const logins: number[] = [];
    const refused: number[] = [];
    for (let i = 0; Date.now() < until; i += 1) {
      const address = honest[i % honest.length] ?? '';
      const answers = [
        await callFrom(address, '/api/auth/login', json),
        await callFrom(address, '/api/admin/login', admin),
      ];
      for (const { status, ms } of answers) {
        logins.push(ms);
        if (status !== 200) refused.push(status);
      }
      await letTimePass(500, 'people come one after another');
    }
    await flooding;
    process.stdout.write(
      `${guesses} guesses; logins p95 ${Math.round(p95(logins))} ms, refused ${refused}\n`,
    );
    expect(p95(logins)).toBeLessThan(2000);
    expect(refused).toEqual([]);
  },
  (FLOOD_SECONDS + 120) * 1000,
);

/** Bytes of all files below a folder. */
async function size(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sb', folder]);
  return Number(stdout.split('\t')[0]);
}

/** Seconds from the payment of a contract to its transcript. */
async function completion(): Promise<number> {
  const anna = new Journey(system.url, { patienceMs: 30_000 });
  await anna.signup();
  const saved = await anna.save(spoken);
  expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
  const began = Date.now();
  await anna.reaches(saved.agreementId, 'completed', 180_000);
  return (Date.now() - began) / 1000;
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Nearly as long as may be, in some kilobytes. */
async function tenMinutesOfSilence(): Promise<Buffer<ArrayBuffer>> {
  const silence = join(folder, 'silence.flac');
  const source = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '590'];
  await run('ffmpeg', ['-v', 'error', ...source, silence]);
  return Buffer.from(await readFile(silence));
}

it(
  'uploads of silence without a login fill no disk and hold nobody up who has paid',
  async () => {
    const bytes = await tenMinutesOfSilence();
    const stores = [system.env.STORAGE_DISK_ROOT ?? '', system.env.SPOOL_DIR ?? ''];
    const total = async () => (await Promise.all(stores.map(size))).reduce((sum, one) => sum + one, 0);
    const statuses = new Map<number, number>();
    let sent = 0;
    const upload = async (): Promise<void> => {
      sent += 1;
      const form = new FormData();
      const data = {
        ...{ partyAName: 'Some Body', partyAEmail: `a${sent}@example.test`, partyBName: 'Any Body' },
        ...{ partyBEmail: `b${sent}@example.test`, agreementAmount: '1', temporary: true },
        planType: 'split-second-contract',
      };
      form.set('agreementData', JSON.stringify(data));
      form.set('audio', new Blob([bytes]), 'silence.flac');
      const { status, body } = await fetch(`${system.url}/api/agreements/temporary`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `198.51.100.${sent % 40}` },
        body: form,
      });
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([status, [201, 413, 422, 429, 503].includes(status)]).toEqual([status, true]);
    };
    /** Goes on for so many seconds at least, and as long as the contract beside it takes. */
    const beside = async (seconds: number): Promise<number> => {
      const until = Date.now() + seconds * 1000;
      let isMeasured = false;
      const flood = async (): Promise<void> => {
        while (!isMeasured || Date.now() < until) await upload();
      };
      const flooding = Promise.all(Array.from({ length: 4 }, flood));
      const took = await completion().finally(() => {
        isMeasured = true;
      });
      await flooding;
      return took;
    };
    const before = await total();
    // In turns: a machine that is slow for a while is slow for both.
    const alone: number[] = [];
    const flooded: number[] = [];
    for (let turn = 0; turn < FLOOD_TURNS; turn += 1) {
      alone.push(await completion());
      flooded.push(await beside(FLOOD_SECONDS / FLOOD_TURNS));
      await system.drain(300_000);
    }
    const grown = ((await total()) - before) / 1024 / 1024;
    const delay = median(flooded) - median(alone);
    process.stdout.write(
      `${sent} uploads of silence ${JSON.stringify([...statuses])}: ${Math.round(grown)} MiB more on the disk; ` +
        `a paid contract took ${alone.join(', ')} s alone and ${flooded.join(', ')} s beside: ${delay} s more\n`,
    );
    expect(grown).toBeLessThan(200);
    expect(delay).toBeLessThan(10);
  },
  (FLOOD_SECONDS + FLOOD_TURNS * 400) * 1000,
);
