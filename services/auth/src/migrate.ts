import { runMigrations } from '#platform';
import { Accounts1763690400000 } from './migrations/20261121-0100-accounts.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Accounts1763690400000]);
}
