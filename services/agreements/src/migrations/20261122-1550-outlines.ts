import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shape of each sound, for whoever is to hear it. */
export class Outlines1763826600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column outline jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column outline');
  }
}
