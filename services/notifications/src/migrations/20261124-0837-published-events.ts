import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPublishedTable } from '#outbox';

/** Events that were published, kept for a while: what the broker loses can be told again. */
export class PublishedEvents1763973420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createPublishedTable);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox_published;');
  }
}
