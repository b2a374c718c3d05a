import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, LOGGER } from '#platform';
import { lockAgreement } from './agreement.queries.js';
import { DeadlineActions } from './deadline-actions.js';
import type { DeadlineKind } from './deadlines.js';

interface Candidate {
  agreementId: string;
  kind: DeadlineKind;
  /** As text: a Date would cut the microseconds off and find the same row again. */
  dueAt: string;
}

const BATCH = 50;
const FIRST: Candidate = { agreementId: '', kind: 'unpaid-warning-1', dueAt: '-infinity' };

/** Does what has become due, one deadline at a time, each in a transaction of its own: all of it, once, or nothing. */
@Injectable()
export class RunDeadlines implements ScheduleHandler {
  readonly schedule = { name: 'run-deadlines', everyMs: 15_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly actions: DeadlineActions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Each candidate is tried once in a round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    let last: Candidate | undefined = FIRST;
    while (last) {
      const candidates: Candidate[] = await this.after(last);
      for (const candidate of candidates) {
        if (signal.aborted) return;
        await this.act(candidate).catch((error: unknown) => {
          const { agreementId, kind } = candidate;
          this.logger.error({ err: error, agreementId, kind }, 'deadline will be tried again');
        });
      }
      last = candidates.at(-1);
    }
  }

  /**
   * Found without a lock. Whoever changes an agreement locks it first and its deadlines after it; so does `act`, and
   * then looks whether the deadline is still open and due.
   */
  private after(last: Candidate): Promise<Candidate[]> {
    return this.dataSource.query<Candidate[]>(
      `select agreement_id as "agreementId", kind, due_at::text as "dueAt" from deadlines
       where done_at is null and due_at <= $1
         and (due_at, agreement_id, kind) > ($2::timestamptz, $3, $4)
       order by due_at, agreement_id, kind limit ${BATCH}`,
      [this.clock.now(), last.dueAt, last.agreementId, last.kind],
    );
  }

  private async act({ agreementId, kind }: Candidate): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const now = this.clock.now();
      const [taken] = await manager.query<[{ dueAt: Date }[], number]>(
        `update deadlines set done_at = $3 where agreement_id = $1 and kind = $2 and done_at is null and due_at <= $3
         returning due_at as "dueAt"`,
        [agreementId, kind, now],
      );
      if (taken[0]) await this.actions.act(kind, { manager, agreement, dueAt: taken[0].dueAt, now });
      failpoint('agreements.deadline.before-commit');
    });
    failpoint('agreements.deadline.after-commit');
  }
}
