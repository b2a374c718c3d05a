import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders are searched for by how the number of the contract begins. */
export class HumanOrderSearch1764185400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index human_orders_agreement_prefix on human_orders (agreement_id text_pattern_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index human_orders_agreement_prefix;
    `);
  }
}
