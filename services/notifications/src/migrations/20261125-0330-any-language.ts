import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which languages there are is said by `libs/contracts/src/languages.ts` alone: a new one needs no migration. */
export class AnyLanguage1764041400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mail_languages drop constraint mail_languages_language_check;
      alter table tickets drop constraint tickets_language_check;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mail_languages add constraint mail_languages_language_check check (language in ('en', 'es'));
      alter table tickets add constraint tickets_language_check check (language in ('en', 'es'));
    `);
  }
}
