import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language in which an account was made, for the mails about it. */
export class AccountLanguages1764017100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table users add column language text not null default 'en' check (language in ('en', 'es'));`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column language;');
  }
}
