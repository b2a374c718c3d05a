import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Held payments are called escrows, like everywhere else. Copies of the release before go on working with the tables under
 * their former names, which are views now: what is written through one is the same row.
 */
export class Escrows1764064800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table held_payments rename to escrows;
      alter table held_payment_steps rename to escrow_steps;
      alter table escrow_steps rename column held_payment_id to escrow_id;
    `);
    await runner.query(renameParts('held_payment', 'escrow'));
    await runner.query(`
      -- For copies of the release before. They go with the release after next, when none runs any more.
      create view held_payments as select * from escrows;
      create view held_payment_steps as
        select escrow_id as held_payment_id, version, at, actor, change, state, note from escrow_steps;
      grant select, insert, update, delete on held_payments, held_payment_steps to ssc_payments_runtime;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view held_payment_steps, held_payments');
    await runner.query(renameParts('escrow', 'held_payment'));
    await runner.query(`
      alter table escrow_steps rename column escrow_id to held_payment_id;
      alter table escrow_steps rename to held_payment_steps;
      alter table escrows rename to held_payments;
    `);
  }
}

/** Constraints, with the indexes that they have, and the other indexes of both tables, whose names begin with the table's. */
const renameParts = (from: string, to: string): string => `
  do $$ declare part record; begin
    for part in select conname as name, conrelid::regclass as of from pg_constraint
      where conrelid in ('escrows'::regclass, 'escrow_steps'::regclass) and conname like '%${from}%'
    loop
      execute format('alter table %s rename constraint %I to %I', part.of, part.name, replace(part.name, '${from}', '${to}'));
    end loop;
    for part in select indexrelid::regclass as name from pg_index
      where indrelid in ('escrows'::regclass, 'escrow_steps'::regclass) and indexrelid::regclass::text like '%${from}%'
    loop
      execute format('alter index %s rename to %I', part.name, replace(part.name::text, '${from}', '${to}'));
    end loop;
  end $$`;
