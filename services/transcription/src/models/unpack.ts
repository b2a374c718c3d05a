import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MediaError, runMediaTool } from '#media';
import { InstallError } from './install-error.js';

export interface UnpackTask {
  /** A `.tar.bz2`. */
  archive: string;
  /** Which exists. */
  folder: string;
  /** What is wanted of it, and the names under which it is kept; all else stays out. */
  members: { member: string; name: string }[];
  /** Of all members together. */
  mostBytes: number;
}

const TIME_LIMIT_MS = 3_600_000;
const DATA_BYTES = 1024 ** 3;

/** @throws InstallError `unpacking`, `disk_full`; the signal's reason when aborted. */
export async function unpack(task: UnpackTask, signal: AbortSignal): Promise<void> {
  const compiled = fileURLToPath(new URL('./unpack.process.js', import.meta.url));
  const entry = existsSync(compiled) ? compiled : compiled.replace(/\.js$/, '.ts');
  const { exitCode, stderr } = await runMediaTool(
    process.execPath as `/${string}`,
    [entry, JSON.stringify(task)],
    { timeoutMs: TIME_LIMIT_MS, dataBytes: DATA_BYTES, signal },
  ).catch((error: unknown) => {
    if (!(error instanceof MediaError)) throw error;
    throw new InstallError('unpacking', error.message, { cause: error });
  });
  if (exitCode === 0) return;
  const said = stderr.trim().split('\n').at(-1) ?? '';
  if (/^(?:ENOSPC|EDQUOT)/.test(said)) throw new InstallError('disk_full', 'the disk is full');
  throw new InstallError('unpacking', said.slice(0, 300) || `it ended with ${exitCode}`);
}
