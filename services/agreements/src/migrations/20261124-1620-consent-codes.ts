import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One-time codes, and how party B was reached who consented. */
export class ConsentCodes1764001200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table consent_codes (
        id uuid primary key,
        agreement_id text not null references agreements (agreement_id),
        invitation_id uuid not null references invitations (id),
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        tries int not null default 0 check (tries between 0 and 5),
        used_at timestamptz,
        replaced_at timestamptz
      );
      create index consent_codes_agreement on consent_codes (agreement_id, issued_at desc);
      create unique index consent_codes_open on consent_codes (agreement_id)
        where used_at is null and replaced_at is null;

      alter table consents
        add column via text not null default 'number' check (via in ('link', 'code', 'number')),
        add column code_id uuid references consent_codes (id),
        add column address text,
        add column device text;
      -- Before, the number alone was enough: those who had no key are shown as what they are.
      update consents c set via = case when c.invitation_id is null then 'number' else 'link' end,
        address = e.address, device = e.device
        from agreements a left join lateral (
          select address, device from agreement_events
          where agreement_id = a.agreement_id and type = 'consented' order by seq desc limit 1
        ) e on true
        where a.agreement_id = c.agreement_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consents drop column via, drop column code_id, drop column address, drop column device;
      drop table consent_codes;
    `);
  }
}
