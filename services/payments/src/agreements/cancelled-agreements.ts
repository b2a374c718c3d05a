import type { EntityManager } from 'typeorm';
import { AppError } from '#platform';

/**
 * Which agreements are known to be cancelled. Whoever begins a payment and whoever hears of the cancellation take the
 * same lock, so one of them comes second and sees what the other one did.
 */
export async function lockAgreement(manager: EntityManager, agreementId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [agreementId]);
}

export async function markCancelled(manager: EntityManager, agreementId: string, at: Date): Promise<void> {
  await manager.query(
    'insert into cancelled_contracts (agreement_id, cancelled_at) values ($1, $2) on conflict do nothing',
    [agreementId, at],
  );
}

/** The caller has locked the agreement. */
export async function isCancelled(manager: EntityManager, agreementId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from cancelled_contracts where agreement_id = $1', [
    agreementId,
  ]);
  return rows.length > 0;
}

/** Locks the agreement to begin a payment for it. @throws AppError `invalid_transition` for a cancelled one */
export async function lockToPay(manager: EntityManager, agreementId: string): Promise<void> {
  await lockAgreement(manager, agreementId);
  if (await isCancelled(manager, agreementId)) throw new AppError('invalid_transition');
}
