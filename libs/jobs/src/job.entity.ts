import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { JobStatus } from '#contracts';

/** Long work. The row is the truth; the queue is refilled from it. */
@Entity('jobs')
@Unique(['name', 'key'])
export class JobEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Of one name and key there is one job. */
  @Column('text')
  key: string;

  @Column('jsonb')
  payload: object;

  @Column('text', { default: 'queued' })
  status: JobStatus;

  @Column('int', { default: 0 })
  attempts: number;

  /** Grows with each run, and so tells it from every other. */
  @Column('int', { default: 0 })
  fence: number;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  /** Before this it is not put into its queue again. */
  @Column('timestamptz', { default: () => 'now()' })
  availableAt: Date;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** When support was told that it was given up; null again once an administrator has begun it anew. */
  @Column('timestamptz', { nullable: true })
  toldAt: Date | null;

  /** How often support was told. */
  @Column('int', { default: 0 })
  notices: number;

  @Column('text')
  correlationId: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}

/** The table of every service that has jobs. */
export const jobsEntities = [JobEntity];
