import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person delivered can be corrected: the correction is an order of its own, which says what it corrects. */
export class CorrectedHumanOrders1764541800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table human_orders add column corrects_order_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table human_orders drop column corrects_order_id');
  }
}
