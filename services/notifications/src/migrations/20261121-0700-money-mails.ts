import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to buyers and sellers of held payments, and to support about them. */
export class MoneyMails1763708400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mails
        drop constraint mails_recipient_check,
        drop constraint mails_check1,
        drop constraint mails_check3,
        add constraint mails_recipient_check
          check (recipient in ('partyA', 'partyB', 'user', 'ticketSender', 'support', 'buyer', 'seller')),
        add constraint mails_check1
          check (recipient not in ('partyA', 'partyB', 'buyer', 'seller') or agreement_id is not null),
        add constraint mails_check3 check (recipient <> 'ticketSender' or ticket_number is not null),
        add constraint mails_check4
          check (recipient <> 'support' or ticket_number is not null or agreement_id is not null);
      create index mails_subject on mails (subject_id) where subject_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index mails_subject;
      delete from mails where recipient in ('buyer', 'seller') or (recipient = 'support' and ticket_number is null);
      alter table mails
        drop constraint mails_recipient_check,
        drop constraint mails_check1,
        drop constraint mails_check3,
        drop constraint mails_check4,
        add constraint mails_recipient_check
          check (recipient in ('partyA', 'partyB', 'user', 'ticketSender', 'support')),
        add constraint mails_check1 check (recipient not in ('partyA', 'partyB') or agreement_id is not null),
        add constraint mails_check3
          check (recipient not in ('ticketSender', 'support') or ticket_number is not null);
    `);
  }
}
