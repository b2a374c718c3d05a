import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest news of a held payment, so that older ones that come later change nothing. */
export class HeldPayments1763708400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agreements add column escrow_id uuid, add column escrow_version int not null default 0;
      create index agreements_unpaid_of_owner on agreements (owner_id, id desc) where status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index agreements_unpaid_of_owner;
      alter table agreements drop column escrow_id, drop column escrow_version;
    `);
  }
}
