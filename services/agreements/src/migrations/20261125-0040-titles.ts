import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an agreement is about, in party A's words. */
export class Titles1764031200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column title varchar(80) null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column title');
  }
}
