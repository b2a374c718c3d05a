import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A step that a person took has address and device, for the log of the agreement. */
export class StepOrigins1764198000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrow_steps add column address text, add column device text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrow_steps drop column address, drop column device');
  }
}
