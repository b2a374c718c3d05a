import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf } from '#platform';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually, Journey, letTimePass, type Saved, serviceProcess, TestSystem } from '#testing';
import { violations } from './violations.js';

/** A recording of ten minutes is four parts; the process that has it transcribed dies or sleeps after two of them. */

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const PARTS = 4;
const FINISHED = 2;
const RESUMED_MS = 15_000;
/** For so long at most a dead process holds its job. */
const LEASE_MS = 10_000;
const ASLEEP_MS = 45_000;

let system: TestSystem;
let openai: OpenAiStandIn;
let folder: string;
let spoken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-speech-faults-'));
  spoken = join(folder, 'ten-minutes.webm');
  // A tone that stops for a second every half minute.
  const sound = 'sine=frequency=220:sample_rate=48000,volume=0:enable=lt(mod(t\\,30)\\,1)';
  const output = ['-t', '600', '-c:a', 'libopus', '-b:a', '24k', spoken];
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', sound, ...output]);
  openai = await startOpenAi({ port: 0 });
  system = await TestSystem.start({
    root,
    env: {
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
      OPENAI_CHAT_MODEL: 'none',
    },
  });
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await openai?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

beforeEach(() => {
  openai.reset();
  openai.respondEach(({ file }) => {
    const duration = file?.durationSeconds ?? 0;
    const text = `These are ${Math.round(duration)} seconds.`;
    return { duration, segments: [{ start: 1, end: duration - 1, text, speaker: 'A' }] };
  });
});

interface PartRow {
  start_ms: number;
  finished_at: Date;
  segments: object[];
}

const partsOf = ({ agreementId }: Saved) =>
  system.query<PartRow>(
    'transcription',
    `select start_ms, finished_at, p.segments from speech_parts p join recordings r on r.id = p.recording_id
     where r.agreement_id = $1 order by start_ms`,
    [agreementId],
  );
const transcriptOf = async ({ agreementId }: Saved) => {
  const rows = await system.query<{ stage: string; sha256: string; run: number; fence: string }>(
    'transcription',
    `select t.stage, t.sha256, t.run, j.fence::text from transcripts t
     join jobs j on j.payload->>'transcriptId' = t.id::text where t.agreement_id = $1`,
    [agreementId],
  );
  return rows;
};
const timesAsked = () => {
  const times = new Map<string, number>();
  for (const { file } of openai.requests)
    times.set(file?.sha256 ?? '', (times.get(file?.sha256 ?? '') ?? 0) + 1);
  return [...times.values()].sort((a, b) => a - b);
};

/** A paid recording of ten minutes of which two parts are heard and two are being asked for. */
async function halfHeard(restMs: number): Promise<{ person: Journey; saved: Saved }> {
  const person = new Journey(system.url, { patienceMs: 60_000 });
  openai.delay(() => (openai.requests.length > FINISHED ? restMs : 200));
  const saved = await person.save(spoken);
  await person.signup();
  expect((await person.pay(saved)).status).toBe('succeeded');
  await eventually(
    async () => {
      const heard = (await partsOf(saved)).length;
      if (heard !== FINISHED || openai.requests.length !== PARTS) throw new Error(`${heard} parts are heard`);
    },
    150_000,
    'half of the parts',
  );
  openai.delay(200);
  return { person, saved };
}

/** The time at which something has become true. */
const when = (isTrue: () => boolean, what: string): Promise<number> =>
  eventually(
    async () => {
      if (!isTrue()) throw new Error('not yet');
      return Date.now();
    },
    90_000,
    what,
  );

/** Another process of the transcription service, on a port of its own. */
async function startReplica(): Promise<ChildProcess> {
  const log = openSync(join(folder, 'replica.log'), 'a');
  const { args, env } = serviceProcess(root, 'transcription');
  const replica = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...environmentOf('transcription', system.env), ...env, TRANSCRIPTION_PORT: '0' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return replica;
}

async function stopReplica(replica: ChildProcess): Promise<void> {
  const exited = new Promise<void>((done) => {
    replica.once('exit', () => done());
  });
  replica.kill('SIGTERM');
  await exited;
}

describe('the transcription of ten minutes', () => {
  it('goes on within 15 seconds of the restart after kill -9, and pays for no finished part again', async () => {
    const { person, saved } = await halfHeard(60_000);
    const before = await partsOf(saved);
    const killedPid = system.pid('transcription');
    system.kill('transcription');
    const leaseEndsAt = Date.now() + LEASE_MS;
    const [resumedAt, backAt] = await Promise.all([
      when(() => openai.requests.length > PARTS, 'a resumed transcription'),
      when(() => system.pid('transcription') !== killedPid, 'another process').then(async () => {
        await system.healthy();
        return Date.now();
      }),
    ]);
    const resumedMs = resumedAt - Math.max(backAt, leaseEndsAt);
    process.stdout.write(`resumed ${resumedMs} ms after the service was back and the lease had ended\n`);
    expect(resumedMs).toBeLessThanOrEqual(RESUMED_MS);

    const view = await person.transcript(saved.agreementId, 60_000);
    expect(view.segments).toHaveLength(PARTS);
    expect(timesAsked()).toEqual([1, 1, 2, 2]);
    await system.drain();
    expect((await partsOf(saved)).filter((part) => before.some((one) => isSame(one, part)))).toEqual(before);
    expect(await transcriptOf(saved)).toEqual([{ stage: 'done', sha256: view.sha256, run: 1, fence: '2' }]);
    await person.reaches(saved.agreementId, 'completed');
  }, 300_000);

  it('gets nothing from a process that slept for 45 seconds while another one took over', async () => {
    const { person, saved } = await halfHeard(25_000);
    const before = await partsOf(saved);
    const pid = system.pid('transcription');
    process.kill(pid, 'SIGSTOP');
    const stoppedAt = Date.now();
    const replica = await startReplica();
    try {
      await eventually(
        async () => {
          const [transcript] = await transcriptOf(saved);
          if (transcript?.stage !== 'done') throw new Error(`it is ${transcript?.stage}`);
        },
        ASLEEP_MS,
        'a transcript by the other process',
      );
      const parts = await partsOf(saved);
      const done = await transcriptOf(saved);
      expect(done).toEqual([expect.objectContaining({ run: 1, fence: '2' })]);
      expect(timesAsked()).toEqual([1, 1, 2, 2]);
      await letTimePass(Math.max(0, stoppedAt + ASLEEP_MS - Date.now()), 'the process sleeps so long');

      process.kill(pid, 'SIGCONT');
      await eventually(
        async () => {
          const log = await readFile(system.logFile('transcription'), 'utf8');
          if (!log.includes('job was taken over')) throw new Error('not refused yet');
        },
        30_000,
        'a refused process',
      );
      await system.healthy();
      await system.drain();
      expect(system.pid('transcription')).toBe(pid);
      expect(await partsOf(saved)).toEqual(parts);
      expect(parts.filter((part) => before.some((one) => isSame(one, part)))).toEqual(before);
      expect(await transcriptOf(saved)).toEqual(done);
      expect(timesAsked()).toEqual([1, 1, 2, 2]);
      const view = await person.transcript(saved.agreementId, 30_000);
      expect(view.sha256).toBe(done[0]?.sha256);
      await person.reaches(saved.agreementId, 'completed');
    } finally {
      process.kill(pid, 'SIGCONT');
      await stopReplica(replica);
    }
  }, 300_000);
});

const isSame = (one: PartRow, other: PartRow) => one.start_ms === other.start_ms;

it('leaves everything as it must be', async () => {
  await system.drain();
  expect(await violations(system)).toEqual([]);
}, 120_000);
