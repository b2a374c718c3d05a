import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is spoken in a recording, for the choice of the engine. Of those that are there nobody said. */
export class SpokenLanguage1764002400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings add column language text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recordings drop column language');
  }
}
