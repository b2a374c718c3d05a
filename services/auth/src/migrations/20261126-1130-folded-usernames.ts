import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Usernames are searched for in small letters and without accents, whatever the database's locale is. */
export class FoldedUsernames1764156600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index users_username_folded on users (
        (regexp_replace(normalize(lower((username) collate "und-x-icu"), nfd), '[\\u0300-\\u036f]', '', 'g'))
        text_pattern_ops
      );
      drop index users_username_prefix;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index users_username_prefix on users (lower(username) text_pattern_ops);
      drop index users_username_folded;
    `);
  }
}
