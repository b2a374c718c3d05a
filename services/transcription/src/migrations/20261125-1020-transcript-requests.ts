import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits for its recordings is called a request, as in the code. */
export class TranscriptRequests1764066000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transcript_wishes rename to transcript_requests;
      alter table transcript_requests rename column wished_at to requested_at;
      alter table transcript_requests rename constraint transcript_wishes_kind_check to transcript_requests_kind_check;
      alter index transcript_wishes_pkey rename to transcript_requests_pkey;
      alter index transcript_wishes_agreement rename to transcript_requests_agreement;
      alter sequence transcript_wishes_id_seq rename to transcript_requests_id_seq;

      -- Copies of the release before still run: they read and write under the old names. Goes with the release after next.
      create view transcript_wishes as
        select id, agreement_id, kind, wanted, requested_at as wished_at from transcript_requests;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view transcript_wishes;
      alter table transcript_requests rename to transcript_wishes;
      alter table transcript_wishes rename column requested_at to wished_at;
      alter table transcript_wishes rename constraint transcript_requests_kind_check to transcript_wishes_kind_check;
      alter index transcript_requests_pkey rename to transcript_wishes_pkey;
      alter index transcript_requests_agreement rename to transcript_wishes_agreement;
      alter sequence transcript_requests_id_seq rename to transcript_wishes_id_seq;
    `);
  }
}
