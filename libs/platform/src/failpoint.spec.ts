import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ArmedFailpoint, failpoint } from './failpoint.js';

const source = resolve(import.meta.dirname, 'failpoint.ts');
/** Comes to the failpoint twice and says what happened each time. */
const program = `
  import { failpoint } from ${JSON.stringify(source)};
  process.on('SIGTERM', () => undefined);
  for (const visit of [1, 2]) {
    try {
      failpoint('a.place');
      console.log(visit + ' passed');
    } catch (error) {
      console.log(visit + ' ' + error.name);
    }
  }`;

describe('a failpoint', () => {
  let root: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'failpoints-'));
    for (const folder of ['armed', 'reached']) mkdirSync(join(root, folder));
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  const arm = (armed: ArmedFailpoint) => writeFileSync(join(root, 'armed/a.place'), JSON.stringify(armed));
  const start = () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, FAILPOINT_DIR: root },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const run = async () => {
    const child = start();
    const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { said: said.trim().split('\n'), end: signal ?? code };
  };
  const reached = () => JSON.parse(readFileSync(join(root, 'reached/a.place'), 'utf8'));

  it('does nothing where nobody has armed it', async () => {
    expect(failpoint('a.place')).toBeUndefined();
    expect(await run()).toEqual({ said: ['1 passed', '2 passed'], end: 0 });
    expect(existsSync(join(root, 'reached/a.place'))).toBe(false);
  });

  it('ends the process at once, and has written down before that it did', async () => {
    arm({ action: 'kill' });
    expect(await run()).toEqual({ said: [''], end: 'SIGKILL' });
    expect(reached()).toEqual({ pid: children[0]?.pid, action: 'kill' });
    expect(await run()).toMatchObject({ end: 0 });
  });

  it('fails the work once, with an error that nobody knows', async () => {
    arm({ action: 'throw' });
    expect(await run()).toEqual({ said: ['1 FailpointError', '2 passed'], end: 0 });
  });

  it('lets visits pass that are to be skipped', async () => {
    arm({ action: 'throw', skip: 1 });
    expect(await run()).toEqual({ said: ['1 passed', '2 FailpointError'], end: 0 });
  });

  it.each(['term', 'print'] as const)('goes on after %s', async (action) => {
    arm({ action });
    expect(await run()).toEqual({ said: ['1 passed', '2 passed'], end: 0 });
    expect(reached()).toMatchObject({ action });
  });

  it('stops the process until somebody continues it', async () => {
    arm({ action: 'stop' });
    const child = start();
    const said = text(child.stdout);
    while (!existsSync(join(root, 'reached/a.place'))) await new Promise((done) => setImmediate(done));
    const state = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.[0];
    while (state() !== 'T') await new Promise((done) => setImmediate(done));
    child.kill('SIGCONT');
    expect(await said).toBe('1 passed\n2 passed\n');
  });

  it('is taken by one of several processes that come at the same moment', async () => {
    arm({ action: 'throw' });
    const all = await Promise.all([run(), run(), run()]);
    const failed = all.flatMap(({ said }) => said).filter((line) => line.endsWith('FailpointError'));
    expect(failed).toHaveLength(1);
  });
});
