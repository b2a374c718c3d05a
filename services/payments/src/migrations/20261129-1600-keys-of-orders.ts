import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A request that is repeated after its payment is over begins no other payment. */
export class KeysOfOrders1764432000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table idempotency_keys
        -- What the request began to pay. Null for one that began no order, and for those of before.
        add column order_id uuid;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys drop column order_id');
  }
}
