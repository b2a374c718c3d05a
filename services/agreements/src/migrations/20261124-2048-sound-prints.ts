import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What recordings sound like, so that one that comes in the name of somebody else is known again. */
export class SoundPrints1764017280000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sound_prints (
        recording_id uuid primary key references recordings (id) on delete cascade,
        print bytea not null,
        made_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sound_prints;');
  }
}
