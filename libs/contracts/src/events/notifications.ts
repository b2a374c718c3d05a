import { IsBoolean, IsIn, IsInt, IsOptional, IsPositive, IsString, IsUUID, Matches } from 'class-validator';
import { AGREEMENT_ID } from '../agreement.js';
import { defineEvent } from '../define-event.js';

export class MailFailed {
  @Matches(AGREEMENT_ID) agreementId: string;
  /** Kind of mail, such as `invitation`. */
  @IsString() template: string;
  /** Buyer and seller of an escrow may be either party, and the seller somebody else. */
  @IsIn(['partyA', 'partyB', 'buyer', 'seller']) recipient: 'partyA' | 'partyB' | 'buyer' | 'seller';
  /** `bounced`: the recipient's server refuses the address. `undelivered`: nobody took it in time. */
  @IsIn(['bounced', 'undelivered']) outcome: 'bounced' | 'undelivered';
  /** Of a mail that brings a link to party B: the invitation, which tells the address. Events of before lack it. */
  @IsOptional() @IsUUID() invitationId?: string;
  /** Of a mail to a buyer or seller. */
  @IsOptional() @IsUUID() escrowId?: string;
  /** The account that pays, which tells the party that the buyer is. Mails that were owed before it was kept lack it. */
  @IsOptional() @IsInt() @IsPositive() buyerId?: number;
  /** Whether the mail server of the same recipient had taken a mail about the agreement before. Events of before lack it. */
  @IsOptional() @IsBoolean() wasReached?: boolean;
}

/** A mail about an agreement did not reach its recipient. */
export const mailFailed = defineEvent('notifications.mail.failed', 1, MailFailed, (d) => d.agreementId);

export class MailReached {
  @Matches(AGREEMENT_ID) agreementId: string;
  /** Of a buyer: the party that they are. */
  @IsIn(['partyA', 'partyB', 'seller']) recipient: 'partyA' | 'partyB' | 'seller';
}

/** A mail about an agreement was taken for somebody whom one before it did not reach. */
export const mailReached = defineEvent('notifications.mail.reached', 1, MailReached, (d) => d.agreementId);

export class TicketOpened {
  @Matches(/^T-\d{6,}$/) ticketNumber: string;
  /** Null for questions that are not about one contract. */
  @IsOptional() @Matches(AGREEMENT_ID) agreementId: string | null;
}

/** Somebody asked support for help. */
export const ticketOpened = defineEvent(
  'notifications.ticket.opened',
  1,
  TicketOpened,
  (d) => d.ticketNumber,
);
