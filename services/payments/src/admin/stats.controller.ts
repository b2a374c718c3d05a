import { Controller } from '@nestjs/common';
import { getPaymentStats, type PaymentStats } from '#contracts';
import { InternalCall } from '#platform';
import { PaymentLists } from './payment-lists.js';

/** Numbers for the administrators' overview. The gateway has no route to it, it asks. */
@Controller()
export class StatsController {
  constructor(private readonly payments: PaymentLists) {}

  @InternalCall(getPaymentStats)
  stats(): Promise<PaymentStats> {
    return this.payments.stats();
  }
}
