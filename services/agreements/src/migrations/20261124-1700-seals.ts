import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What makes an agreement stand without us: signed manifests of its parts, and daily heads over all logs. */
export class Seals1764003600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table seals (
        agreement_id text not null references agreements (agreement_id),
        -- 1 when the agreement is completed, one more when a person's transcript is delivered.
        version int not null,
        -- Where the log ended when it was ordered: the seal holds the rows up to there.
        log_seq int not null,
        ordered_at timestamptz not null,
        -- How often all attempts of its job have failed.
        failures int not null default 0,
        sealed_at timestamptz,
        manifest text,
        manifest_sha256 text,
        signature text,
        key_id text,
        timestamp_token bytea,
        timestamp_signature text,
        timestamp_at timestamptz,
        timestamp_due_at timestamptz,
        checked_at timestamptz,
        -- What the check of the night has found; null when nothing.
        problem text,
        primary key (agreement_id, version),
        check ((sealed_at is null) = (manifest is null) and (sealed_at is null) = (signature is null)
          and (sealed_at is null) = (key_id is null) and (sealed_at is null) = (manifest_sha256 is null))
      );
      create index seals_open on seals (ordered_at) where sealed_at is null;
      create index seals_to_stamp on seals (timestamp_due_at) where sealed_at is not null and timestamp_token is null;

      create table seal_parts (
        agreement_id text not null,
        version int not null,
        path text not null,
        kind text not null,
        sha256 text not null,
        bytes bigint not null,
        object_key text not null,
        -- Set when retention has deleted it; the hash stays.
        deleted_at timestamptz,
        primary key (agreement_id, version, path),
        foreign key (agreement_id, version) references seals (agreement_id, version)
      );
      create index seal_parts_hash on seal_parts (sha256);
      create index seal_parts_object on seal_parts (object_key);

      create table log_heads (
        day date primary key,
        agreements int not null,
        sha256 text not null,
        object_key text not null,
        signature text not null,
        key_id text not null,
        signed_at timestamptz not null
      );

      create table evidence_checks (
        day date primary key,
        started_at timestamptz not null,
        finished_at timestamptz,
        agreements int,
        problems int
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table evidence_checks, log_heads, seal_parts, seals;');
  }
}
