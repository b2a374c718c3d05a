import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was said on party A's device may be said once more on another one, over the same way. */
export class ConfirmationsOfAnotherDevice1764216000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table confirmations drop constraint confirmations_agreement_id_answer_via_key;
      create unique index confirmations_once
        on confirmations (agreement_id, answer, via, (device_match is not distinct from 'same'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index confirmations_once;
      alter table confirmations add unique (agreement_id, answer, via);
    `);
  }
}
