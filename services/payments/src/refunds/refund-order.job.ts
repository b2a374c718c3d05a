import { Injectable } from '@nestjs/common';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { RefundCarrier } from './refund-carrier.js';
import { type RefundOrderPayload, refundOrder } from './refund-order.definition.js';

@Injectable()
export class RefundOrder implements JobHandler<RefundOrderPayload> {
  readonly job = refundOrder;

  constructor(private readonly refunds: RefundCarrier) {}

  run({ payload }: JobRun<RefundOrderPayload>): Promise<Commit> {
    return this.refunds.carryOut(payload.orderId);
  }
}
