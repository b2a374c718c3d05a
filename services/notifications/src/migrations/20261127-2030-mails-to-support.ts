import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many mails support got in an hour is counted with each of them. */
export class MailsToSupport1764275400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index mails_to_support on mails (template, created_at) where recipient = 'support'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index mails_to_support');
  }
}
