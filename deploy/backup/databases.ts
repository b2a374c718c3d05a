import pg from 'pg';
import type { ServiceName } from '../image/preparation.js';
import type { DatabaseUrls } from './snapshot.js';

/** Works on the database of a service over a connection of its own. */
export async function withDatabase<T>(
  service: ServiceName,
  urls: DatabaseUrls,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: urls[service], application_name: 'restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
