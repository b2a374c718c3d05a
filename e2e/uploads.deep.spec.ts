import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, Journey, SeededRandom, type SystemService, systemServices, TestSystem } from '#testing';

const root = resolve(import.meta.dirname, '..');
const MEBIBYTE = 1024 * 1024;
/** Stereo, 48 kHz, 32-bit float. */
const BYTES_PER_SECOND = 48_000 * 2 * 4;
const names: readonly SystemService[] = ['gateway', ...systemServices];

let system: TestSystem;
let folder: string;
let small: string;
let large: string;

/** A WAV file of noise-like sound, written in pieces. */
async function writeWav(path: string, seconds: number): Promise<void> {
  const dataBytes = seconds * BYTES_PER_SECOND;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + dataBytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(BYTES_PER_SECOND, 28);
  head.writeUInt16LE(8, 32);
  head.writeUInt16LE(32, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes, 40);
  const second = Buffer.alloc(BYTES_PER_SECOND);
  for (let i = 0; i < BYTES_PER_SECOND / 4; i += 1) second.writeFloatLE(Math.sin(i / 60) * 0.3, i * 4);
  const file = createWriteStream(path);
  file.write(head);
  for (let i = 0; i < seconds; i += 1) {
    if (!file.write(second)) await once(file, 'drain');
  }
  await new Promise<void>((done, fail) => {
    file.on('error', fail);
    file.end(() => done());
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-uploads-'));
  [small, large] = [join(folder, 'small.wav'), join(folder, 'large.wav')];
  await writeWav(small, 54);
  await writeWav(large, 270);
  system = await TestSystem.start({ root });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** The most memory that a service's process has ever held, in MiB. */
async function peaks(): Promise<Record<string, number>> {
  const entries = names.map(async (name) => {
    const status = await readFile(`/proc/${system.pid(name)}/status`, 'utf8');
    return [name, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Rows of every kind and files of the object store and the spool. */
async function everything() {
  const rows = async (service: 'agreements' | 'payments' | 'transcription', tables: string[]) => {
    const counts = tables.map((table) => `(select count(*) from ${table})`).join(' + ');
    return (await system.query<{ n: string }>(service, `select ${counts} as n`))[0]?.n;
  };
  const files = async (path: string) => {
    const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isFile()).length;
  };
  return {
    agreements: await rows('agreements', ['agreements', 'recordings', 'agreement_events', 'outbox']),
    payments: await rows('payments', ['orders']),
    transcription: await rows('transcription', ['recordings', 'transcripts']),
    objects: await files(system.env.STORAGE_DISK_ROOT ?? ''),
    spool: await files(system.env.SPOOL_DIR ?? ''),
  };
}

const leavesNothing = async (work: () => Promise<void>) => {
  await system.drain();
  const before = await everything();
  await work();
  await system.drain();
  await eventually(async () => expect(await everything()).toEqual(before), 10_000, 'nothing left');
};

describe('a large upload', () => {
  /** Uploads a file and waits until everything that follows from it is done. */
  const upload = async (path: string): Promise<void> => {
    const saved = await new Journey(system.url).save(path);
    expect(saved).toMatchObject({ bytes: (await stat(path)).size });
    await system.drain(120_000);
  };

  it('of 100 MB is kept byte for byte and grows no process by 15 MB more than one of 20 MB', async () => {
    await system.restart(...names);
    // Whatever a service loads for its first recording and its first mail is loaded with this one.
    await upload(small);
    const before = await peaks();
    await upload(large);
    const after = await peaks();
    const beyond = names.map((name) => [name, Math.round((after[name] ?? 0) - (before[name] ?? 0))] as const);
    process.stdout.write(`growth of peak memory beyond a 20 MB upload, in MiB: ${JSON.stringify(beyond)}\n`);
    for (const [name, growth] of beyond) expect([name, growth <= 15]).toEqual([name, true]);
  }, 240_000);
});

describe('uploads that are refused at the door', () => {
  it('not audio, nothing, too much', async () => {
    const anna = new Journey(system.url);
    const file = async (name: string, content: Buffer | string) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    };
    const text = await file('note.webm', 'this is not audio');
    const empty = await file('empty.webm', '');
    const noise = await file('noise.wav', new SeededRandom('noise').bytes(200_000));
    const over = await file('over.wav', Buffer.alloc(100 * MEBIBYTE + 1, 1));
    const wayOver = await file('way-over.wav', Buffer.alloc(112 * MEBIBYTE, 1));
    await leavesNothing(async () => {
      await expect(anna.save(text)).rejects.toMatchObject({
        status: 415,
        body: { code: 'unsupported_media' },
      });
      await expect(anna.save(empty)).rejects.toMatchObject({
        status: 422,
        body: { code: 'empty_recording' },
      });
      await expect(anna.save(noise)).rejects.toMatchObject({
        status: 415,
        body: { code: 'unsupported_media' },
      });
      await expect(anna.save(over)).rejects.toMatchObject({ status: 413, body: { code: 'file_too_large' } });
      // Refused by what it announces; the connection may end before the answer is read.
      await expect(anna.save(wayOver)).rejects.toThrow();
      await expect(anna.save(large, { planType: 'basic' })).rejects.toMatchObject({
        status: 422,
        body: { code: 'recording_too_long' },
      });
    });
  }, 120_000);

  it.each([0.01, 0.5, 0.99])(
    'cut off after a share of %d of the body',
    async (share) => {
      const audio = await readFile(small);
      const boundary = 'cut-in-the-middle';
      const data = JSON.stringify({
        partyAName: 'Anna Miller',
        partyAEmail: 'anna@example.test',
        partyBName: 'Ben Carter',
        partyBEmail: 'ben@example.test',
        planType: 'basic',
        temporary: true,
      });
      const body = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="agreementData"\r\n\r\n${data}\r\n` +
            `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`,
        ),
        audio,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      await leavesNothing(async () => {
        const { hostname, port } = new URL(system.url);
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        const head =
          `POST /api/agreements/temporary HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`;
        socket.write(head);
        await new Promise<void>((sent) => {
          socket.write(body.subarray(0, Math.floor(body.length * share)), () => sent());
        });
        socket.resetAndDestroy();
      });
    },
    60_000,
  );

  it('a complete request whose form is not', async () => {
    const answers: number[] = [];
    await leavesNothing(async () => {
      for (const body of [
        '',
        '--x\r\n',
        '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF',
      ]) {
        const answer = await fetch(`${system.url}/api/agreements/temporary`, {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body,
        });
        answers.push(answer.status);
      }
    });
    expect(answers).toEqual([400, 400, 400]);
  }, 60_000);

  it('a price of one’s own', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(small);
    await anna.signup();
    await leavesNothing(async () => {
      const json = {
        planType: 'split-second-contract',
        agreementId: saved.agreementId,
        claimToken: saved.claimToken,
      };
      for (const amount of [1, 0.01, 0, -5, 4.99, 5.01]) {
        const { status } = await anna.call('POST', '/api/create-payment-intent', {
          json: { ...json, amount },
        });
        expect([amount, status >= 400 && status < 500]).toEqual([amount, true]);
      }
    });
    // The plan of another contract is no cheaper way, either; the contract is the caller's own from now on.
    const other = await anna.call('POST', '/api/create-payment-intent', {
      json: { planType: 'basic', agreementId: saved.agreementId, claimToken: saved.claimToken },
    });
    expect(other).toMatchObject({ status: 422, body: { code: 'price_mismatch' } });
    expect(system.stripe.listPaymentIntents()).toEqual([]);
  }, 60_000);
});
