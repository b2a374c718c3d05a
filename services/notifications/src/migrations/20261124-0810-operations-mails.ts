import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to support about the system itself, which have neither a ticket nor an agreement. */
export class OperationsMails1763971800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table mails
        drop constraint mails_check4,
        add constraint mails_check4 check (recipient <> 'support' or ticket_number is not null
          or agreement_id is not null or subject_id is not null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from mails where recipient = 'support' and ticket_number is null and agreement_id is null;
      alter table mails
        drop constraint mails_check4,
        add constraint mails_check4
          check (recipient <> 'support' or ticket_number is not null or agreement_id is not null);
    `);
  }
}
