import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Escrows are searched for by how the contract, the receipt or the address of the seller begins. */
export class EscrowSearch1764185400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index escrows_agreement_prefix on escrows (agreement_id text_pattern_ops);
      create index escrows_seller_prefix on escrows (seller_email text_pattern_ops);
      create index escrows_receipt_prefix on escrows (receipt_number text_pattern_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index escrows_agreement_prefix;
      drop index escrows_seller_prefix;
      drop index escrows_receipt_prefix;
    `);
  }
}
