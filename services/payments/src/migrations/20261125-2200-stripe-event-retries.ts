import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A webhook whose job failed is looked at again, a few times. */
export class StripeEventRetries1764108000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stripe_webhooks
        -- How often its job was begun anew after it had failed.
        add column retries int not null default 0;
      create index jobs_failed on jobs (name, finished_at) where status = 'failed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index jobs_failed;
      alter table stripe_webhooks drop column retries;
    `);
  }
}
