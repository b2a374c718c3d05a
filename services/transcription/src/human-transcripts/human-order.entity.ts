import { Column, Entity, type EntityManager, IsNull, PrimaryColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AppError, insertIfNew } from '#platform';
import type { RecordedSegment } from '../recordings/recordings.module.js';

/**
 * Paying and paying back come from the payments, in any order; until an order is paid it has no hour at which it is
 * due.
 */
const transitions = {
  requested: ['paid', 'delivered', 'refunded'],
  paid: ['delivered', 'refunded'],
  delivered: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>;

export type HumanOrderStatus = keyof typeof transitions;
export const humanOrderStatuses = Object.keys(transitions) as HumanOrderStatus[];

export function canMove(from: HumanOrderStatus, to: HumanOrderStatus): boolean {
  return (transitions[from] as readonly HumanOrderStatus[]).includes(to);
}

/** @throws AppError `invalid_transition` when the table does not have the step. */
export function assertMove(from: HumanOrderStatus, to: HumanOrderStatus): void {
  if (!canMove(from, to)) {
    throw new AppError('invalid_transition', { message: `This order cannot go from ${from} to ${to}.` });
  }
}

/** A transcript that a person makes. One order counts for an agreement: the one that no other has replaced. */
@Entity('human_orders')
export class HumanOrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('int')
  ownerId: number;

  @Column('text', { default: 'requested' })
  status: HumanOrderStatus;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('uuid', { nullable: true })
  paymentId: string | null;

  /** When it is late. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  /** The administrator who delivered it. */
  @Column('int', { nullable: true })
  deliveredBy: number | null;

  /** What the person listened to. */
  @Column('uuid', { nullable: true })
  recordingId: string | null;

  @Column('uuid', { nullable: true })
  consentRecordingId: string | null;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('jsonb', { nullable: true })
  segments: RecordedSegment[] | null;

  /** Counted as for a transcript that an engine made, with `human` as the engine. */
  @Column('text', { nullable: true })
  sha256: string | null;

  /** Of the owner who ordered it, and of the administrator who delivered it, where they asked for it themselves. */
  @Column('text', { nullable: true })
  orderedAddress: string | null;

  @Column('text', { nullable: true })
  orderedDevice: string | null;

  @Column('text', { nullable: true })
  deliveredAddress: string | null;

  @Column('text', { nullable: true })
  deliveredDevice: string | null;

  /** Since when another order counts for the agreement. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  /** The delivered order whose words it corrects. Its payment stays with that one. */
  @Column('uuid', { nullable: true })
  correctsOrderId: string | null;
}

type Recordings = Pick<HumanOrderEntity, 'recordingId' | 'consentRecordingId'>;

/** Whether a person has written down other recordings than those of the transcript, as before party B has spoken. */
export function isOfOthers(
  order: Recordings & Pick<HumanOrderEntity, 'status'>,
  transcript: Recordings | null,
): boolean {
  if (order.status !== 'delivered' || transcript === null) return false;
  return (
    order.recordingId !== transcript.recordingId || order.consentRecordingId !== transcript.consentRecordingId
  );
}

/** The order that counts for an agreement. */
export function currentOrder(manager: EntityManager, agreementId: string): Promise<HumanOrderEntity | null> {
  return manager.findOneBy(HumanOrderEntity, { agreementId, replacedAt: IsNull() });
}

/**
 * The order that counts for an agreement, which the caller has locked; made where there is none, or only one that is
 * over, which it replaces.
 */
export async function ensureOrder(
  manager: EntityManager,
  {
    agreementId,
    ...made
  }: Pick<HumanOrderEntity, 'agreementId' | 'ownerId' | 'requestedAt'> & Partial<HumanOrderEntity>,
  { now, isOver }: { now: Date; isOver: (order: HumanOrderEntity) => boolean },
): Promise<{ order: HumanOrderEntity; isNew: boolean; replaced: HumanOrderEntity | null }> {
  const known = await currentOrder(manager, agreementId);
  if (known !== null && !isOver(known)) return { order: known, isNew: false, replaced: null };
  if (known !== null) await manager.update(HumanOrderEntity, { id: known.id }, { replacedAt: now });
  const isNew = await insertIfNew(manager, HumanOrderEntity, { id: uuidv7(), agreementId, ...made });
  const order = await manager.findOneByOrFail(HumanOrderEntity, { agreementId, replacedAt: IsNull() });
  return { order, isNew, replaced: known };
}
