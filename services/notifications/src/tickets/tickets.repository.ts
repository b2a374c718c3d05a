import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Language } from '#contracts';
import { AppError, foldedSql, numberPrefix, prefixPattern } from '#platform';
import type { TicketFacts } from '../facts/facts.module.js';
import { TicketAnswerEntity, TicketEntity } from './ticket.entity.js';
import type { Ticket, TicketAnswer, TicketsQuery } from './ticket.view.js';

export type NewTicket = Omit<TicketEntity, 'id' | 'number' | 'status' | 'position'>;

/** `id` is the place in the list, by which its pages are read. */
export type TicketAtPlace = Ticket & { id: string };

type TicketRow = Omit<Ticket, 'createdAt' | 'answers'> & {
  id: string;
  userId: number | null;
  language: Language;
  createdAt: Date;
  answers: ({ id: number; at: string } & Pick<TicketAnswer, 'adminId' | 'message' | 'mailStatus'>)[];
};

@Injectable()
export class TicketsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The new ticket's number, or null when the agreement has an open one. */
  async insert(manager: EntityManager, ticket: NewTicket): Promise<string | null> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(TicketEntity)
      .values(ticket)
      .orIgnore()
      .returning(['number'])
      .updateEntity(false)
      .execute();
    return (raw as { number: string }[])[0]?.number ?? null;
  }

  /** The number of the agreement's open ticket. */
  async findOpen(agreementId: string): Promise<string | null> {
    const open = { agreementId, status: 'open' as const };
    return (await this.dataSource.manager.findOneBy(TicketEntity, open))?.number ?? null;
  }

  /** @throws AppError `not_found` */
  async read(number: string): Promise<Ticket> {
    const { id: _id, ...ticket } = view(await this.one(number));
    return ticket;
  }

  /** Open ones of subscribers first, then newest first; from below the place `before`. */
  async list(
    { status, q }: Pick<TicketsQuery, 'status' | 'q'>,
    before: string | null,
    count: number,
  ): Promise<TicketAtPlace[]> {
    const rows = await this.rows(
      `($1::text is null or t.status = $1) and ($2::bigint is null or t.position < $2)
       and ($4::text is null or t.agreement_id like $4 or t.number like upper($5) or t.email like lower($5)
         or ${foldedSql('t.name')} like ${foldedSql('$5::text')})
       order by t.position desc limit $3`,
      [status, before, count, q ? numberPrefix(q) : null, q ? prefixPattern(q) : null],
    );
    return rows.map(view);
  }

  /**
   * Keeps an answer and marks the ticket answered. With `seen` there are as many answers before it and no more; the update
   * of the ticket puts its answers in a row.
   * @throws AppError `not_found`, `invalid_transition`
   */
  async answer(
    manager: EntityManager,
    number: string,
    answer: { adminId: number; message: string; at: Date },
    seen: number | null,
  ): Promise<{ answerId: string; agreementId: string | null }> {
    const answered = await manager.update(
      TicketEntity,
      { number },
      { status: 'answered' },
      { returning: ['id', 'agreementId'] },
    );
    const [ticket] = answered.raw as { id: string; agreement_id: string | null }[];
    if (!ticket) throw new AppError('not_found');
    const answers = await manager.countBy(TicketAnswerEntity, { ticketId: ticket.id });
    if (seen !== null && answers > seen) {
      throw new AppError('invalid_transition', { message: 'This ticket was answered in the meantime.' });
    }
    const { identifiers } = await manager.insert(TicketAnswerEntity, { ticketId: ticket.id, ...answer });
    return { answerId: String(identifiers[0]?.id), agreementId: ticket.agreement_id };
  }

  /** For a mail, with the address of when it was written; `answerId` names the answer that it brings. @throws AppError `not_found` */
  async facts(number: string, answerId: string | null): Promise<TicketFacts> {
    const { answers, createdAt, ...ticket } = await this.one(number);
    const answer = answers.find(({ id }) => String(id) === answerId);
    return {
      number,
      language: ticket.language,
      isPriority: ticket.isPriority,
      name: ticket.name,
      email: ticket.email,
      userId: ticket.userId,
      issueType: ticket.issueType,
      message: ticket.message,
      agreementId: ticket.agreementId,
      createdAt: createdAt.toISOString(),
      answer: answer ? { message: answer.message, at: answer.at } : null,
    };
  }

  private async one(number: string): Promise<TicketRow> {
    const [ticket] = await this.rows('t.number = $1', [number]);
    if (!ticket) throw new AppError('not_found');
    return ticket;
  }

  /** In SQL because a page of tickets with all their answers is one statement; TypeORM makes two of it. */
  private rows(which: string, values: unknown[]): Promise<TicketRow[]> {
    return this.dataSource.query<TicketRow[]>(
      `select t.position as id, t.number, t.language, t.is_priority as "isPriority", t.name, t.email, t.user_id as "userId",
         t.issue_type as "issueType", t.message, t.agreement_id as "agreementId", t.status, t.created_at as "createdAt",
         coalesce((select json_agg(json_build_object('id', a.id, 'at', a.at, 'adminId', a.admin_id, 'message', a.message,
             'mailStatus', (select m.status from mails m where m.key = 'ticket-answered:' || t.number || ':' || a.id || ':sender'))
           order by a.id) from ticket_answers a where a.ticket_id = t.id), '[]') as answers
       from tickets t where ${which}`,
      values,
    );
  }
}

function view({ language: _language, userId: _userId, ...row }: TicketRow): TicketAtPlace {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    answers: row.answers.map(({ at, adminId, message, mailStatus }) => ({
      at: new Date(at).toISOString(),
      adminId,
      message,
      mailStatus,
    })),
  };
}
