import { Injectable } from '@nestjs/common';
import { PruneJobs } from '#jobs';

/** Of payments only what recognises repeated deliveries and requests is ever deleted; money has no age. */
@Injectable()
export class PruneMoney extends PruneJobs {
  protected override readonly rules = [
    // Stripe sends an event again, and lists it, for 30 days at most.
    { table: 'stripe_webhooks', isOver: 'true', since: 'received_at', days: 60 },
    // Longer than any browser goes on asking with the same key; the order itself answers without it.
    { table: 'idempotency_keys', isOver: 'true', since: 'created_at', days: 30 },
  ];
}
