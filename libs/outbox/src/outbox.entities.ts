import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { EventEnvelope } from '#contracts';

abstract class EventRow {
  @Column('text')
  routingKey: string;

  /** Events of one subject leave in the order in which they were added. */
  @Column('text')
  subject: string;

  @Column('jsonb')
  envelope: EventEnvelope;
}

/** An event that is still to be published. */
@Entity('outbox')
@Index('outbox_subject', ['subject', 'seq'])
export class OutboxEntity extends EventRow {
  /** Its place: the order in which events leave. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  seq: string;

  @Column('uuid', { unique: true })
  id: string;

  @Column('jsonb', { default: {} })
  headers: Record<string, string>;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  addedAt: Date;

  /** Before this it is not tried again. */
  @Column('timestamptz', { default: () => 'now()' })
  availableAt: Date;

  /** How often the broker refused it. */
  @Column('int', { default: 0 })
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** The relay that has claimed it, and until when. */
  @Column('uuid', { nullable: true })
  leaseOwner: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;
}

/** An event that the broker has confirmed, kept for a while: what the broker loses can be told again. */
@Entity('outbox_published')
class PublishedEntity extends EventRow {
  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint')
  seq: string;

  @Column('jsonb')
  headers: Record<string, string>;

  @Column('timestamptz')
  addedAt: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  publishedAt: Date;
}

/** An event that the broker refused too often, kept until people have looked. */
@Entity('outbox_dead')
class UnpublishedEntity extends EventRow {
  @PrimaryColumn('bigint')
  seq: string;

  @Column('uuid', { unique: true })
  id: string;

  @Column('jsonb', { default: {} })
  headers: Record<string, string>;

  @Column('timestamptz')
  addedAt: Date;

  @Column('int')
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  diedAt: Date;
}

/** Which consumer has handled which event. */
@Entity('inbox')
class InboxEntity {
  @PrimaryColumn('text')
  consumer: string;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('timestamptz', { default: () => 'now()' })
  processedAt: Date;
}

/** A message that a handler gave up. */
@Entity('dead_letters')
@Unique(['handler', 'messageId'])
export class DeadLetterEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  handler: string;

  @Column('uuid')
  messageId: string;

  @Column('text')
  routingKey: string;

  @Column('text')
  subject: string;

  /** The message as it came: it may be no event at all. Read only where it is put back. */
  @Column('bytea', { select: false })
  content: Buffer;

  @Column('text', { nullable: true })
  correlationId: string | null;

  @Column('text')
  reason: string;

  @Column('int')
  attempts: number;

  @Column('timestamptz')
  diedAt: Date;

  @Column('timestamptz', { nullable: true })
  replayedAt: Date | null;

  /** How often it died since administrators were told of it last; 0 right after a replay by one of them. */
  @Column('int', { default: 1 })
  deaths: number;

  /** How often administrators were told of it. */
  @Column('int', { default: 0 })
  notices: number;

  /** When it is put back by itself; null when it waits for an administrator. */
  @Column('timestamptz', { nullable: true })
  retryAt: Date | null;
}

/** The tables of every service that takes or publishes events. */
export const outboxEntities = [
  OutboxEntity,
  PublishedEntity,
  UnpublishedEntity,
  InboxEntity,
  DeadLetterEntity,
];
