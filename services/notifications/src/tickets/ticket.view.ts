import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsISO8601, IsOptional, Matches, Min } from 'class-validator';
import { AGREEMENT_ID } from '#contracts';
import { EmailAddress, OneOf, PageQuery, PersonName, Text } from '#platform';
import { type MailStatus, mailStatuses } from '../mails/mails.module.js';

const DATE_TIME =
  /^[12]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

export const issueTypes = [
  'audio_recording',
  'transcription',
  'payment_billing',
  'escrow_release',
  'agreement_access',
  'plan_features',
  'legal_questions',
  'technical_support',
  'account_access',
  'contract_disputes',
  'feature_request',
  'other',
] as const;
export type IssueType = (typeof issueTypes)[number];

const ticketStatuses = ['open', 'answered'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export class TicketsQuery extends PageQuery {
  @OneOf(ticketStatuses, { optional: true }) status?: TicketStatus;

  /** How the number of the ticket or of the contract begins, or the sender's name or address. */
  @Text({ max: 254, optional: true }) q?: string;
}

export class ContactMessage {
  @ApiProperty({ example: 'Anna Weber' })
  @PersonName({ max: 120 })
  name: string;

  @ApiProperty({ example: 'anna@example.com' })
  @EmailAddress()
  email: string;

  @ApiProperty({ example: 'payment_billing' })
  @OneOf(issueTypes, { message: 'Please choose what it is about' })
  issueType: IssueType;

  @ApiProperty({ example: 'I paid twice for the same contract. Can you look at it?' })
  @Text({ max: 5000, multiline: true })
  message: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
  @IsISO8601({ strict: true })
  @Matches(DATE_TIME, { message: '$property must be a date and time with its zone' })
  timestamp: string;
}

export class CustomerServiceRequest {
  @ApiProperty({ pattern: AGREEMENT_ID.source, example: '4207731958026614' })
  @Matches(AGREEMENT_ID)
  agreementId: string;
}

export class TicketNumber {
  @ApiProperty({ example: 'T-100001' }) ticketNumber: string;
}

export class NewAnswer {
  @ApiProperty({ example: 'We have returned the second payment. It takes up to five days to arrive.' })
  @Text({ max: 5000, multiline: true })
  message: string;

  @ApiProperty({
    required: false,
    minimum: 0,
    example: 0,
    description: 'How many answers its writer has seen: where there are more, it is not sent',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  seen?: number;
}

export class TicketAnswer {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:12:00.000Z' }) at: string;
  @ApiProperty({ type: Number, example: 1 }) adminId: number;
  @ApiProperty({ example: 'We have returned the second payment. It takes up to five days to arrive.' })
  message: string;
  @ApiProperty({
    enum: mailStatuses,
    nullable: true,
    example: 'sent',
    description: 'Of the mail that brings it',
  })
  mailStatus: MailStatus | null;
}

export class Ticket {
  @ApiProperty({ example: 'T-100001' }) number: string;
  @ApiProperty({ example: 'Anna Weber' }) name: string;
  @ApiProperty({ example: 'anna@example.com' }) email: string;
  @ApiProperty({ enum: issueTypes, example: 'payment_billing' }) issueType: IssueType;
  @ApiProperty({ example: 'I paid twice for the same contract. Can you look at it?' }) message: string;
  @ApiProperty({ type: String, nullable: true, example: null }) agreementId: string | null;
  @ApiProperty({ example: false, description: 'Of a subscriber: answered before others' })
  isPriority: boolean;
  @ApiProperty({ enum: ticketStatuses, example: 'answered' }) status: TicketStatus;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:01.000Z' }) createdAt: string;
  @ApiProperty({ type: [TicketAnswer] }) answers: TicketAnswer[];
}
