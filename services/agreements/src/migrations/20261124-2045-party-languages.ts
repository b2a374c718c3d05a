import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language of each party: party A's as it was saved in, party B's once party B has opened the invitation. */
export class PartyLanguages1764017100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agreements
        add column party_a_language text not null default 'en' check (party_a_language in ('en', 'es')),
        add column party_b_language text check (party_b_language in ('en', 'es'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column party_a_language, drop column party_b_language;');
  }
}
