import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What `make verify` has found. */
export class Verifications1763973000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table verifications (
        id bigint generated always as identity primary key,
        checked_at timestamptz not null,
        took_ms int not null,
        holding int not null,
        violations int not null,
        unchecked int not null,
        lines jsonb not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from mails where template = 'violations-found'; drop table verifications;`);
  }
}
