import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, QueryFailedError } from 'typeorm';
import type { Language } from '#contracts';
import { AppError } from '#platform';

export type Role = 'user' | 'admin';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  username: string;

  /** Lower case; unique. */
  @Column('text')
  email: string;

  /** Since when the address is known to be the owner's. */
  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt: Date | null;

  /** Another address that becomes theirs when it is verified. */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail: string | null;

  @Column('text', { name: 'password_hash', select: false })
  passwordHash: string;

  /** In which the account was made. */
  @Column('text')
  language: Language;

  @Column('text')
  role: Role;

  @Column('text', { name: 'subscription_plan', nullable: true })
  subscriptionPlan: string | null;

  @Column('int', { name: 'usage_count' })
  usageCount: number;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}

const UNIQUE_VIOLATION = '23505';

/** What the caller reads when the database refuses a second account with the same address; other errors as they are. */
export function asEmailTaken(error: unknown): unknown {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return code === UNIQUE_VIOLATION ? new AppError('email_taken', { cause: error }) : error;
}
