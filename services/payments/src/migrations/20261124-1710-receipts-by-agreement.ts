import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts are looked up by their agreement when it is sealed. */
export class ReceiptsByAgreement1764004200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index receipts_agreement on receipts (agreement_id) where agreement_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index receipts_agreement');
  }
}
