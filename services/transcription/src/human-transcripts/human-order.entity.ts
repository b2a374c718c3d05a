import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AppError } from '#platform';
import type { RecordedSegment } from '../recordings/recordings.module.js';

/** Paying and paying back come from the payments; until an order is paid it has no hour at which it is due. */
const transitions = {
  requested: ['paid', 'delivered'],
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

/** A transcript that a person makes, one for an agreement. */
@Entity('manual_orders')
export class HumanOrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('int', { name: 'owner_id' })
  ownerId: number;

  @Column('text')
  status: HumanOrderStatus;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt: Date;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;

  @Column('uuid', { name: 'payment_id', nullable: true })
  paymentId: string | null;

  /** When it is late. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;

  /** The administrator who delivered it. */
  @Column('int', { name: 'delivered_by', nullable: true })
  deliveredBy: number | null;

  /** What the person listened to. */
  @Column('uuid', { name: 'recording_id', nullable: true })
  recordingId: string | null;

  @Column('uuid', { name: 'consent_recording_id', nullable: true })
  consentRecordingId: string | null;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('jsonb', { nullable: true })
  segments: RecordedSegment[] | null;

  /** Counted as for a transcript that an engine made, with `human` as the engine. */
  @Column('text', { nullable: true })
  sha256: string | null;
}
