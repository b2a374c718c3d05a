import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Before the payment a recording is only measured and previewed; the large copies are made when it is paid. */
export class PaidPreparation1763989800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recordings add column gain_db float8;
      alter table transcript_wishes drop constraint transcript_wishes_kind_check,
        add constraint transcript_wishes_kind_check check (kind in ('paid', 'paid-ahead', 'requested'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from transcript_wishes where kind = 'paid-ahead';
      alter table transcript_wishes drop constraint transcript_wishes_kind_check,
        add constraint transcript_wishes_kind_check check (kind in ('paid', 'requested'));
      alter table recordings drop column gain_db;
    `);
  }
}
