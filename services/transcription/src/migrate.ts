import { runMigrations } from '#platform';
import { Transcription1763690400000 } from './migrations/20261121-0100-transcription.js';
import { UnusableRecordings1763694000000 } from './migrations/20261121-0200-unusable-recordings.js';

export function migrate(databaseUrl: string): Promise<string[]> {
  return runMigrations(databaseUrl, [Transcription1763690400000, UnusableRecordings1763694000000]);
}
