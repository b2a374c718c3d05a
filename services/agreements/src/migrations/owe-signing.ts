import type { QueryRunner } from 'typeorm';

/** What is signed once, when the column or table that holds the signatures is new. */
type OwedSigning = 'logs' | 'recording-copies';

/** No row of it is made or removed by the service: whoever may add one has old logs or copies signed anew. */
export async function makeOwedSignings(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table if not exists owed_signings (name text primary key);
    revoke all on owed_signings from ssc_agreements_runtime;
  `);
}

/**
 * Notes in the transaction of a migration that what is there from before has to be signed. Migrations have no keys: whoever
 * runs them signs afterwards, and a run that ends in between leaves this for the next one.
 */
export async function oweSigning(runner: QueryRunner, name: OwedSigning): Promise<void> {
  await makeOwedSignings(runner);
  await runner.query('insert into owed_signings (name) values ($1) on conflict do nothing', [name]);
}
