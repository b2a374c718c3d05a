import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recordings transcribed part by part, who speaks in them, and what they say about the deal. */
export class Speech1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recordings add column speech jsonb;

      -- A finished part is paid for: it is never asked for again.
      create table speech_parts (
        recording_id uuid not null references recordings (id),
        engine text not null,
        start_ms int not null,
        end_ms int not null,
        segments jsonb not null,
        language text,
        finished_at timestamptz not null default now(),
        primary key (recording_id, engine, start_ms),
        check (0 <= start_ms and start_ms < end_ms)
      );

      alter table transcripts
        add column gaps jsonb,
        add column speakers jsonb,
        add column speaker_names jsonb not null default '{}',
        add column party_names jsonb,
        add column terms jsonb,
        add column amount_check jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transcripts drop column gaps, drop column speakers, drop column speaker_names,
        drop column party_names, drop column terms, drop column amount_check;
      drop table speech_parts;
      alter table recordings drop column speech;
    `);
  }
}
