import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts of two recordings, transcripts made before the payment, deleted words, and transcripts by people. */
export class TwoRecordings1763704800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recordings
        add column party text not null default 'a' check (party in ('a', 'b')),
        add column deleted_at timestamptz;
      create index recordings_agreement on recordings (agreement_id);

      -- What is there was made for paid agreements.
      alter table transcripts
        add column consent_recording_id uuid references recordings (id),
        add column is_paid boolean not null default true,
        add column deleted_at timestamptz;
      alter table transcripts alter column is_paid set default false;
      update jobs j set payload = j.payload || jsonb_build_object('run', t.run)
        from transcripts t where j.name = 'transcribe-recording' and j.payload->>'transcriptId' = t.id::text;

      create table manual_orders (
        id uuid primary key,
        agreement_id text not null unique,
        owner_id int not null,
        status text not null default 'requested'
          check (status in ('requested', 'paid', 'delivered', 'refunded')),
        requested_at timestamptz not null,
        paid_at timestamptz,
        due_at timestamptz,
        delivered_at timestamptz,
        delivered_by int,
        recording_id uuid references recordings (id),
        consent_recording_id uuid references recordings (id),
        text text,
        segments jsonb,
        sha256 text,
        check ((status = 'delivered') = (delivered_at is not null and delivered_by is not null
          and recording_id is not null and sha256 is not null))
      );
      create index manual_orders_status on manual_orders (status, id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table manual_orders;
      alter table transcripts drop column consent_recording_id, drop column is_paid, drop column deleted_at;
      drop index recordings_agreement;
      alter table recordings drop column party, drop column deleted_at;
    `);
  }
}
