import {
  Column,
  CreateDateColumn,
  Entity,
  type FindOptionsWhere,
  IsNull,
  Not,
  PrimaryGeneratedColumn,
  QueryFailedError,
} from 'typeorm';
import type { Language } from '#contracts';
import { AppError } from '#platform';

export type Role = 'user' | 'admin';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  username: string;

  /** Lower case; held by one account, see `holderOf`. */
  @Column('text')
  email: string;

  /** Since when the address is known to be the owner's. */
  @Column('timestamptz', { nullable: true })
  verifiedAt: Date | null;

  /** Another address that becomes theirs when it is verified. */
  @Column('text', { nullable: true })
  pendingEmail: string | null;

  @Column('text', { select: false })
  passwordHash: string;

  /** Of the password that the seed has set last. */
  @Column('text', { nullable: true, select: false })
  seededPasswordHash: string | null;

  /** In which the account was made. */
  @Column('text', { default: 'en' })
  language: Language;

  @Column('text', { default: 'user' })
  role: Role;

  @Column('text', { nullable: true })
  subscriptionPlan: string | null;

  /** When the plan was told of: news that comes late must not overwrite newer news. */
  @Column('timestamptz', { nullable: true })
  subscriptionToldAt: Date | null;

  @Column('int', { default: 0 })
  usageCount: number;

  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * Finds the account that holds an address. One that was disabled before anybody confirmed its address holds none: it may
 * have been made by a stranger, and whoever reads the address's mail can have an account there.
 */
export const holderOf = (email: string): FindOptionsWhere<UserEntity>[] => [
  { email, disabledAt: IsNull() },
  { email, verifiedAt: Not(IsNull()) },
];

const UNIQUE_VIOLATION = '23505';

/** What the caller reads when the database refuses a second account with the same address; other errors as they are. */
export function asEmailTaken(error: unknown): unknown {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return code === UNIQUE_VIOLATION ? new AppError('email_taken', { cause: error }) : error;
}
