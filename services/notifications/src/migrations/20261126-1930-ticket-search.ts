import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tickets are searched for by how their numbers, senders and contracts begin. */
export class TicketSearch1764185400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index tickets_number_prefix on tickets (number text_pattern_ops);
      create index tickets_email_prefix on tickets (email text_pattern_ops);
      create index tickets_agreement_prefix on tickets (agreement_id text_pattern_ops);
      create index tickets_name_folded on tickets (
        (regexp_replace(normalize(lower((name) collate "und-x-icu"), nfd), '[\\u0300-\\u036f]', '', 'g'))
        text_pattern_ops
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index tickets_number_prefix;
      drop index tickets_email_prefix;
      drop index tickets_agreement_prefix;
      drop index tickets_name_folded;
    `);
  }
}
