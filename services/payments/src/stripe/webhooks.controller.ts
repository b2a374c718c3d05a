import { Controller, HttpCode, Inject, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { Access, AppError, failpoint } from '#platform';
import { PaymentsConfig } from '../config.js';
import { STRIPE } from './stripe.client.js';
import { StripeWebhooks } from './stripe-events.js';

/** Stripe's own tolerance for the age of a signature. */
const TOLERANCE_SECONDS = 300;

/** Takes what Stripe tells: verified, written down, then answered. The work is done from the row. */
@ApiTags('payments')
@Controller('api/webhooks/stripe')
export class WebhooksController {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly config: PaymentsConfig,
    private readonly webhooks: StripeWebhooks,
  ) {}

  @Post()
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ description: 'Stored; Stripe need not send it again' })
  async receive(@Req() request: RawBodyRequest<FastifyRequest>): Promise<{ received: true }> {
    const event = this.verify(request.rawBody, request.headers['stripe-signature']);
    failpoint('payments.webhook.before-commit');
    await this.webhooks.take(event, false);
    failpoint('payments.webhook.after-commit');
    return { received: true };
  }

  /** @throws AppError `invalid_signature` unless the bytes were signed with one of our secrets within five minutes. */
  private verify(rawBody: Buffer | undefined, signature: string | string[] | undefined): Stripe.Event {
    if (!rawBody || typeof signature !== 'string' || !signature) throw new AppError('invalid_signature');
    for (const secret of this.config.stripeWebhookSecret.split(',')) {
      try {
        return this.stripe.webhooks.constructEvent(rawBody, signature, secret.trim(), TOLERANCE_SECONDS);
      } catch {
        // Perhaps it is signed with the secret of the other endpoint, or with the other one of a rotation.
      }
    }
    throw new AppError('invalid_signature');
  }
}
