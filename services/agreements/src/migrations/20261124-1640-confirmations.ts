import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What party B says afterwards: that it was them, or that it was not. Rows are added and never changed or removed. */
export class Confirmations1764002400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table confirmations (
        id uuid primary key,
        agreement_id text not null references agreements (agreement_id),
        answer text not null check (answer in ('yes', 'no')),
        via text not null check (via in ('link', 'screen')),
        reason text,
        answered_at timestamptz not null,
        address text,
        device text,
        unique (agreement_id, answer, via)
      );
      create function refuse_confirmation_change() returns trigger language plpgsql as $$
        begin raise exception 'confirmations are append-only'; end $$;
      create trigger confirmations_append_only before update or delete on confirmations
        for each row execute function refuse_confirmation_change();
      create trigger confirmations_no_truncate before truncate on confirmations
        for each statement execute function refuse_confirmation_change();
      revoke update, delete, truncate on confirmations from ssc_agreements_runtime;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table confirmations; drop function refuse_confirmation_change;');
  }
}
