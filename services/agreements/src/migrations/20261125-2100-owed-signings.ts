import type { MigrationInterface, QueryRunner } from 'typeorm';
import { makeOwedSignings } from './owe-signing.js';

/**
 * What migrations leave to be signed, where those that do so had run before they noted it. Nothing is owed there: a log
 * without a seal may be one whose seal somebody took away.
 */
export class OwedSignings1764104400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await makeOwedSignings(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table owed_signings');
  }
}
