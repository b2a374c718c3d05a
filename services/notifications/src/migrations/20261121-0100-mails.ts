import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createJobTables } from '#jobs';
import { createOutboxTables } from '#outbox';

export class Mails1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(createJobTables);
    await runner.query(`
      create table mails (
        key text primary key,
        template text not null check (template in ('receipt', 'proof')),
        recipient text not null check (recipient in ('partyA', 'partyB')),
        agreement_id text not null,
        payment_id uuid,
        status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
        message_id text not null unique,
        last_error text,
        created_at timestamptz not null default now(),
        sent_at timestamptz,
        check ((template = 'receipt') = (payment_id is not null)),
        check ((status = 'sent') = (sent_at is not null))
      );
      create index mails_agreement on mails (agreement_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mails, jobs, outbox, outbox_dead, inbox;');
  }
}
