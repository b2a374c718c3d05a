import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a Docker engine answers (a client alone is not enough). */
export async function hasDockerEngine(): Promise<boolean> {
  try {
    const { stdout } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
      timeout: 5_000,
      env: process.env,
    });
    return stdout.trim() !== '';
  } catch {
    return false;
  }
}
