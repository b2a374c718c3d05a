import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations, consents, deadlines, parts of long uploads, counters, and a role that may only add to the log. */
export class TwoParties1763704800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table jobs (
        id uuid primary key,
        name text not null,
        key text not null,
        payload jsonb not null,
        status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
        attempts int not null default 0,
        fence int not null default 0,
        lease_until timestamptz,
        available_at timestamptz not null default now(),
        last_error text,
        correlation_id text not null,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        unique (name, key)
      );
      create index jobs_open on jobs (available_at) where status in ('queued', 'running');
    `);
    await runner.query(`
      alter table agreements
        add column cancelled_at timestamptz,
        add column cancel_note text,
        add column content_deleted_at timestamptz,
        add column mail_problem text,
        add column log_seq int not null default 0,
        add column log_hash text not null default repeat('0', 64);
      update agreements a set log_seq = e.seq, log_hash = e.hash
        from agreement_events e where e.agreement_id = a.agreement_id
          and e.seq = (select max(seq) from agreement_events m where m.agreement_id = a.agreement_id);
      create index agreements_owner_status on agreements (owner_id, status, id desc);
      create index agreements_status on agreements (status, id desc);

      alter table agreement_events add column address text, add column device text;

      alter table recordings add column deleted_at timestamptz, add column replaced_at timestamptz;
      alter table recordings drop constraint recordings_agreement_id_party_key;
      create index recordings_agreement on recordings (agreement_id);
      create index agreements_photo on agreements (photo_key) where photo_key is not null;
      create unique index recordings_current on recordings (agreement_id, party) where replaced_at is null;

      create table invitations (
        id uuid primary key,
        agreement_id text not null references agreements (agreement_id),
        kind text not null check (kind in ('invitation', 'reminder', 'automatic', 'corrected')),
        email text not null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        opened_at timestamptz,
        keyed_at timestamptz,
        expired_at timestamptz
      );
      create index invitations_agreement on invitations (agreement_id, issued_at desc);
      create unique index invitations_current on invitations (agreement_id) where revoked_at is null;

      create table consents (
        agreement_id text primary key references agreements (agreement_id),
        recording_id uuid not null references recordings (id),
        invitation_id uuid references invitations (id),
        wording_version text not null,
        consented_at timestamptz not null
      );

      create table deadlines (
        agreement_id text not null references agreements (agreement_id),
        kind text not null,
        due_at timestamptz not null,
        done_at timestamptz,
        primary key (agreement_id, kind)
      );
      create index deadlines_open on deadlines (due_at) where done_at is null;

      create table uploads (
        id uuid primary key,
        token_hash text not null,
        created_at timestamptz not null,
        agreement_id text
      );
      create table upload_chunks (
        upload_id uuid not null references uploads (id) on delete cascade,
        n int not null,
        bytes int not null,
        sha256 text not null,
        primary key (upload_id, n)
      );
      create index uploads_age on uploads (created_at);
      create table transcribe_calls (
        owner_id int not null,
        at timestamptz not null
      );
      create index transcribe_calls_owner on transcribe_calls (owner_id, at);

      -- Owners by their id; everybody together under -1 to -16, so that not every change waits for the same row.
      create table owner_counts (
        owner_id int not null,
        status text not null,
        agreements int not null,
        primary key (owner_id, status)
      );
      insert into owner_counts
        select owner_id, status, count(*) from agreements where owner_id is not null group by owner_id, status
        union all
        select -1 - id % 16, status, count(*) from agreements group by 1, status;
      create function add_to_count(owner int, state text, by int) returns void language sql as $$
        insert into owner_counts values (owner, state, by)
          on conflict (owner_id, status) do update set agreements = owner_counts.agreements + by
      $$;
      create function count_agreement() returns trigger language plpgsql as $$
        begin
          if tg_op = 'UPDATE' and old.owner_id is not distinct from new.owner_id and old.status = new.status then
            return null;
          end if;
          if tg_op <> 'INSERT' then
            if old.owner_id is not null then perform add_to_count(old.owner_id, old.status, -1); end if;
            perform add_to_count(-1 - old.id % 16, old.status, -1);
          end if;
          if tg_op <> 'DELETE' then
            if new.owner_id is not null then perform add_to_count(new.owner_id, new.status, 1); end if;
            perform add_to_count(-1 - new.id % 16, new.status, 1);
          end if;
          return null;
        end $$;
      create trigger agreements_counted after insert or delete or update of owner_id, status on agreements
        for each row execute function count_agreement();
    `);
    await runner.query(grantRuntimeRole);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger agreements_counted on agreements;
      drop function count_agreement;
      drop function add_to_count;
      drop table owner_counts, transcribe_calls, upload_chunks, uploads, deadlines, consents, invitations, jobs;
      alter table agreement_events drop column address, drop column device;
      drop index agreements_owner_status, agreements_status, agreements_photo, recordings_agreement, recordings_current;
      alter table recordings drop column deleted_at, drop column replaced_at, add unique (agreement_id, party);
      alter table agreements drop column cancelled_at, drop column cancel_note, drop column content_deleted_at,
        drop column mail_problem, drop column log_seq, drop column log_hash;
    `);
  }
}

/**
 * The service works as a role that owns nothing: of the log it may read and add, never change or remove. Whoever
 * sets up the server makes the role beforehand; where we are allowed to, we make it ourselves.
 */
const grantRuntimeRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'ssc_agreements_runtime') then
      create role ssc_agreements_runtime nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(current_user, 'ssc_agreements_runtime', 'member') then
      execute format('grant ssc_agreements_runtime to %I', current_user);
    end if;
  end $$;
  grant usage on schema public to ssc_agreements_runtime;
  grant select, insert, update, delete on all tables in schema public to ssc_agreements_runtime;
  grant usage on all sequences in schema public to ssc_agreements_runtime;
  alter default privileges in schema public grant select, insert, update, delete on tables to ssc_agreements_runtime;
  alter default privileges in schema public grant usage on sequences to ssc_agreements_runtime;
  revoke update, delete, truncate on agreement_events from ssc_agreements_runtime;
`;
