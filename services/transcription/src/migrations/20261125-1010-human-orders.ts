import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts by people are called human, as in the glossary. */
export class HumanOrders1764065400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table manual_orders rename to human_orders;
      alter index manual_orders_pkey rename to human_orders_pkey;
      alter index manual_orders_agreement_id_key rename to human_orders_agreement_id_key;
      alter index manual_orders_status rename to human_orders_status;
      alter index manual_orders_due rename to human_orders_due;

      -- Copies of the release before still run: they read and write under the old name. Goes with the release after next.
      create view manual_orders as
        select id, agreement_id, owner_id, status, requested_at, paid_at, due_at, delivered_at, delivered_by,
          recording_id, consent_recording_id, text, segments, sha256, payment_id
        from human_orders;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view manual_orders;
      alter table human_orders rename to manual_orders;
      alter index human_orders_pkey rename to manual_orders_pkey;
      alter index human_orders_agreement_id_key rename to manual_orders_agreement_id_key;
      alter index human_orders_status rename to manual_orders_status;
      alter index human_orders_due rename to manual_orders_due;
    `);
  }
}
