import { Controller, Param, ParseUUIDPipe } from '@nestjs/common';
import { getSubscription, type SubscriptionFacts } from '#contracts';
import { AppError, InternalCall } from '#platform';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Facts for mails. The gateway has no route to it. */
@Controller()
export class SubscriptionsInternalController {
  constructor(private readonly rows: SubscriptionsRepository) {}

  @InternalCall(getSubscription)
  async facts(@Param('id', ParseUUIDPipe) id: string): Promise<SubscriptionFacts> {
    const row = await this.rows.find(id);
    if (row === null) throw new AppError('not_found');
    return { status: row.status, endsAtPeriodEnd: row.endsAtPeriodEnd };
  }
}
