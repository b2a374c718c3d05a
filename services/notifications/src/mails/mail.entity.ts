import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailTemplate } from './mail.catalogue.js';
import type { MailDetails, MailSubject, Recipient } from './mail.kind.js';

/**
 * `bounced`: the recipient's server refuses the address. `undelivered`: nobody took it in time, or the recipient had too
 * many that day. `skipped`: when its turn came there was no reason for it any more.
 */
export const mailStatuses = ['queued', 'sent', 'bounced', 'undelivered', 'skipped'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail that somebody is owed. It names the facts by id: addresses and words are fetched when it is sent. */
@Entity('mails')
export class MailEntity implements Required<MailSubject> {
  /** What makes it one mail for ever, such as `completed:4207731958026614:party-b`. */
  @PrimaryColumn('text') key: string;
  /** Its place in the list of all mails. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('text') template: MailTemplate;
  @Column('text') recipient: Recipient;
  @Column('text', { nullable: true }) agreementId: string | null;
  @Column('int', { nullable: true }) userId: number | null;
  @Column('text', { nullable: true }) ticketNumber: string | null;
  @Column('text', { nullable: true }) subjectId: string | null;
  @Column('jsonb', { default: {} }) details: MailDetails;
  @Column('text', { default: 'queued' }) status: MailStatus;
  /** The same for every attempt, so that a second copy after a broken connection can be recognised. */
  @Column('text') messageId: string;
  @Column('text', { nullable: true }) lastError: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  /** When the mail server has taken it. */
  @Column('timestamptz', { nullable: true }) sentAt: Date | null;
}
