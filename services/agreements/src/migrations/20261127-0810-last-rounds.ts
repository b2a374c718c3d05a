import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time in which no round came, and nobody could act, is added to the clocks that ran. */
export class LastRounds1764231000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table last_rounds (name text primary key, at timestamptz not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table last_rounds');
  }
}
