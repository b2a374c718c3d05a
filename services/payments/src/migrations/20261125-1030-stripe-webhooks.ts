import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stripe's webhooks that have arrived; an inbox is the one of events. */
export class StripeWebhooks1764066600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stripe_events rename to stripe_webhooks;
      alter index stripe_events_pkey rename to stripe_webhooks_pkey;

      -- Copies of the release before still run: they read and write under the old name, and find rows to delete by ctid.
      -- Goes with the release after next.
      create view stripe_events as
        select id, type, object_id, received_at, asked_for, ctid from stripe_webhooks;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view stripe_events;
      alter table stripe_webhooks rename to stripe_events;
      alter index stripe_webhooks_pkey rename to stripe_events_pkey;
    `);
  }
}
