import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What support was told of dependencies that were away for long. */
export class OutageNotices1763972400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outage_notices (
        dependency text not null,
        since timestamptz not null,
        -- Null when the mail could not leave before it was over.
        told_at timestamptz,
        over_at timestamptz,
        over_told_at timestamptz,
        primary key (dependency, since)
      );
      create index outage_notices_open on outage_notices (dependency) where over_told_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outage_notices;');
  }
}
