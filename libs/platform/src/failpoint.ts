import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What happens to the process that comes to an armed failpoint: it ends at once as by `kill -9`; it is asked to end and
 * goes on meanwhile; it stops until somebody continues it; the work fails with an error that nobody knows; nothing.
 */
export const failpointActions = ['kill', 'term', 'stop', 'throw', 'print'] as const;
export type FailpointAction = (typeof failpointActions)[number];

/** What a test writes into `armed/<name>` of FAILPOINT_DIR, as JSON. */
export interface ArmedFailpoint {
  action: FailpointAction;
  /** How many visits pass by unharmed before it takes effect. */
  skip?: number;
}

/** What lies in `reached/<name>` since before it took effect, as JSON. */
export interface ReachedFailpoint {
  pid: number;
  action: FailpointAction;
}

/** The error of an armed `throw`. No part of the product knows it. */
export class FailpointError extends Error {
  override readonly name = 'FailpointError';
}

const directory = process.env.FAILPOINT_DIR;

/**
 * A named place between two effects that last (as in FreeBSD's fail(9)). A test arms it with a file in
 * `FAILPOINT_DIR/armed`: one process, whichever comes first, takes the file away, writes down that it was here, and does
 * what the file says. Without the variable it does nothing; production refuses to start with it.
 * @throws FailpointError where `throw` is armed
 */
export const failpoint: (name: string) => void = directory
  ? (name) => visit(directory, name)
  : () => undefined;

function visit(root: string, name: string): void {
  const armed = join(root, 'armed', name);
  if (!existsSync(armed)) return;
  // Of several processes that come at the same moment, the one that can rename it has it.
  const mine = join(root, `${name}.${process.pid}`);
  try {
    renameSync(armed, mine);
  } catch {
    return;
  }
  const { action, skip = 0 } = JSON.parse(readFileSync(mine, 'utf8')) as ArmedFailpoint;
  if (skip > 0) {
    write(mine, { action, skip: skip - 1 } satisfies ArmedFailpoint);
    renameSync(mine, armed);
    return;
  }
  write(mine, { pid: process.pid, action } satisfies ReachedFailpoint);
  renameSync(mine, join(root, 'reached', name));
  act(name, action);
}

function act(name: string, action: FailpointAction): void {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'term') process.kill(process.pid, 'SIGTERM');
  if (action === 'stop') process.kill(process.pid, 'SIGSTOP');
  if (action === 'throw') throw new FailpointError(`The failpoint ${name} was armed`);
}

/** On the disk when it returns: what follows may be the end of this process. */
function write(path: string, content: object): void {
  const file = openSync(path, 'w');
  writeSync(file, JSON.stringify(content));
  fsyncSync(file);
  closeSync(file);
}
