import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '../../libs/testing/src/servers/process-table.js';
import { type RunInfo, RunState, readRun, removeRun } from './run-state.js';

const where = { healthUrl: 'http://localhost/', allPorts: {} };

describe('the file of a run', () => {
  let directory: string;
  let file: string;
  let neighbour: ChildProcess;

  beforeAll(async () => {
    neighbour = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    await new Promise((resolve) => neighbour.once('spawn', resolve));
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => neighbour.once('exit', resolve));
    neighbour.kill('SIGKILL');
    await ended;
  });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'ssc-state-'));
    file = join(directory, 'run.json');
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  const acquire = async (): Promise<RunState> => {
    const state = await RunState.acquire(directory, where);
    if (!(state instanceof RunState)) throw new Error(`process ${state.pid} holds it`);
    return state;
  };

  const run = (pid: number, identity = processIdentity(pid) ?? ''): RunInfo => ({
    ...{ pid, identity, startedAt: '', status: 'running', banner: [] },
    ...{ healthUrl: '', ports: {}, processes: [] },
  });

  it('is one run’s: a second one is told whose', async () => {
    writeFileSync(file, JSON.stringify(run(neighbour.pid ?? 0)));
    await expect(acquire()).rejects.toThrow(`process ${neighbour.pid} holds it`);
  });

  it.each<[string, () => string]>([
    ['has ended', () => JSON.stringify(run(neighbour.pid ?? 0, 'an earlier one'))],
    ['could not write it', () => ''],
  ])('of a run that %s goes to one of those who come next', async (_name, text) => {
    writeFileSync(file, text());
    const states = await Promise.all(Array.from({ length: 5 }, () => RunState.acquire(directory, where)));
    expect(states.filter((state) => state instanceof RunState)).toHaveLength(1);
    expect(readRun(directory)?.pid).toBe(process.pid);
    expect(readdirSync(directory)).toEqual(['run.json']);
  });

  it('that has become another’s is neither written over nor removed', async () => {
    const state = await acquire();
    const others = run(neighbour.pid ?? 0);
    writeFileSync(file, JSON.stringify(others));
    state.set({ status: 'running' });
    state.note('part', [process.pid]);
    state.catchUp();
    state.release();
    removeRun(directory);
    expect(readRun(directory)).toEqual(others);
  });

  it('is written later where it could not be written, and again when it is gone', async () => {
    const state = await acquire();
    const temporary = `${file}.new`;
    mkdirSync(temporary);
    state.set({ status: 'running' });
    expect(readRun(directory)?.status).toBe('starting');
    rmSync(temporary, { recursive: true });
    state.catchUp();
    expect(readRun(directory)?.status).toBe('running');
    rmSync(file);
    state.catchUp();
    expect(readRun(directory)?.status).toBe('running');
    state.release();
    expect(existsSync(file)).toBe(false);
  });
});
