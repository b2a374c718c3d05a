import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time that a bank has had the money counts for nobody. */
export class ResumedEscrows1764147600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When a bank that had the money let go of it: the periods of the escrow count from then.
        add column resumed_at timestamptz;
      update escrows set resumed_at = (select max(at) from escrow_steps
          where escrow_id = id and change in ('chargeback-won', 'charged-back')),
        alerted_at = null
      where state in ('held', 'release_due', 'disputed') and chargeback in ('won', 'lost');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column resumed_at');
  }
}
