import { once } from 'node:events';
import { jest } from '@jest/globals';
import { askNodeProgram } from './node-program.js';

// Real processes run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const PROGRAM = new URL('./test/echo.process.js', import.meta.url);
const limits = { timeoutMs: 60_000, dataBytes: 2 * 1024 ** 3 };

interface Echo {
  task: object;
  heapBytes: number;
  environment: string[];
}

describe('a Node program in a process of its own', () => {
  it('is sent its task as it is, and knows nothing of the environment but the path', async () => {
    const task = { bytes: Uint8Array.of(1, 2, 3), at: new Date(0), speech: [{ start: 0.5, end: Infinity }] };
    const { task: seen, environment } = await askNodeProgram<Echo>(PROGRAM, task, limits);
    expect(seen).toEqual(task);
    expect(environment.filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual(['PATH']);
  });

  it('has only the heap that it is given', async () => {
    const { heapBytes } = await askNodeProgram<Echo>(PROGRAM, {}, { ...limits, heapMegabytes: 64 });
    expect(heapBytes).toBeLessThan(200 * 1024 ** 2);
  });

  it('says why it has no answer, and that it ended without one', async () => {
    const failed = askNodeProgram(PROGRAM, { failure: 'no such file' }, limits);
    await expect(failed).rejects.toMatchObject({ code: 'failed', message: 'no such file' });
    const ended = askNodeProgram(PROGRAM, { exitCode: 3 }, limits);
    await expect(ended).rejects.toThrow('echo.process.js ended with 3 and no answer');
  });

  it('is killed when its time is over', async () => {
    let exited: Promise<unknown[]> = Promise.resolve([]);
    const late = askNodeProgram(
      PROGRAM,
      {},
      {
        ...{ ...limits, timeoutMs: 1 },
        onStart: (child) => {
          exited = once(child, 'exit');
        },
      },
    );
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    expect(await exited).toEqual([null, 'SIGKILL']);
  });
});
