import { runMigrations } from '#platform';
import { Transcription1763690400000 } from './migrations/20261121-0100-transcription.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Transcription1763690400000]);
}
