import { runMigrations } from '#platform';
import { Payments1763690400000 } from './migrations/20261121-0100-payments.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Payments1763690400000]);
}
