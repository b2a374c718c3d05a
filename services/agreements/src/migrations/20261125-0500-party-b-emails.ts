import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A consent is compared with what was recorded for other agreements to the same address. */
export class PartyBEmails1764046800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index agreements_party_b_email on agreements (party_b_email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index agreements_party_b_email');
  }
}
