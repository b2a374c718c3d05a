import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What kind of deal an agreement is about, as party A chose it. */
export class DealKinds1764016200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agreements add column kind text
        check (kind in ('car', 'item', 'cleaning', 'lawn', 'babysitting', 'loan', 'other'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column kind');
  }
}
