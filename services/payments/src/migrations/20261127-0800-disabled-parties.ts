import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An administrator decides over money of somebody whose account was disabled. */
export class DisabledParties1764230400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- Whose account was disabled while nothing was decided; null: nobody's.
        add column disabled_party text check (disabled_party in ('buyer', 'seller'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column disabled_party');
  }
}
