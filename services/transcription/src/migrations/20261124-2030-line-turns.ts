import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose lines were pressed as said when, in a recording. Of those that are there nobody pressed any. */
export class LineTurns1764016200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column turns jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column turns');
  }
}
