import { readFileSync, rmSync } from 'node:fs';

/**
 * A named place between two effects that last. Tests put its name into FAILPOINT_FILE: the first process that comes
 * here ends at once, as by `kill -9`, and the name is taken away. Production refuses to start with the variable.
 */
export function failpoint(name: string): void {
  const file = process.env.FAILPOINT_FILE;
  if (file === undefined || wanted(file) !== name) return;
  rmSync(file, { force: true });
  process.kill(process.pid, 'SIGKILL');
}

function wanted(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
