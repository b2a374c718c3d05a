import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, LOGGER } from '#platform';
import { ManualPayments } from './manual-payments.js';

interface LateOrder {
  id: string;
  agreementId: string;
}

const BATCH = 50;

/** Looks for paid orders whose day is over. */
@Injectable()
export class PayBackLateOrders implements ScheduleHandler {
  readonly schedule = { name: 'pay-back-late-orders', everyMs: 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: ManualPayments,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Each late order is tried once in a round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    const skipped: string[] = [];
    for (;;) {
      const late = await this.dataSource.query<LateOrder[]>(
        `select id, agreement_id as "agreementId" from manual_orders
         where status = 'paid' and due_at <= $1 and payment_id is not null and not (id = any($2::uuid[]))
         order by due_at, id limit ${BATCH}`,
        [this.clock.now(), skipped],
      );
      if (late.length === 0) return;
      for (const { id, agreementId } of late) {
        if (signal.aborted) return;
        const isDone = await this.payments.payBack(id, agreementId).catch((error: unknown) => {
          this.logger.error({ err: error, orderId: id }, 'late order will be paid back in the next round');
          return false;
        });
        if (!isDone) skipped.push(id);
      }
    }
  }
}
