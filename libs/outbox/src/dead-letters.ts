import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type DeadLetterFacts, messageDeadLettered } from '#contracts';
import { type DeadLetter, type DeadLetterStore, PublishError, Publisher, RefusedError } from '#messaging';
import { AppError, Clock, HOUR_MS, oneAtATime, runInContext, unlessBusy } from '#platform';
import { Outbox } from './outbox.js';

/** What is told of a dead letter: never what it says. */
export interface DeadLetterView extends Omit<DeadLetterFacts, 'diedAt' | 'retryAt' | 'replayedAt'> {
  diedAt: Date;
  retryAt: Date | null;
  replayedAt: Date | null;
}

/** The end of a page of dead letters. */
export interface DeadLetterMark {
  diedAt: string;
  id: string;
}

const VIEW = `id, handler, routing_key as "routingKey", subject, reason, attempts,
  died_at as "diedAt", retry_at as "retryAt", replayed_at as "replayedAt"`;

/**
 * How long after each death a message is put back by itself. A service that was started anew is back within minutes; a
 * mended release takes hours; after a day and a half only people can tell.
 */
const RETRY_AFTER_MS: readonly number[] = [HOUR_MS / 6, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];
/** At a time, so that the messages of a long failure do not come back all at once. */
const RETRY_BATCH = 100;

interface Replayable extends DeadLetterView {
  messageId: string;
  content: Buffer;
  correlationId: string | null;
}

/** The dead letters of this service: kept, told of, and handled once more by themselves or when somebody asks for it. */
@Injectable()
export class DeadLetters implements DeadLetterStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The same letter twice is one row; one that died again after a replay can be replayed again. Administrators are told
   * of it, but not of each death after a replay by itself.
   */
  async keep(letter: DeadLetter): Promise<void> {
    const { messageId, correlationId } = letter;
    const context = {
      correlationId: correlationId ?? messageId,
      causationId: messageId,
      traceparent: null,
    };
    await runInContext(context, () => this.outbox.transaction((manager) => this.keepIn(manager, letter)));
  }

  private async keepIn(manager: EntityManager, letter: DeadLetter): Promise<void> {
    const [kept] = await manager.query<{ id: string; deaths: number; notices: number }[]>(
      `insert into dead_letters
         (id, handler, message_id, routing_key, subject, content, correlation_id, reason, attempts, died_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (handler, message_id) do update
         set reason = excluded.reason, attempts = excluded.attempts, died_at = excluded.died_at, replayed_at = null,
           deaths = dead_letters.deaths + 1
         where excluded.died_at > dead_letters.died_at
       returning id, deaths, notices`,
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
    if (!kept) return;
    const { id, deaths } = kept;
    const pauseMs = letter.isPermanent ? undefined : RETRY_AFTER_MS[deaths - 1];
    const retryAt = pauseMs === undefined ? null : new Date(this.clock.now().getTime() + pauseMs);
    // Whoever tells of dead letters cannot tell of its own.
    const isTold = deaths === 1 && letter.routingKey !== messageDeadLettered.routingKey;
    const notices = kept.notices + (isTold ? 1 : 0);
    await manager.query('update dead_letters set retry_at = $2, notices = $3 where id = $1', [
      id,
      retryAt,
      notices,
    ]);
    if (isTold) {
      const { handler } = letter;
      await this.outbox.add(manager, messageDeadLettered, { letterId: id, handler, notice: notices });
    }
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

  /** How many wait to be handled. */
  async countOpen(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      'select count(*)::int as count from dead_letters where replayed_at is null',
    );
    return row?.count ?? 0;
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
   * lead to a second replay, which the inbox of the handler knows. If it dies again, administrators are told once more,
   * and it is put back by itself as often as before.
   * @throws AppError `not_found`; `nothing_to_retry` when it was replayed already or its handler is gone;
   * `unavailable` when the broker is away.
   */
  async replay(id: string): Promise<DeadLetterView> {
    return oneAtATime(this.dataSource, lockOf(id), async () => {
      const letter = await this.findOpen(id);
      if (!letter) {
        await this.get(id);
        throw new AppError('nothing_to_retry');
      }
      // Before it is put back: it may have died again by the time that is done.
      await this.dataSource.query('update dead_letters set deaths = 0 where id = $1', [id]);
      try {
        return await this.putBack(letter);
      } catch (error) {
        if (error instanceof RefusedError) throw new AppError('nothing_to_retry', { cause: error });
        if (error instanceof PublishError) throw new AppError('unavailable', { cause: error });
        throw error;
      }
    });
  }

  /**
   * Puts back the letters whose time has come, unless another copy of the service is doing it.
   * @throws PublishError when the broker is away: the next call goes on
   */
  async replayDue(): Promise<void> {
    await unlessBusy(this.dataSource, 'replay-due-dead-letters', async () => {
      const due = await this.dataSource.query<{ id: string }[]>(
        `select id from dead_letters where replayed_at is null and retry_at <= $1 order by retry_at limit $2`,
        [this.clock.now(), RETRY_BATCH],
      );
      for (const { id } of due) {
        await oneAtATime(this.dataSource, lockOf(id), () => this.replayIfDue(id));
      }
    });
  }

  private async replayIfDue(id: string): Promise<void> {
    const letter = await this.findOpen(id);
    if (!letter?.retryAt || letter.retryAt > this.clock.now()) return;
    try {
      await this.putBack(letter);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      // The queue is gone or full; others need not wait for that.
      await this.dataSource.query('update dead_letters set retry_at = $2 where id = $1', [
        id,
        new Date(this.clock.now().getTime() + (RETRY_AFTER_MS[0] ?? 0)),
      ]);
    }
  }

  private async findOpen(id: string): Promise<Replayable | undefined> {
    const [letter] = await this.dataSource.query<Replayable[]>(
      `select ${VIEW}, message_id as "messageId", content, correlation_id as "correlationId"
       from dead_letters where id = $1 and replayed_at is null`,
      [id],
    );
    return letter;
  }

  private async putBack(letter: Replayable): Promise<DeadLetterView> {
    const { content, messageId, correlationId, ...view } = letter;
    await this.publisher.sendToQueue(view.handler, content, {
      messageId,
      type: view.routingKey,
      correlationId: correlationId ?? undefined,
    });
    const replayedAt = this.clock.now();
    // One that has died again meanwhile is open again.
    await this.dataSource.query(
      `update dead_letters set replayed_at = $2, retry_at = null
       where id = $1 and replayed_at is null and died_at = $3`,
      [view.id, replayedAt, view.diedAt],
    );
    return { ...view, retryAt: null, replayedAt };
  }
}

const lockOf = (id: string): string => `dead-letter-${id}`;
