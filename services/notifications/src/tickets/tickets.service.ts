import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { formatAgreementId, ticketOpened } from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  callerLanguage,
  failpoint,
  LARGEST_BIGINT,
  type Origin,
  type Page,
  type Principal,
  readPage,
} from '#platform';
import { FactsClient } from '../facts/facts.module.js';
import { MailsService, wordings } from '../mails/mails.module.js';
import type { ContactMessage, NewAnswer, Ticket, TicketsQuery } from './ticket.view.js';
import { type NewTicket, type TicketAtPlace, TicketsRepository } from './tickets.repository.js';

/** Questions to support: each has a number, a receipt to the sender, a copy to support and an answer. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly rows: TicketsRepository,
    private readonly mails: MailsService,
    private readonly facts: FactsClient,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** A message from anybody. Answers its number. */
  async contact(message: ContactMessage, caller: Principal, origin: Origin): Promise<string> {
    const { timestamp, ...words } = message;
    const number = await this.open({
      ...words,
      userId: null,
      language: callerLanguage() ?? 'en',
      isPriority: caller.kind === 'user' && (await this.hasPriority(caller.id)),
      agreementId: null,
      createdAt: this.clock.now(),
      writtenAt: new Date(timestamp),
      ...origin,
    });
    // Only tickets of an agreement can have an open one in their way.
    if (number === null) throw new AppError('internal');
    return number;
  }

  /**
   * Asks support to look at an agreement of the user's. While a ticket is open it is answered again.
   * @throws AppError `agreement_not_found` when it belongs to somebody else.
   */
  async requestCustomerService(
    userId: number,
    agreementId: string,
    origin: Origin,
  ): Promise<{ number: string; isNew: boolean }> {
    const { ownerId } = await this.facts.owner(agreementId);
    if (ownerId !== userId) throw new AppError('agreement_not_found');
    const { username, email, hasSubscription: isPriority } = await this.facts.user(userId);
    const language = callerLanguage() ?? 'en';
    const opened = await this.open({
      name: username,
      email,
      issueType: 'transcription',
      message: wordings[language].texts.customerService.message(formatAgreementId(agreementId)),
      userId,
      language,
      isPriority,
      agreementId,
      createdAt: this.clock.now(),
      writtenAt: null,
      ...origin,
    });
    const number = opened ?? (await this.rows.findOpen(agreementId));
    // It was answered between the two looks: the next call opens a new one.
    if (number === null) throw new AppError('unavailable');
    return { number, isNew: opened !== null };
  }

  read(number: string): Promise<Ticket> {
    return this.rows.read(number);
  }

  list(query: TicketsQuery): Promise<Page<TicketAtPlace>> {
    const read = (before: string | null, count: number) => this.rows.list(query, before, count);
    return readPage(query, read, LARGEST_BIGINT);
  }

  /**
   * Answers a ticket by mail, unless it has answers that its writer has not seen: one that is sent once more, and one of
   * somebody else. Older pages do not say what was seen.
   * @throws AppError `not_found`, `invalid_transition`
   */
  async answer(number: string, adminId: number, { message, seen }: NewAnswer): Promise<Ticket> {
    await this.outbox.transaction(async (manager) => {
      const at = this.clock.now();
      const answer = { adminId, message, at };
      const { answerId, agreementId } = await this.rows.answer(manager, number, answer, seen ?? null);
      const subject = { ticketNumber: number, agreementId, subjectId: answerId };
      await this.mails.queue(manager, 'ticket-answered', subject);
      failpoint('notifications.ticket-answer.before-commit');
    });
    return this.rows.read(number);
  }

  /** Priority support is part of the subscription. A message is never refused because nobody can say who has one. */
  private async hasPriority(userId: number): Promise<boolean> {
    try {
      return (await this.facts.user(userId)).hasSubscription;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  private open(ticket: NewTicket): Promise<string | null> {
    return this.outbox.transaction(async (manager) => {
      const number = await this.rows.insert(manager, ticket);
      if (number !== null) await this.tell(manager, number, ticket.agreementId);
      failpoint('notifications.ticket.before-commit');
      return number;
    });
  }

  private async tell(
    manager: EntityManager,
    ticketNumber: string,
    agreementId: string | null,
  ): Promise<void> {
    await this.mails.queue(manager, 'ticket-received', { ticketNumber, agreementId });
    await this.mails.queue(manager, 'ticket-opened', { ticketNumber, agreementId });
    await this.outbox.add(manager, ticketOpened, { ticketNumber, agreementId });
  }
}
