import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addDeadLetterReplays, dropDeadLetterReplays } from '#outbox';

/** Dead letters are put back by themselves, and administrators are told of them. Those of before wait for people. */
export class DeadLetterReplays1763971200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addDeadLetterReplays);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDeadLetterReplays);
  }
}
