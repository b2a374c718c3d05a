import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which languages there are is said by `libs/contracts/src/languages.ts` alone: a new one needs no migration. */
export class AnyLanguage1764041400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agreements drop constraint agreements_party_a_language_check;
      alter table agreements drop constraint agreements_party_b_language_check;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agreements add constraint agreements_party_a_language_check check (party_a_language in ('en', 'es'));
      alter table agreements add constraint agreements_party_b_language_check check (party_b_language in ('en', 'es'));
    `);
  }
}
