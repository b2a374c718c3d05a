import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../libs/testing/src/eventually.js';
import { freePorts, isPortFree } from '../../libs/testing/src/servers/ports.js';
import { processIdentity } from '../../libs/testing/src/servers/process-table.js';
import { readRun } from './run-state.js';
import type { Part } from './supervisor.js';
import type { FakePlan } from './test/fake-run.js';

const env = { PATH: process.env.PATH };
const listen = (port: number): string => `
  const server = require('node:http').createServer((request, response) => response.end(String(process.pid)));
  server.listen(${port}, '127.0.0.1');`;

describe('the local run', () => {
  let directory: string;
  let plan: FakePlan;
  let ports: number[];
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ssc-run-'));
    ports = await freePorts(2);
    const [back = 0, front = 0] = ports;
    plan = {
      directory,
      ports: [
        { name: 'back', variable: 'BACK_PORT', port: back },
        { name: 'front', variable: 'FRONT_PORT', port: front },
      ],
      tasks: [task('migrations', 'console.log("done")')],
      parts: [part('back', back), part('front', front)],
      healthUrl: `http://127.0.0.1:${front}/`,
      healthTimeoutMs: 20_000,
    };
  });

  afterEach(async () => {
    await run('down');
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  it('starts in the background, says so the second time, heals, and leaves nothing behind', async () => {
    const first = await run('detach');
    expect(first.output).toContain('the addresses');
    expect(first.code).toBe(0);
    const second = await run('up');
    expect(second).toMatchObject({
      code: 0,
      output: expect.stringMatching(/already runs[\s\S]*the addresses/),
    });

    const victim = pidOf('back');
    process.kill(victim, 'SIGKILL');
    await until(() => pidOf('back') !== victim && processIdentity(pidOf('back')) !== undefined);
    await until(() => isPortFree(ports[0] ?? 0).then((free) => !free));

    const pids = [readRun(directory)?.pid ?? 0, pidOf('back'), pidOf('front')];
    expect((await run('down')).code).toBe(0);
    await expectNothingLeft(pids);
  }, 60_000);

  it.each(['is waited for', 'is seen to stop'])(
    'that is under way %s by a second one in the background',
    async (end) => {
      const goes = join(directory, 'go');
      const wait = `setInterval(() => require('node:fs').existsSync('${goes}') && process.exit(), 50)`;
      plan.tasks.push(task('slow', wait));
      const first = start('detach');
      await until(() => readRun(directory)?.status === 'starting');
      const second = start('detach');
      const ended = second.finished.then(({ code }) => ({ code, status: readRun(directory)?.status }));
      await until(() => second.said().includes('is already starting'));
      if (end === 'is waited for') {
        writeFileSync(goes, '');
        expect(await ended).toEqual({ code: 0, status: 'running' });
        expect(second.said()).toContain('the addresses');
        expect((await first.finished).code).toBe(0);
      } else {
        expect((await run('down')).code).toBe(0);
        expect((await ended).code).toBe(1);
        expect((await first.finished).code).toBe(1);
      }
    },
    60_000,
  );

  it('stays up, and says what is away, when that is nothing but what others run', async () => {
    const answer = (dependency: string): void => {
      const checks = [{ name: dependency, status: 'down' }];
      const body = JSON.stringify({ services: [{ name: 'notifications', status: 'down', checks }] });
      const script = `require('node:http').createServer((request, response) => {
        response.statusCode = 503; response.end(${JSON.stringify(body)}); }).listen(${ports[1]}, '127.0.0.1');`;
      plan.parts = [part('back', ports[0] ?? 0), { ...part('front', ports[1] ?? 0), args: ['-e', script] }];
    };
    Object.assign(plan, { outside: ['smtp'], healthTimeoutMs: 1_500 });
    answer('postgres');
    const stopped = await run('detach');
    expect([stopped.code, stopped.output]).toEqual([
      1,
      expect.stringContaining('is not healthy after 1.5 s'),
    ]);
    answer('smtp');
    const { code, output } = await run('detach');
    expect(output).toMatch(/something of others does not answer:\n +notifications is down/);
    expect(code).toBe(0);
    expect(readRun(directory)?.status).toBe('running');
  }, 60_000);

  it('keeps the logs of the run before beside its own', async () => {
    const log = join(directory, 'logs/back.log');
    const says = (word: string): void => {
      const [back = part('back', 0)] = plan.parts;
      plan.parts[0] = { ...back, args: ['-e', `console.log('${word}'); ${listen(ports[0] ?? 0)}`] };
    };
    for (const word of ['before', 'now']) {
      says(word);
      expect((await run('detach')).code).toBe(0);
      await run('down');
    }
    expect([log, `${log}.1`].map((file) => readFileSync(file, 'utf8'))).toEqual(['now\n', 'before\n']);
    const logs = readdirSync(join(directory, 'logs'));
    expect(logs).toEqual(expect.arrayContaining(['up.log.1', 'migrations.log.1']));
  }, 60_000);

  it('names the part that is broken, shows its last lines and stops the rest', async () => {
    const script = 'for (let line = 1; line <= 30; line++) console.log("line " + line); process.exit(3)';
    plan.parts.push({ ...part('broken', ports[0] ?? 0), args: ['-e', script] });
    plan.healthUrl = 'http://127.0.0.1:1/';
    const { code, output } = await run('up');
    expect(code).toBe(1);
    expect(output).toContain('Could not start: broken ends as soon as it is started');
    expect(output).toContain('line 30');
    expect(output).not.toMatch(/line 10\n/);
    expect(output).toContain('infrastructure stopped');
    await expectNothingLeft([]);
  }, 60_000);

  it('returns 1 in the background too when a part never listens', async () => {
    // Another program listens for the first part, and a shell starts faster than Node.
    const other = createServer().listen(ports[0], '127.0.0.1');
    await once(other, 'listening');
    plan.ports.shift();
    plan.parts = ['back', 'front'].map((name, index) => ({
      ...part(name, ports[index] ?? 0),
      command: '/bin/sh',
      args: ['-c', 'echo idle; exec sleep 1000000'],
    }));
    plan.healthTimeoutMs = 1_500;
    const { code, output } = await run('detach');
    other.close();
    await once(other, 'close');
    expect(output).toMatch(/front does not listen on port \d+ after 1.5 s[\s\S]*idle/);
    expect(code).toBe(1);
    await expectNothingLeft([]);
  }, 60_000);

  it.each(['while a task runs', 'while its parts start'])(
    'that is stopped %s does not say that it runs in the background',
    async (when) => {
      const name = when === 'while a task runs' ? 'slow' : 'front';
      if (name === 'slow') plan.tasks.push(task(name, 'setInterval(() => undefined, 60_000)'));
      else plan.healthUrl = 'http://127.0.0.1:1/';
      const { finished } = start('detach');
      const isStarted = (): boolean =>
        name === 'slow' ? existsSync(join(directory, 'logs/slow.log')) : pidOf(name) > 0;
      await until(() => readRun(directory)?.status === 'starting' && isStarted());
      expect((await run('down')).code).toBe(0);
      expect(await finished).toMatchObject({
        code: 1,
        output: expect.stringContaining('It was stopped before it was healthy.'),
      });
      await expectNothingLeft([]);
    },
    60_000,
  );

  it('stops everything on Ctrl-C', async () => {
    const { child, finished } = start('up');
    await until(() => readRun(directory)?.status === 'running');
    const pids = [pidOf('back'), pidOf('front')];
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await finished).code).toBe(0);
    await expectNothingLeft(pids);
  }, 60_000);

  it('recognises the file of a run that was killed, and leaves none of its processes', async () => {
    const { child, finished } = start('up');
    await until(() => readRun(directory)?.status === 'running');
    const pids = [pidOf('back'), pidOf('front')];
    child.kill('SIGKILL');
    await finished;
    expect((await run('detach')).code).toBe(0);
    expect(pids.filter((pid) => processIdentity(pid))).toEqual([]);
  }, 60_000);

  it('goes on while the disk is full, and writes down later what it could not', async () => {
    const { child, finished } = start('up', openSync('/dev/full', 'w'));
    await until(() => readRun(directory)?.status === 'running');
    // Where it would write, nothing can be written.
    const unwritable = ['run.json.new', 'logs/back.log'].map((name) => join(directory, name));
    const [state = '', log = ''] = unwritable;
    mkdirSync(state);
    const first = pidOf('back');
    const second = await killAndAwait(first);
    await killAndAwait(second);
    expect(pidOf('back')).toBe(first);
    rmSync(log);
    mkdirSync(log);
    process.kill(await answering(), 'SIGKILL');
    await until(() => isPortFree(ports[0] ?? 0));
    for (const path of unwritable) rmSync(path, { recursive: true });
    await until(async () => pidOf('back') === (await answering()));
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
    await expectNothingLeft([]);
  }, 60_000);

  it('that does not stop in time is ended, though it leads no group of processes', async () => {
    Object.assign(plan, { isStuck: true, stopWithinMs: 500 });
    const { finished } = start('up');
    await until(() => readRun(directory)?.status === 'running');
    const pids = [readRun(directory)?.pid ?? 0, pidOf('back'), pidOf('front')];
    expect((await run('down')).code).toBe(0);
    await expectNothingLeft(pids);
    await finished;
  }, 60_000);

  it('says which port is in use and how to choose another', async () => {
    const holder = spawn(process.execPath, ['-e', listen(ports[1] ?? 0)]);
    children.push(holder);
    await until(() => isPortFree(ports[1] ?? 0).then((free) => !free));
    const { code, output } = await run('up');
    expect(code).toBe(1);
    expect(output).toMatch(/Port \d+ \(front\) is in use\. Choose another one: make up FRONT_PORT=/);
  }, 60_000);

  it('goes on after a task that has something to say, and shows it', async () => {
    plan.tasks.push({ ...task('logins', 'console.log("not all"); process.exit(3)'), toldStatus: 3 });
    const { code, output } = await run('detach');
    expect([code, output]).toEqual([0, expect.stringMatching(/not all[\s\S]*the addresses/)]);
  }, 60_000);

  it('names a task that fails, with its last lines', async () => {
    plan.tasks.push(task('demo logins', 'console.error("no such table"); process.exit(1)'));
    const { code, output } = await run('up');
    expect(code).toBe(1);
    expect(output).toMatch(/Could not start: demo logins failed[\s\S]*no such table/);
  }, 60_000);

  function pidOf(name: string): number {
    return readRun(directory)?.processes.find((known) => known.name === name)?.pid ?? 0;
  }

  /** The process that listens as `back`; 0 while there is none. */
  async function answering(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${ports[0]}/`).catch(() => undefined);
    return Number((await response?.text()) ?? 0);
  }

  /** Kills the process that listens as `back`, and waits for the one that takes its place. */
  async function killAndAwait(victim: number): Promise<number> {
    process.kill(victim, 'SIGKILL');
    await until(async () => ![0, victim].includes(await answering()));
    return answering();
  }

  async function expectNothingLeft(pids: number[]): Promise<void> {
    expect(pids.filter((pid) => processIdentity(pid))).toEqual([]);
    for (const port of ports) expect(await isPortFree(port)).toBe(true);
    expect(readRun(directory)).toBeUndefined();
  }

  function start(command: string, stdout: number | 'pipe' = 'pipe') {
    const hook = join(import.meta.dirname, 'test/resolve-ts.mjs');
    const script = join(import.meta.dirname, 'test/fake-run.ts');
    const options = ['--no-warnings', '--experimental-transform-types', '--import', hook];
    const child = spawn(process.execPath, [...options, script, command, JSON.stringify(plan)], {
      env,
      stdio: ['ignore', stdout, 'pipe'],
    });
    if (stdout !== 'pipe') closeSync(stdout);
    children.push(child);
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const finished = new Promise<{ code: number | null; output: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, output }));
    });
    return { child, finished, said: () => output };
  }

  function run(command: string) {
    return start(command).finished;
  }
});

function part(name: string, port: number): Part {
  return { name, command: process.execPath, args: ['-e', listen(port)], env, port };
}

function task(name: string, script: string) {
  return { name, command: process.execPath, args: ['-e', script], env };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const met = async () => {
    if (!(await condition())) throw new Error('not yet');
  };
  await eventually(met, 20_000, 'what the run has to do');
}
