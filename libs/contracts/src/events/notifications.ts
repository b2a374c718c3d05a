import { IsIn, IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import { AGREEMENT_ID } from '../agreement.js';
import { defineEvent } from '../define-event.js';

export class MailFailed {
  @Matches(AGREEMENT_ID) agreementId: string;
  /** Kind of mail, such as `invitation`. */
  @IsString() template: string;
  @IsIn(['partyA', 'partyB']) recipient: 'partyA' | 'partyB';
  /** `bounced`: the recipient's server refuses the address. `undelivered`: nobody took it in time. */
  @IsIn(['bounced', 'undelivered']) outcome: 'bounced' | 'undelivered';
  /** Of a mail that brings a link to party B: the invitation, which tells the address. Events of before lack it. */
  @IsOptional() @IsUUID() invitationId?: string;
}

/** A mail about an agreement did not reach its recipient. */
export const mailFailed = defineEvent('notifications.mail.failed', 1, MailFailed, (d) => d.agreementId);

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
