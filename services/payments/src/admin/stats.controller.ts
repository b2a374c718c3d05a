import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '#platform';
import { PaymentLists, type PaymentStats } from './payment-lists.js';

/** Numbers for the administrators' overview. The gateway has no route to it, it asks. */
@ApiExcludeController()
@Access('service')
@Controller('internal/stats')
export class StatsController {
  constructor(private readonly payments: PaymentLists) {}

  @Get()
  stats(): Promise<PaymentStats> {
    return this.payments.stats();
  }
}
