import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of escrows from before, the log knows the buyer where the buyer took a step. */
export class EscrowBuyers1764501600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column escrow_buyer_id integer');
    await runner.query(`
      update agreements a set escrow_buyer_id = split_part(e.actor, ':', 2)::int
      from agreement_events e
      where e.agreement_id = a.agreement_id and e.type = 'held-payment' and e.actor like 'user:%'
        and e.detail->>'escrowId' = a.escrow_id::text
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column escrow_buyer_id');
  }
}
