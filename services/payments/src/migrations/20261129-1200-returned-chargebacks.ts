import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Banks may give back, after the end of a dispute, what they had kept of money that was held. */
export class ReturnedChargebacks1764417600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Below zero is a gain that people have to say of whose it is.
    await runner.query('alter table escrows drop constraint escrows_loss_cents_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table escrows add constraint escrows_loss_cents_check check (loss_cents >= 0) not valid',
    );
  }
}
