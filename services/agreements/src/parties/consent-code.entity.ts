import {
  Column,
  Entity,
  type EntityManager,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  PrimaryColumn,
} from 'typeorm';
import { HOUR_MS, MINUTE_MS } from '#platform';
import { codePace } from '../agreements/agreements.module.js';

const codeMinutes = 10;
/** Guesses at one code. The table allows no more either. */
export const codeTries = 5;

/** A code that was mailed to party B. Its digits are in no row. */
@Entity('consent_codes')
export class ConsentCodeEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  /** The invitation whose address it was mailed to; the code dies with it. */
  @Column('uuid')
  invitationId: string;

  @Column('timestamptz')
  issuedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  /** Wrong guesses so far. */
  @Column('int', { default: 0 })
  tries: number;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;
}

/** Until when the key works that is given for a code. */
export const codeKeyExpiry = (usedAt: Date): Date => new Date(usedAt.getTime() + HOUR_MS);

export function findCode(
  manager: EntityManager,
  agreementId: string,
  id: string,
): Promise<ConsentCodeEntity | null> {
  return manager.findOneBy(ConsentCodeEntity, { id, agreementId });
}

/** The code that can be tried now, or null. The caller holds the lock on the agreement's row. */
export function openCode(
  manager: EntityManager,
  agreementId: string,
  now: Date,
): Promise<ConsentCodeEntity | null> {
  return manager.findOneBy(ConsentCodeEntity, {
    agreementId,
    usedAt: IsNull(),
    replacedAt: IsNull(),
    expiresAt: MoreThan(now),
    tries: LessThan(codeTries),
  });
}

/**
 * Puts a new code in the place of the one before; answers until when it can be tried. The caller holds the lock on the
 * agreement's row.
 */
export async function replaceCode(
  manager: EntityManager,
  code: Pick<ConsentCodeEntity, 'id' | 'agreementId' | 'invitationId' | 'issuedAt'>,
): Promise<Date> {
  const { agreementId, issuedAt } = code;
  const expiresAt = new Date(issuedAt.getTime() + codeMinutes * MINUTE_MS);
  await manager.update(
    ConsentCodeEntity,
    { agreementId, usedAt: IsNull(), replacedAt: IsNull() },
    { replacedAt: issuedAt },
  );
  await manager.insert(ConsentCodeEntity, { ...code, expiresAt });
  return expiresAt;
}

/** When the newest codes were sent, newest first; without those of a clock that was ahead and is put back. */
export async function codeTimes(manager: EntityManager, agreementId: string, now: Date): Promise<Date[]> {
  const codes = await manager.find(ConsentCodeEntity, {
    where: { agreementId, issuedAt: LessThanOrEqual(now) },
    order: { issuedAt: 'DESC' },
    take: codePace.aDay,
  });
  return codes.map(({ issuedAt }) => issuedAt);
}

export async function countTry(manager: EntityManager, id: string): Promise<void> {
  await manager.increment(ConsentCodeEntity, { id }, 'tries', 1);
}

export async function markUsed(manager: EntityManager, id: string, at: Date): Promise<void> {
  await manager.update(ConsentCodeEntity, { id }, { usedAt: at });
}
