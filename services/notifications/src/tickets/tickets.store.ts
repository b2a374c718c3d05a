import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Language } from '#contracts';
import { AppError, type Origin } from '#platform';
import type { TicketFacts } from '../facts/facts.module.js';
import type { IssueType, Ticket, TicketStatus } from './ticket.view.js';

export interface NewTicket {
  name: string;
  email: string;
  issueType: IssueType;
  message: string;
  userId: number | null;
  language: Language;
  isPriority: boolean;
  agreementId: string | null;
  createdAt: Date;
  /** When the sender's device says that it was written. */
  writtenAt: string | null;
  origin: Origin;
}

type TicketRow = Omit<Ticket, 'createdAt' | 'answers'> & {
  id: string;
  language: Language;
  createdAt: Date;
  answers: { id: number; at: string; adminId: number; message: string }[];
};

/** `id` is the place in the list: {@link readPage} reads by it. */
const SELECT = `select t.position as id, t.number, t.language, t.is_priority as "isPriority", t.name, t.email, t.issue_type as "issueType", t.message,
    t.agreement_id as "agreementId", t.status, t.created_at as "createdAt",
    coalesce((select json_agg(json_build_object('id', a.id, 'at', a.at, 'adminId', a.admin_id, 'message', a.message)
      order by a.id) from ticket_answers a where a.ticket_id = t.id), '[]') as answers
  from tickets t`;

/** The rows of tickets and their answers: the one place where a sender's words are kept. */
@Injectable()
export class TicketsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** The new ticket's number, or null when the agreement has an open one. */
  async insert(manager: EntityManager, ticket: NewTicket): Promise<string | null> {
    const rows = await manager.query<{ number: string }[]>(
      `insert into tickets (name, email, issue_type, message, user_id, agreement_id, created_at, written_at, address,
         device, language, is_priority)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (agreement_id) where status = 'open' do nothing
       returning number`,
      [
        ticket.name,
        ticket.email,
        ticket.issueType,
        ticket.message,
        ticket.userId,
        ticket.agreementId,
        ticket.createdAt,
        ticket.writtenAt,
        ticket.origin.address,
        ticket.origin.device,
        ticket.language,
        ticket.isPriority,
      ],
    );
    return rows[0]?.number ?? null;
  }

  /** The number of the agreement's open ticket. */
  async findOpen(agreementId: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ number: string }[]>(
      `select number from tickets where agreement_id = $1 and status = 'open'`,
      [agreementId],
    );
    return rows[0]?.number ?? null;
  }

  /** @throws AppError `not_found` */
  async read(number: string): Promise<Ticket> {
    const { id: _id, ...ticket } = view(await this.row(number));
    return ticket;
  }

  /** Open ones of subscribers first, then newest first; from below the place `before`. */
  async list(
    status: TicketStatus | null,
    before: string | null,
    count: number,
  ): Promise<(Ticket & { id: string })[]> {
    const rows = await this.dataSource.query<TicketRow[]>(
      `${SELECT} where ($1::text is null or t.status = $1) and ($2::bigint is null or t.position < $2)
       order by t.position desc limit $3`,
      [status, before, count],
    );
    return rows.map(view);
  }

  /** Keeps an answer and marks the ticket answered. @throws AppError `not_found` */
  async answer(
    manager: EntityManager,
    number: string,
    answer: { adminId: number; message: string; at: Date },
  ): Promise<{ answerId: string; agreementId: string | null }> {
    const [tickets] = await manager.query<[{ id: string; agreementId: string | null }[], number]>(
      `update tickets set status = 'answered' where number = $1 returning id, agreement_id as "agreementId"`,
      [number],
    );
    const ticket = tickets[0];
    if (!ticket) throw new AppError('not_found');
    const rows = await manager.query<{ id: string }[]>(
      'insert into ticket_answers (ticket_id, admin_id, message, at) values ($1, $2, $3, $4) returning id',
      [ticket.id, answer.adminId, answer.message, answer.at],
    );
    return { answerId: String(rows[0]?.id), agreementId: ticket.agreementId };
  }

  /** For a mail; `answerId` names the answer that it brings. @throws AppError `not_found` */
  async facts(number: string, answerId: string | null): Promise<TicketFacts> {
    const { answers, createdAt, ...ticket } = await this.row(number);
    const answer = answers.find(({ id }) => String(id) === answerId);
    return {
      number,
      language: ticket.language,
      isPriority: ticket.isPriority,
      name: ticket.name,
      email: ticket.email,
      issueType: ticket.issueType,
      message: ticket.message,
      agreementId: ticket.agreementId,
      createdAt: createdAt.toISOString(),
      answer: answer ? { message: answer.message, at: answer.at } : null,
    };
  }

  private async row(number: string): Promise<TicketRow> {
    const rows = await this.dataSource.query<TicketRow[]>(`${SELECT} where t.number = $1`, [number]);
    if (!rows[0]) throw new AppError('not_found');
    return rows[0];
  }
}

function view({ language: _language, ...row }: TicketRow): Ticket & { id: string } {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    answers: row.answers.map(({ at, adminId, message }) => ({
      at: new Date(at).toISOString(),
      adminId,
      message,
    })),
  };
}
