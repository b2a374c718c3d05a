import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a session was last used, and which password the seed has set last. */
export class SeenSessions1763989800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sessions add column last_seen_at timestamptz;
      alter table users add column seeded_password_hash text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users drop column seeded_password_hash;
      alter table sessions drop column last_seen_at;
    `);
  }
}
