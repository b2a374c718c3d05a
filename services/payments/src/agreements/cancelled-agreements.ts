import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { AppError, insertIfNew } from '#platform';

/** An agreement that was cancelled: nothing is paid or held for it, whatever comes first. */
@Entity('cancelled_contracts')
export class CancelledAgreementEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @Column('timestamptz')
  cancelledAt: Date;
}

/**
 * Which agreements are known to be cancelled. Whoever begins a payment and whoever hears of the cancellation take the
 * same lock, so one of them comes second and sees what the other one did. In SQL: the lock is on no row.
 */
export async function lockAgreement(manager: EntityManager, agreementId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [agreementId]);
}

export async function markCancelled(manager: EntityManager, agreementId: string, at: Date): Promise<void> {
  await insertIfNew(manager, CancelledAgreementEntity, { agreementId, cancelledAt: at });
}

/** The caller has locked the agreement. */
export function isCancelled(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(CancelledAgreementEntity, { agreementId });
}

/** Locks the agreement to begin a payment for it. @throws AppError `invalid_transition` for a cancelled one */
export async function lockToPay(manager: EntityManager, agreementId: string): Promise<void> {
  await lockAgreement(manager, agreementId);
  if (await isCancelled(manager, agreementId)) throw new AppError('invalid_transition');
}
