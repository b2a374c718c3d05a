import type { MigrationInterface, QueryRunner } from 'typeorm';
import { oweSigning } from './owe-signing.js';

/** The signature of where an agreement's log ends. */
export class LogSeals1763991600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column log_seal text');
    await oweSigning(runner, 'logs');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column log_seal');
  }
}
