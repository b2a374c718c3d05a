import type { MigrationInterface, QueryRunner } from 'typeorm';

const folded = (name: string) =>
  `(regexp_replace(normalize(lower((${name}) collate "und-x-icu"), nfd), '[\\u0300-\\u036f]', '', 'g')) text_pattern_ops`;

/**
 * Administrators search contracts by how number, names and addresses begin; quotes of the release before, that are to be
 * deleted, are looked for every hour among all that is sealed.
 */
export class AgreementSearch1764500400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index agreements_number_prefix on agreements (agreement_id text_pattern_ops);
      create index agreements_party_a_email_prefix on agreements (party_a_email text_pattern_ops);
      create index agreements_party_b_email_prefix on agreements (party_b_email text_pattern_ops);
      create index agreements_party_a_name_folded on agreements (${folded('party_a_name')});
      create index agreements_party_b_name_folded on agreements (${folded('party_b_name')});
      create index seal_parts_quotes on seal_parts (agreement_id) where kind = 'consents' and deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index agreements_number_prefix;
      drop index agreements_party_a_email_prefix;
      drop index agreements_party_b_email_prefix;
      drop index agreements_party_a_name_folded;
      drop index agreements_party_b_name_folded;
      drop index seal_parts_quotes;
    `);
  }
}
