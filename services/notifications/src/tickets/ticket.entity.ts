import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Language } from '#contracts';
import type { IssueType, TicketStatus } from './ticket.view.js';

/** A message to support: the one place where a sender's words are kept. */
@Entity('tickets')
export class TicketEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column({ type: 'text', generatedType: 'STORED', asExpression: `('T-'::text || (id)::text)` })
  number: string;
  @Column('text') name: string;
  @Column('text') email: string;
  @Column('text') issueType: IssueType;
  @Column('text') message: string;
  @Column('int', { nullable: true }) userId: number | null;
  @Column('text', { nullable: true }) agreementId: string | null;
  @Column('text', { default: 'open' }) status: TicketStatus;
  @Column('timestamptz') createdAt: Date;
  /** When the sender's device says that it was written. */
  @Column('timestamptz', { nullable: true }) writtenAt: Date | null;
  /** From where it was sent. */
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) device: string | null;
  @Column('text', { default: 'en' }) language: Language;
  @Column('boolean', { default: false }) isPriority: boolean;
  /** Where it stands in the list, highest first: those of subscribers that nobody has answered, then by age. */
  @Column({
    type: 'bigint',
    generatedType: 'STORED',
    asExpression: `(id + CASE WHEN (is_priority AND (status = 'open'::text)) THEN '1000000000000000'::bigint ELSE (0)::bigint END)`,
  })
  position: string;
}

@Entity('ticket_answers')
export class TicketAnswerEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('bigint') ticketId: string;
  @Column('int') adminId: number;
  @Column('text') message: string;
  @Column('timestamptz') at: Date;
}
