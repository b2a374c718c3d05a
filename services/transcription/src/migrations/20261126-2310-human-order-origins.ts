import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the people were who ordered and delivered a transcript, for the log of the agreement. */
export class HumanOrderOrigins1764198600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table human_orders
        add column ordered_address text,
        add column ordered_device text,
        add column delivered_address text,
        add column delivered_device text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table human_orders
        drop column ordered_address,
        drop column ordered_device,
        drop column delivered_address,
        drop column delivered_device;
    `);
  }
}
