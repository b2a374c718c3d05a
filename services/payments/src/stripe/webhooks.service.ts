import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { AppError, failpoint } from '#platform';
import { PaymentsConfig } from '../config.js';
import { STRIPE } from './stripe.client.js';
import { StripeInbox } from './stripe-inbox.js';

/** Stripe's own tolerance for the age of a signature. */
const TOLERANCE_SECONDS = 300;

/** Takes what Stripe tells: verified, written down, then answered. The work is done from the row. */
@Injectable()
export class WebhooksService {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly config: PaymentsConfig,
    private readonly inbox: StripeInbox,
  ) {}

  /** @throws AppError `invalid_signature` unless the bytes were signed with one of our secrets within five minutes. */
  async receive(rawBody: Buffer | undefined, signature: string | undefined): Promise<void> {
    const event = this.verify(rawBody, signature);
    failpoint('payments.webhook.before-inbox');
    await this.inbox.take(event, false);
    failpoint('payments.webhook.after-inbox');
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
