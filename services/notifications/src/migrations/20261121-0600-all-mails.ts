import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to people without an agreement, how they fail, and tickets of support. */
export class AllMails1763704800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mails
        drop constraint mails_template_check,
        drop constraint mails_recipient_check,
        drop constraint mails_status_check,
        drop constraint mails_check,
        drop constraint mails_check1,
        alter column agreement_id drop not null,
        alter column payment_id type text;
      alter table mails rename column payment_id to subject_id;
      alter table mails
        add column id bigint generated always as identity,
        add column user_id int,
        add column ticket_number text,
        add column details jsonb not null default '{}';
      update mails set status = case when last_error like 'MailRefusedError%' then 'bounced' else 'undelivered' end
        where status = 'failed';
      alter table mails
        add check (recipient in ('partyA', 'partyB', 'user', 'ticketSender', 'support')),
        add check (status in ('queued', 'sent', 'bounced', 'undelivered', 'skipped')),
        add check ((status = 'sent') = (sent_at is not null)),
        add check (recipient not in ('partyA', 'partyB') or agreement_id is not null),
        add check (recipient <> 'user' or user_id is not null),
        add check (recipient not in ('ticketSender', 'support') or ticket_number is not null);
      create unique index mails_newest on mails (id desc);

      create table tickets (
        id bigint generated always as identity (start with 100001) primary key,
        number text not null unique generated always as ('T-' || id::text) stored,
        name text not null,
        email text not null,
        issue_type text not null,
        message text not null,
        user_id int,
        agreement_id text,
        status text not null default 'open' check (status in ('open', 'answered')),
        created_at timestamptz not null,
        written_at timestamptz,
        address text,
        device text
      );
      create unique index tickets_one_open on tickets (agreement_id) where status = 'open';
      create index tickets_status on tickets (status, id desc);

      create table ticket_answers (
        id bigint generated always as identity primary key,
        ticket_id bigint not null references tickets (id),
        admin_id int not null,
        message text not null,
        at timestamptz not null
      );
      create index ticket_answers_ticket on ticket_answers (ticket_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table ticket_answers, tickets;
      delete from mails where template not in ('receipt', 'proof') or status = 'skipped';
      drop index mails_newest;
      alter table mails
        drop constraint mails_recipient_check,
        drop constraint mails_status_check,
        drop constraint mails_check,
        drop constraint mails_check1,
        drop constraint mails_check2,
        drop constraint mails_check3,
        drop column id,
        drop column user_id,
        drop column ticket_number,
        drop column details;
      alter table mails rename column subject_id to payment_id;
      update mails set status = 'failed' where status in ('bounced', 'undelivered');
      alter table mails
        alter column agreement_id set not null,
        alter column payment_id type uuid using payment_id::uuid,
        add check (template in ('receipt', 'proof')),
        add check (recipient in ('partyA', 'partyB')),
        add check (status in ('queued', 'sent', 'failed')),
        add check ((template = 'receipt') = (payment_id is not null)),
        add check ((status = 'sent') = (sent_at is not null));
    `);
  }
}
