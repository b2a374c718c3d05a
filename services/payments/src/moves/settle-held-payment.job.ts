import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { LOGGER } from '#platform';
import { type SettleHeldPaymentPayload, settleHeldPayment } from '../held/settle-held-payment.definition.js';
import { Settlement } from './settlement.js';

@Injectable()
export class SettleHeldPayment implements JobHandler<SettleHeldPaymentPayload> {
  readonly job = settleHeldPayment;

  constructor(
    private readonly settlement: Settlement,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ payload }: JobRun<SettleHeldPaymentPayload>): Promise<Commit> {
    const { heldPaymentId } = payload;
    const moves = await this.settlement.move(heldPaymentId);
    return async (manager) => {
      if (moves !== null) await this.settlement.close(manager, heldPaymentId, moves);
    };
  }

  giveUp({ heldPaymentId }: SettleHeldPaymentPayload, error: unknown): Promise<Commit> {
    this.logger.error(
      { heldPaymentId, err: error },
      'a held payment does not move; it is tried again hourly',
    );
    return Promise.resolve((manager) => this.settlement.giveUp(manager, heldPaymentId));
  }
}
