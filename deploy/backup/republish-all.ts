import pg from 'pg';
import { republish } from '#outbox';
import { serviceNames } from '../image/preparation.js';
import { databaseUrls, type Log, type Values } from './create-backup.js';
import { declareQueues } from './queues.js';

/**
 * Puts what all services have published back into their outboxes: it leaves within seconds, and whoever has handled it
 * knows it by its id.
 * @param since a moment as text; without it, all that is kept
 * @throws Error when that is none, or a database or RabbitMQ does not answer
 */
export async function republishAll(env: Values, since: string | undefined, log: Log): Promise<void> {
  const moment = since ? new Date(since) : null;
  if (moment && Number.isNaN(moment.getTime()))
    throw new Error(`${since} is no moment: 2026-11-24T08:00Z is one`);
  const urls = databaseUrls(env);
  await declareQueues(env);
  for (const service of serviceNames) {
    const client = new pg.Client({ connectionString: urls[service], application_name: 'republish' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const count = await republish(client, moment);
      log(`${service}: ${count} events are told again`);
    } finally {
      await client.end();
    }
  }
}
