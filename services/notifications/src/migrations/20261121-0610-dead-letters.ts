import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDeadLetterTable } from '#outbox';

/** Messages that a handler gave up, to be looked at and replayed. */
export class DeadLetters1763705400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createDeadLetterTable);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table dead_letters;');
  }
}
