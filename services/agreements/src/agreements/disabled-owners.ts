import type { EntityManager } from 'typeorm';
import { AgreementEntity } from './agreement.entity.js';
import { lockAgreement } from './agreements.repository.js';
import { closeDeadlines, reopenReminders } from './deadlines.js';
import { endInvitation } from './invitations.service.js';

/**
 * Whose account an administrator has shut collects no more answers: what party B records would go to somebody who was
 * thrown out. The contracts stay.
 */
export async function stopAsking(manager: EntityManager, ownerId: number, now: Date): Promise<void> {
  for (const agreementId of await lockWaiting(manager, ownerId)) {
    await endInvitation(manager, agreementId, now);
    await closeDeadlines(manager, agreementId, now, ['remind-%']);
  }
}

/** The account is open again: the next reminder brings party B another link. */
export async function goOnAsking(manager: EntityManager, ownerId: number, now: Date): Promise<void> {
  for (const agreementId of await lockWaiting(manager, ownerId))
    await reopenReminders(manager, agreementId, now);
}

/** Locks the agreements of an owner that wait for party B, one after the other: one may be answered meanwhile. */
async function lockWaiting(manager: EntityManager, ownerId: number): Promise<string[]> {
  const found = await manager.find(AgreementEntity, {
    select: { id: true, agreementId: true },
    where: { ownerId, status: 'awaiting_party' },
    order: { id: 'ASC' },
  });
  const waiting: string[] = [];
  for (const { agreementId } of found) {
    const { status } = await lockAgreement(manager, agreementId);
    if (status === 'awaiting_party') waiting.push(agreementId);
  }
  return waiting;
}
