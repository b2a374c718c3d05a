import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A part that went back by hand is told from one that the seller has promised. */
export class SentBackByHand1764418800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- What people had sent back at Stripe before it was decided, in cents.
        add column by_hand_cents int not null default 0 check (by_hand_cents between 0 and amount_cents);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table escrows drop column by_hand_cents');
  }
}
