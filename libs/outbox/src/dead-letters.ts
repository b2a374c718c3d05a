import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type DeadLetter, type DeadLetterStore, PublishError, Publisher, RefusedError } from '#messaging';
import { AppError, Clock, oneAtATime } from '#platform';

/** What is told of a dead letter: never what it says. */
export interface DeadLetterView {
  id: string;
  handler: string;
  routingKey: string;
  subject: string;
  reason: string;
  attempts: number;
  diedAt: Date;
  replayedAt: Date | null;
}

/** The end of a page of dead letters. */
export interface DeadLetterMark {
  diedAt: string;
  id: string;
}

const VIEW = `id, handler, routing_key as "routingKey", subject, reason, attempts,
  died_at as "diedAt", replayed_at as "replayedAt"`;

interface Replayable extends DeadLetterView {
  messageId: string;
  content: Buffer;
  correlationId: string | null;
}

/** The dead letters of this service: seen, kept, and handled once more when somebody asks for it. */
@Injectable()
export class DeadLetters implements DeadLetterStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
    private readonly clock: Clock,
  ) {}

  /** The same letter twice is one row; one that died again after a replay can be replayed again. */
  async keep(letter: DeadLetter): Promise<void> {
    await this.dataSource.query(
      `insert into dead_letters
         (id, handler, message_id, routing_key, subject, content, correlation_id, reason, attempts, died_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (handler, message_id) do update
         set reason = excluded.reason, attempts = excluded.attempts, died_at = excluded.died_at, replayed_at = null
         where excluded.died_at > dead_letters.died_at`,
      [
        uuidv7(),
        letter.handler,
        letter.messageId,
        letter.routingKey,
        letter.subject,
        letter.content,
        letter.correlationId,
        letter.reason,
        letter.attempts,
        letter.diedAt,
      ],
    );
  }

  /** Newest first, those before the mark. */
  async list(limit: number, before: DeadLetterMark | null): Promise<DeadLetterView[]> {
    return this.dataSource.query<DeadLetterView[]>(
      `select ${VIEW} from dead_letters
       where $2::timestamptz is null or (died_at, id) < ($2::timestamptz, $3::uuid)
       order by died_at desc, id desc limit $1`,
      [limit, before?.diedAt ?? null, before?.id ?? null],
    );
  }

  /** @throws AppError `not_found`. */
  async get(id: string): Promise<DeadLetterView> {
    const [letter] = await this.dataSource.query<DeadLetterView[]>(
      `select ${VIEW} from dead_letters where id = $1`,
      [id],
    );
    if (!letter) throw new AppError('not_found');
    return letter;
  }

  /**
   * Puts the message into the queue of the handler that gave it up, and into no other. A crash in between can at most
   * lead to a second replay, which the inbox of the handler knows.
   * @throws AppError `not_found`; `nothing_to_retry` when it was replayed already or its handler is gone;
   * `unavailable` when the broker is away.
   */
  async replay(id: string): Promise<DeadLetterView> {
    return oneAtATime(this.dataSource, `dead-letter-${id}`, () => this.replayOnce(id));
  }

  private async replayOnce(id: string): Promise<DeadLetterView> {
    const [letter] = await this.dataSource.query<Replayable[]>(
      `select ${VIEW}, message_id as "messageId", content, correlation_id as "correlationId"
       from dead_letters where id = $1 and replayed_at is null`,
      [id],
    );
    if (!letter) {
      await this.get(id);
      throw new AppError('nothing_to_retry');
    }
    const { content, messageId, correlationId, ...view } = letter;
    try {
      await this.publisher.sendToQueue(view.handler, content, {
        messageId,
        type: view.routingKey,
        correlationId: correlationId ?? undefined,
      });
    } catch (error) {
      if (error instanceof RefusedError) throw new AppError('nothing_to_retry', { cause: error });
      if (error instanceof PublishError) throw new AppError('unavailable', { cause: error });
      throw error;
    }
    const replayedAt = this.clock.now();
    // One that has died again meanwhile is open again.
    await this.dataSource.query(
      'update dead_letters set replayed_at = $2 where id = $1 and replayed_at is null and died_at = $3',
      [id, replayedAt, view.diedAt],
    );
    return { ...view, replayedAt };
  }
}
