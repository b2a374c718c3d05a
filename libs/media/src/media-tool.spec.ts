import { existsSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { jest } from '@jest/globals';
import { eventually, letTimePass } from '../../testing/src/eventually.js';
import { isNetworkTaken, runMediaTool, UNPAID_NICENESS, WAITED_FOR_NICENESS } from './media-tool.js';
import { processesWith, startedWith, stopOneWith } from './test/processes.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

/** Never ends by itself, and does little. */
const endless = (mark: string) => work(mark, ['-re']);
const work = (mark: string, pace: string[] = []) => [
  ...['-nostdin', '-v', 'error', ...pace, '-f', 'lavfi', '-i', 'anullsrc', '-metadata', `title=${mark}`],
  ...['-f', 'null', '-'],
];

describe('runMediaTool', () => {
  it('collects output, and returns a failure instead of throwing it', async () => {
    const version = await runMediaTool('ffmpeg', ['-version'], { timeoutMs: 60_000 });
    expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('ffmpeg version') });
    const failed = await runMediaTool('ffmpeg', ['-i', '/nonexistent'], { timeoutMs: 60_000 });
    expect(failed.exitCode).not.toBe(0);
    expect(failed.stderr).toContain('No such file');
  });

  it('keeps the start and the end of a long report', async () => {
    const filter = 'sine=duration=1,asetnsamples=8,ashowinfo';
    const { stderrStart, stderr } = await runMediaTool(
      'ffmpeg',
      ['-hide_banner', '-nostdin', '-f', 'lavfi', '-i', filter, '-f', 'null', '-'],
      { timeoutMs: 60_000 },
    );
    expect(stderrStart).toContain('Input #0');
    expect(stderrStart).not.toContain(' n:5512 ');
    expect(stderr).not.toContain('Input #0');
    expect(stderr).toContain('n:5512 ');
    for (const part of [stderrStart, stderr]) expect(part).toHaveLength(8 * 1024);
  });

  it('passes nothing of the environment on but the path', async () => {
    process.env.MEDIA_TOOL_SECRET = 'canary';
    try {
      const mark = `mark-${process.pid}-env`;
      const controller = new AbortController();
      const running = runMediaTool('ffmpeg', endless(mark), { timeoutMs: 10_000, signal: controller.signal });
      const [id] = await startedWith(mark);
      // The kernel shows the arguments of a program that begins a moment before its environment.
      const environment = await eventually(
        async () => {
          const text = await readFile(`/proc/${id}/environ`, 'utf8');
          if (text === '') throw new Error('not there yet');
          return text;
        },
        5_000,
        'the environment of the program',
      );
      controller.abort(new Error('done'));
      await expect(running).rejects.toThrow('done');
      expect(
        environment
          .split('\0')
          .filter(Boolean)
          .map((entry) => entry.split('=')[0]),
      ).toEqual(['PATH']);
    } finally {
      delete process.env.MEDIA_TOOL_SECRET;
    }
  });

  it('gives a program few files, no dump and, where the system allows it, no network', async () => {
    const mark = `mark-${process.pid}-limits`;
    const controller = new AbortController();
    const running = runMediaTool('ffmpeg', endless(mark), { timeoutMs: 10_000, signal: controller.signal });
    const ended = running.catch((error: unknown) => error);
    const id = await eventually(
      async () => {
        const [found] = await startedWith(mark);
        // By then it has replaced the programs that limit it.
        if (!(await readlink(`/proc/${found}/exe`)).includes('ffmpeg')) throw new Error('not there yet');
        return found;
      },
      5_000,
      'the program',
    );
    const limits = await readFile(`/proc/${id}/limits`, 'utf8');
    const own = await readlink('/proc/self/ns/net');
    const theirs = await readlink(`/proc/${id}/ns/net`);
    controller.abort(new Error('done'));
    expect(await ended).toMatchObject({ message: 'done' });
    expect(limits).toMatch(/Max open files\s+64\s+64/);
    expect(limits).toMatch(/Max core file size\s+0\s+0/);
    expect(limits).toMatch(/Max address space\s+2147483648/);
    expect(theirs !== own).toBe(isNetworkTaken());
  });

  it.each(['timeout', 'abort'])('leaves no process behind on %s', async (reason) => {
    const mark = `mark-${process.pid}-${reason}`;
    const controller = new AbortController();
    const running = runMediaTool('ffmpeg', endless(mark), {
      timeoutMs: reason === 'timeout' ? 1500 : 10_000,
      signal: controller.signal,
    }).catch((error: unknown) => error);
    await startedWith(mark);
    if (reason === 'abort') controller.abort(new Error('enough'));
    const error = await running;
    expect(error).toMatchObject(reason === 'abort' ? { message: 'enough' } : { code: 'timeout' });
    expect(await processesWith(mark)).toEqual([]);
  });

  it('lets a program that uses much wait for all others', async () => {
    const mark = `mark-${process.pid}-yield`;
    const controller = new AbortController();
    const running = runMediaTool('ffmpeg', work(mark), {
      // It is ended by the test.
      timeoutMs: 300_000,
      signal: controller.signal,
      niceness: WAITED_FOR_NICENESS,
      yieldAfterCpuMs: 2500,
    });
    const ended = expect(running).rejects.toThrow('done');
    const [id] = await startedWith(mark);
    const reaches = (niceness: number) =>
      eventually(
        async () => expect(getPriority(Number(id))).toBe(niceness),
        10_000,
        `a niceness of ${niceness}`,
      );
    try {
      // What starts it replaces itself several times.
      await reaches(WAITED_FOR_NICENESS);
      await reaches(UNPAID_NICENESS);
    } finally {
      controller.abort(new Error('done'));
      await ended;
    }
  });

  it('keeps the priority of a program that others keep from running', async () => {
    const mark = `mark-${process.pid}-kept`;
    const controller = new AbortController();
    const running = runMediaTool('ffmpeg', endless(mark), {
      ...{ timeoutMs: 300_000, signal: controller.signal, niceness: WAITED_FOR_NICENESS },
      yieldAfterCpuMs: 1500,
    });
    const ended = expect(running).rejects.toThrow('done');
    const [id] = await startedWith(mark);
    try {
      await stopOneWith(mark);
      await letTimePass(2000, 'several looks at a program that does not get a processor');
      expect(getPriority(Number(id))).not.toBe(UNPAID_NICENESS);
    } finally {
      controller.abort(new Error('done'));
      await ended;
    }
  });

  // Where a process group has no share of its own, niceness is among all, and the system sees to it that nobody starves.
  (existsSync('/proc/self/autogroup') ? it : it.skip)(
    'gives a program to which others leave nothing an ordinary share until it has had its part',
    async () => {
      const mark = `mark-${process.pid}-starved`;
      const controller = new AbortController();
      const running = runMediaTool('ffmpeg', work(mark), {
        ...{ timeoutMs: 300_000, signal: controller.signal, niceness: UNPAID_NICENESS },
      });
      const ended = expect(running).rejects.toThrow('done');
      const [id] = await startedWith(mark);
      const reaches = (niceness: number) =>
        eventually(
          async () => expect(await readFile(`/proc/${id}/autogroup`, 'utf8')).toMatch(` nice ${niceness}\n`),
          20_000,
          `a share of niceness ${niceness}`,
        );
      try {
        await reaches(UNPAID_NICENESS);
        await stopOneWith(mark);
        await reaches(0);
        process.kill(Number(id), 'SIGCONT');
        await reaches(UNPAID_NICENESS);
      } finally {
        controller.abort(new Error('done'));
        await ended;
      }
    },
  );

  it('ends a tool that hangs and hears nothing any more', async () => {
    const mark = `mark-${process.pid}-hangs`;
    const timeoutMs = 299_000;
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const running = runMediaTool('ffmpeg', endless(mark), { timeoutMs }).catch((error: unknown) => error);
    const [onTimeout] = timers.mock.calls.find(([, ms]) => ms === timeoutMs) ?? [];
    timers.mockRestore();
    await stopOneWith(mark);
    // Its time is over once it hangs, however long a busy machine takes to start it.
    onTimeout?.();
    expect(await running).toMatchObject({ code: 'timeout' });
    expect(await processesWith(mark)).toEqual([]);
  });

  it('stops when the reader of the output has seen enough', async () => {
    const args = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'anullsrc', '-f', 's16le', 'pipe:1'];
    const onOutput = () => {
      throw new Error('enough');
    };
    await expect(runMediaTool('ffmpeg', args, { timeoutMs: 60_000, onOutput })).rejects.toThrow('enough');
  });
});
