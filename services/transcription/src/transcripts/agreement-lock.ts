import type { EntityManager } from 'typeorm';

/**
 * One change of an agreement's recordings and transcript at a time, until the end of the transaction: two recordings
 * that become ready at once, or "prepared" and "paid", must not pass each other unseen. Taken before any row's lock.
 */
export async function lockAgreement(manager: EntityManager, agreementId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1::bigint)', [agreementId]);
}
