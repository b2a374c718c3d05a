import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { AppError } from '#platform';
import { PaymentsConfig } from '../config.js';
import { processStripeEvent } from './process-stripe-event.job.js';
import { STRIPE } from './stripe.client.js';

/** Stripe's own tolerance for the age of a signature. */
const TOLERANCE_SECONDS = 300;

/** Takes what Stripe tells: verified, written down, then answered. The work is done from the row. */
@Injectable()
export class WebhooksService {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly config: PaymentsConfig,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** @throws AppError `invalid_signature` unless the bytes were signed with one of our secrets within five minutes. */
  async receive(rawBody: Buffer | undefined, signature: string | undefined): Promise<void> {
    const event = this.verify(rawBody, signature);
    const object = event.data.object as { id?: string };
    await this.outbox.transaction(async (manager) => {
      const inserted = await manager.query<unknown[]>(
        'insert into stripe_events (id, type, object_id) values ($1, $2, $3) on conflict do nothing returning 1',
        [event.id, event.type, object.id ?? ''],
      );
      if (inserted.length === 0 || !event.type.startsWith('payment_intent.')) return;
      await this.jobs.add(manager, processStripeEvent, event.id, { paymentIntentId: object.id ?? '' });
    });
  }

  private verify(rawBody: Buffer | undefined, signature: string | undefined): Stripe.Event {
    if (!rawBody || !signature) throw new AppError('invalid_signature');
    for (const secret of this.config.stripeWebhookSecret.split(',')) {
      try {
        return this.stripe.webhooks.constructEvent(rawBody, signature, secret.trim(), TOLERANCE_SECONDS);
      } catch {
        // Perhaps it is signed with the other secret of a rotation.
      }
    }
    throw new AppError('invalid_signature');
  }
}
