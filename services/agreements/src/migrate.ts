import { runMigrations } from '#platform';
import { Agreements1763690400000 } from './migrations/20261121-0100-agreements.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Agreements1763690400000]);
}
