import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A cancelled contract names the credit that had covered it, and no other of the same user. */
export class CreditsOfCoverages1764458400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table coverages
        -- Without a reference: a credit that is withdrawn is deleted.
        add column credit_id uuid;
      update coverages set credit_id = credits.id from credits where credits.used_for = coverages.agreement_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table coverages drop column credit_id');
  }
}
