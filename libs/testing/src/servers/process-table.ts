import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that only this process has, as long as it lives: its start time. A process id alone may be given to another
 * process later. Undefined when there is no such process (one that has ended but was not collected counts as gone).
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') return identityFromPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' || !startTicks ? undefined : `${bootId()}:${startTicks}`;
  } catch {
    return undefined;
  }
}

/** Whether the process that had this identity still lives. */
export function isAlive(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function identityFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
