import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who moves the money of a held payment just now: Stripe is asked without a lock on the row. */
export class SettlingTurns1763946000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table held_payments add column settling_by uuid, add column settling_until timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table held_payments drop column settling_by, drop column settling_until');
  }
}
