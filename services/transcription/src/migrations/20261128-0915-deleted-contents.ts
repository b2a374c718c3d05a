import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of which agreements the content is deleted: a recording that is told of afterwards is not taken for a new one. */
export class DeletedContents1764321300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deleted_contents (
        agreement_id text primary key,
        deleted_at timestamptz not null
      );
    `);
    await runner.query(`
      insert into deleted_contents (agreement_id, deleted_at)
      select agreement_id, max(deleted_at) from recordings where deleted_at is not null group by agreement_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deleted_contents;');
  }
}
