import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id int generated always as identity primary key,
        username text not null,
        email text not null unique,
        password_hash text not null,
        role text not null default 'user' check (role in ('user', 'admin')),
        subscription_plan text,
        usage_count int not null default 0,
        disabled_at timestamptz,
        created_at timestamptz not null default now()
      );
      create table sessions (
        id uuid primary key,
        user_id int not null references users (id) on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz,
        user_agent text
      );
      create index sessions_user on sessions (user_id) where revoked_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sessions; drop table users;');
  }
}
