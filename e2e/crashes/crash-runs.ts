import { join, resolve } from 'node:path';
import { letTimePass } from '#testing';
import { violations } from '../violations.js';
import { allJourneys } from './journeys.js';
import { type Cell, cellName } from './matrix.js';
import { World } from './world.js';

/** What came of one go at several cells. */
export interface Outcome {
  reached: ReadonlySet<string>;
  /** What kept people from getting to the end, and what must hold and does not; empty when all is well. */
  problems: string[];
  seconds: number;
}

/** Longer than the lease of a job, so that somebody else has taken over when the process goes on. */
const STOPPED_MS = 12_000;
/** Messages in their retry tiers, leases of those who died, and rounds take this long at most. */
const SETTLE_MS = 90_000;
const LOOK_EVERY_MS = 2000;
/** Beside what else is kept of a suite that failed. */
const LOGS = resolve(import.meta.dirname, '../../.local/test-failures/deep-system');
/** The mailbox and the rows of those before make every look longer. */
const GOES_PER_WORLD = 6;

/** Runs all journeys again and again while processes die, on systems that are made anew when one has a flaw. */
export class CrashRuns {
  private world: { copies: number; goes: number; world: World } | null = null;
  private flawed = 0;

  async go(
    cells: readonly { failpoint: string; action: Cell['action'] | 'print' }[],
    copies: number,
  ): Promise<Outcome> {
    const world = await this.worldOf(copies);
    const { failpoints } = world.system;
    const began = Date.now();
    await failpoints.clear();
    for (const { failpoint, action } of cells) await failpoints.arm(failpoint, { action });
    const over = new AbortController();
    const continuing = failpoints.continueStopped(STOPPED_MS, over.signal);
    const problems: string[] = [];
    await allJourneys(world).catch((error: unknown) => problems.push(String(error)));
    over.abort();
    await continuing;
    const reached = await failpoints.clear();
    problems.push(...(await flaws(world)));
    if (problems.length > 0) {
      this.flawed += 1;
      await world.system.keepLogs(join(LOGS, `crashes-${this.flawed}`));
      await this.close();
    }
    return { reached, problems, seconds: Math.round((Date.now() - began) / 1000) };
  }

  async close(): Promise<void> {
    const { world } = this;
    this.world = null;
    await world?.world.close();
  }

  private async worldOf(copies: number): Promise<World> {
    const isFit = this.world?.copies === copies && this.world.goes < GOES_PER_WORLD;
    if (!isFit) {
      await this.close();
      this.world = { copies, goes: 0, world: await World.open(copies) };
    }
    if (!this.world) throw new Error('unreachable');
    this.world.goes += 1;
    return this.world.world;
  }
}

/** What must hold and does not, once all that was under way has had its time. */
async function flaws({ system }: World): Promise<string[]> {
  const until = Date.now() + SETTLE_MS;
  const problems: string[] = [];
  await system.healthy().catch((error: unknown) => problems.push(String(error)));
  await system.drain(SETTLE_MS).catch((error: unknown) => problems.push(String(error)));
  for (;;) {
    const found = await violations(system);
    if (found.length === 0 || Date.now() > until) return [...problems, ...found];
    await letTimePass(LOOK_EVERY_MS, 'what is on its way in the broker shows nowhere');
  }
}

/** How it went, as lines to read. */
export function report(cells: readonly Cell[], { reached, problems, seconds }: Outcome): string {
  const isClean = problems.length === 0;
  const lines = cells.map((cell) => {
    const word = !reached.has(cell.failpoint) ? 'not reached' : isClean ? 'clean' : 'VIOLATED';
    return `  ${word.padEnd(12)}${cellName(cell)}`;
  });
  return [`${cells.length} cells in ${seconds} s`, ...lines, ...problems.map((text) => `  ✗ ${text}`)].join(
    '\n',
  );
}
