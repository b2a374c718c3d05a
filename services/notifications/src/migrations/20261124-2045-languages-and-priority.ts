import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Languages that readers chose, the language of a ticket, and whose tickets come first. */
export class LanguagesAndPriority1764017100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mail_languages (
        reader text primary key,
        language text not null check (language in ('en', 'es')),
        chosen_at timestamptz not null
      );
      alter table tickets
        add column language text not null default 'en' check (language in ('en', 'es')),
        add column is_priority boolean not null default false;
      -- Where a ticket stands in the list, highest first: those of subscribers that nobody has answered, then by age.
      alter table tickets add column position bigint not null
        generated always as (id + case when is_priority and status = 'open' then 1000000000000000 else 0 end) stored;
      create index tickets_position on tickets (position desc);
      drop index tickets_status;
      create index tickets_status on tickets (status, position desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index tickets_status, tickets_position;
      alter table tickets drop column position, drop column language, drop column is_priority;
      create index tickets_status on tickets (status, id desc);
      drop table mail_languages;
    `);
  }
}
