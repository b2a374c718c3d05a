import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, LessThanOrEqual } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type DeadLetterState, messageDeadLettered } from '#contracts';
import { type DeadLetter, type DeadLetterStore, PublishError, Publisher, RefusedError } from '#messaging';
import {
  AppError,
  Clock,
  dueBy,
  HOUR_MS,
  isDue,
  oneAtATime,
  partPattern,
  runInContext,
  unlessBusy,
} from '#platform';
import { DeadLetterEntity } from './outbox.entities.js';
import { Outbox } from './outbox.js';
import { insertDeadLetter } from './outbox.repository.js';

const VIEW = {
  ...{ id: true, handler: true, routingKey: true, subject: true, reason: true, attempts: true },
  ...{ diedAt: true, retryAt: true, replayedAt: true },
} as const;

/** What is told of a dead letter: never what it says. */
export type DeadLetterView = Pick<DeadLetterEntity, keyof typeof VIEW>;

/** The end of a page of dead letters. */
export interface DeadLetterMark {
  diedAt: string;
  id: string;
}

/** A page of dead letters. */
interface DeadLettersAsked {
  limit: number;
  before?: DeadLetterMark | null;
  state?: DeadLetterState | undefined;
  q?: string | undefined;
}

/**
 * How long after each death a message is put back by itself. A service that was started anew is back within minutes; a
 * mended release takes hours; after a day and a half only people can tell.
 */
export const RETRY_AFTER_MS: readonly number[] = [HOUR_MS / 6, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];
/** At a time, so that the messages of a long failure do not come back all at once. */
const RETRY_BATCH = 100;

/** Of a letter that died so often; of one that was replayed since as of one that died once. */
const pauseAfter = (deaths: number): number | undefined => RETRY_AFTER_MS[Math.max(deaths, 1) - 1];

type Replayable = DeadLetterView &
  Pick<DeadLetterEntity, 'messageId' | 'content' | 'correlationId' | 'deaths'>;

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
    const kept = await insertDeadLetter(manager, uuidv7(), letter);
    if (!kept) return;
    const { id, deaths } = kept;
    const pauseMs = letter.isPermanent ? undefined : pauseAfter(deaths);
    const retryAt = pauseMs === undefined ? null : new Date(this.clock.now().getTime() + pauseMs);
    // Whoever tells of dead letters cannot tell of its own.
    const isTold = deaths === 1 && letter.routingKey !== messageDeadLettered.routingKey;
    const notices = kept.notices + (isTold ? 1 : 0);
    await manager.update(DeadLetterEntity, { id }, { retryAt, notices });
    if (isTold) {
      const { handler } = letter;
      await this.outbox.add(manager, messageDeadLettered, { letterId: id, handler, notice: notices });
    }
  }

  /** Newest first, those before the mark; `q` is a part of the handler, the event or its subject. */
  async list({ limit, before, state, q }: DeadLettersAsked): Promise<DeadLetterView[]> {
    const page = this.dataSource.manager
      .createQueryBuilder(DeadLetterEntity, 'letter')
      .setFindOptions({ select: VIEW, order: { diedAt: 'DESC', id: 'DESC' }, take: limit });
    if (before) page.andWhere('(letter.diedAt, letter.id) < (:diedAt, :id)', before);
    if (state) page.andWhere(`letter.replayedAt is ${state === 'waiting' ? 'null' : 'not null'}`);
    const isNamed =
      'letter.handler ilike :part or letter.routingKey ilike :part or letter.subject ilike :part';
    if (q) page.andWhere(`(${isNamed})`, { part: partPattern(q) });
    return page.getMany();
  }

  /** How many wait to be handled. */
  countOpen(): Promise<number> {
    return this.dataSource.manager.countBy(DeadLetterEntity, { replayedAt: IsNull() });
  }

  /** @throws AppError `not_found`. */
  async get(id: string): Promise<DeadLetterView> {
    const letter = await this.dataSource.manager.findOne(DeadLetterEntity, { select: VIEW, where: { id } });
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
      await this.dataSource.manager.update(DeadLetterEntity, { id }, { deaths: 0 });
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
      const now = this.clock.now();
      const due = await this.dataSource.manager.find(DeadLetterEntity, {
        select: { id: true },
        where: RETRY_AFTER_MS.map((longestMs, index) => ({
          replayedAt: IsNull(),
          deaths: index === 0 ? LessThanOrEqual(1) : index + 1,
          retryAt: dueBy(now, { longestMs }),
        })),
        order: { retryAt: 'ASC' },
        take: RETRY_BATCH,
      });
      for (const { id } of due) {
        await oneAtATime(this.dataSource, lockOf(id), () => this.replayIfDue(id));
      }
    });
  }

  private async replayIfDue(id: string): Promise<void> {
    const letter = await this.findOpen(id);
    if (!letter?.retryAt) return;
    const longestMs = pauseAfter(letter.deaths) ?? 0;
    if (!isDue(letter.retryAt, this.clock.now(), { longestMs })) return;
    try {
      await this.putBack(letter);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      // The queue is gone or full; others need not wait for that.
      const retryAt = new Date(this.clock.now().getTime() + (RETRY_AFTER_MS[0] ?? 0));
      await this.dataSource.manager.update(DeadLetterEntity, { id }, { retryAt });
    }
  }

  private findOpen(id: string): Promise<Replayable | null> {
    return this.dataSource.manager.findOne(DeadLetterEntity, {
      select: { ...VIEW, messageId: true, content: true, correlationId: true, deaths: true },
      where: { id, replayedAt: IsNull() },
    });
  }

  private async putBack(letter: Replayable): Promise<DeadLetterView> {
    const { content, messageId, correlationId, deaths: _, ...view } = letter;
    await this.publisher.sendToQueue(view.handler, content, {
      messageId,
      type: view.routingKey,
      correlationId: correlationId ?? undefined,
    });
    const replayedAt = this.clock.now();
    // One that has died again meanwhile is open again.
    await this.dataSource.manager.update(
      DeadLetterEntity,
      { id: view.id, replayedAt: IsNull(), diedAt: view.diedAt },
      { replayedAt, retryAt: null },
    );
    return { ...view, retryAt: null, replayedAt };
  }
}

const lockOf = (id: string): string => `dead-letter-${id}`;
