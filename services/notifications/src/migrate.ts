import { runMigrations } from '#platform';
import { Mails1763690400000 } from './migrations/20261121-0100-mails.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Mails1763690400000]);
}
