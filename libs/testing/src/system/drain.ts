import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { StripeStandIn } from '#stand-ins';
import { systemServices } from './environment.js';

export type DatabaseService = (typeof systemServices)[number];
type Environment = Readonly<Record<string, string>>;

const QUIET_LOOKS = 5;
/** How much of what keeps a system busy stands in the error. */
const MOST_TOLD = 20;
const LOOK_EVERY_MS = 100;
/** Of a webhook, after which it is worth a word. */
const ATTEMPTS = 3;
const WITH_JOBS = new Set<DatabaseService>(['agreements', 'payments', 'transcription', 'notifications']);

/**
 * Waits until nothing is under way: no event to publish, no job open, no webhook to deliver, five looks in a row.
 * @throws Error after `timeoutMs`.
 */
export async function drain(env: Environment, stripe: StripeStandIn, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs;
  // It may have been quiet in the last look, and not for long enough: then the one before it tells why.
  let busy: string[] = [];
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    if (Date.now() > until) {
      const why = [...busy, ...slowWebhooks(stripe)].slice(0, MOST_TOLD);
      throw new Error(`The system was still busy after ${timeoutMs} ms: ${why.join('; ')}`);
    }
    await stripe.drain(timeoutMs);
    const open = await openWork(env);
    if (open.length > 0) busy = open;
    quiet = open.length === 0 ? quiet + 1 : 0;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Asks a service's database. For assertions only. */
export async function queryService<Row extends object>(
  env: Environment,
  service: DatabaseService,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: env[`${service.toUpperCase()}_DATABASE_URL`] });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Those that were not accepted at once, which takes as long as an outage of a server. */
function slowWebhooks(stripe: StripeStandIn): string[] {
  return stripe.listEvents().flatMap(({ id, type }) =>
    stripe
      .listDeliveries(id)
      .filter(({ attempts }) => attempts > ATTEMPTS)
      .map(
        ({ attempts, lastResult }) => `${type} ${id} was sent ${attempts} times, in the end: ${lastResult}`,
      ),
  );
}

/** What is under way, each in a few words. */
async function openWork(env: Environment): Promise<string[]> {
  const open: string[] = [];
  for (const name of systemServices) {
    const jobs = WITH_JOBS.has(name)
      ? ` union all select concat_ws(' ', name, key, attempts, last_error) from jobs
          where status in ('queued', 'running')`
      : '';
    const rows = await queryService<{ what: string }>(
      env,
      name,
      `select routing_key as what from outbox${jobs}`,
    );
    open.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return open;
}
