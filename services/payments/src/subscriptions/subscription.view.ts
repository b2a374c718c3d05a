import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsPositive } from 'class-validator';
import type Stripe from 'stripe';
import { currency, subscriptionCents } from '#contracts';
import { latestInvoice } from './stripe-subscriptions.js';
import type { FollowedSubscription } from './subscription.follower.js';
import type { SubscriptionEntity, SubscriptionStatus } from './subscriptions.entities.js';

export class CreateSubscription {
  @ApiProperty({ example: 17, description: 'Must be the caller' })
  @IsInt()
  @IsPositive()
  userId: number;
}

export class SubscriptionSecret {
  @ApiProperty({ example: 'pi_3QX_secret_k2J', description: 'For the form that pays the first month' })
  clientSecret: string;
}

class SavedCard {
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty({ example: '4242' }) last4: string;
}

class PaymentDue {
  @ApiProperty({ example: 'pi_3QX_secret_k2J' }) clientSecret: string;
  @ApiProperty({ example: 2000 }) amountCents: number;
}

const shownStatuses = ['none', 'incomplete', 'active', 'past_due', 'canceled'] as const;

export class SubscriptionView {
  @ApiProperty({
    enum: shownStatuses,
    description: '`incomplete`: the first month is not paid yet; `past_due`: a renewal could not be charged',
  })
  status: 'none' | SubscriptionStatus;
  @ApiProperty({ example: 2000, description: 'Price of a month in cents' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-21T10:00:00.000Z',
    description: 'Until when it is paid',
  })
  periodEnd: string | null;
  @ApiProperty({ example: false, description: 'Cancelled; runs until the end of what is paid' })
  endsAtPeriodEnd: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T10:00:00.000Z' })
  startedAt: string | null;
  @ApiProperty({ type: SavedCard, nullable: true }) card: SavedCard | null;
  @ApiProperty({
    type: PaymentDue,
    nullable: true,
    description: 'What is owed now, and the secret to pay it',
  })
  paymentDue: PaymentDue | null;
}

const none: SubscriptionView = {
  status: 'none',
  amountCents: subscriptionCents,
  currency,
  periodEnd: null,
  endsAtPeriodEnd: false,
  startedAt: null,
  card: null,
  paymentDue: null,
};

export function openView(followed: FollowedSubscription): SubscriptionView {
  const { row, subscription } = followed;
  return { ...rowView(row), card: savedCard(subscription), paymentDue: paymentDue(followed) };
}

/** What somebody sees who has no open subscription, but may have had one. */
export function endedView(ended: SubscriptionEntity | null): SubscriptionView {
  return ended === null ? none : rowView(ended);
}

/**
 * What a subscription asks for that is past due, or whose first month is not paid; nothing while a bank is sending it. The
 * open invoice of one that is renewed is charged by Stripe.
 */
export function paymentDue({ row, subscription }: FollowedSubscription): PaymentDue | null {
  const isWaited = row.startedAt === null || subscription.status === 'past_due';
  if (!isWaited || row.isBankTaking) return null;
  const invoice = latestInvoice(subscription);
  const clientSecret = invoice?.confirmation_secret?.client_secret;
  if (invoice?.status !== 'open' || clientSecret === undefined) return null;
  return { clientSecret, amountCents: invoice.amount_remaining };
}

function savedCard({ default_payment_method: method }: Stripe.Subscription): SavedCard | null {
  if (method === null || typeof method === 'string' || method.card === undefined) return null;
  return { brand: method.card.brand, last4: method.card.last4 };
}

const rowView = ({
  status,
  periodEnd,
  endsAtPeriodEnd,
  startedAt,
  ...row
}: SubscriptionEntity): SubscriptionView => ({
  ...none,
  // One that has ended begins again with the price of today.
  ...(status === 'canceled' ? {} : { amountCents: row.amountCents, currency: row.currency }),
  status,
  periodEnd: periodEnd?.toISOString() ?? null,
  endsAtPeriodEnd,
  startedAt: startedAt?.toISOString() ?? null,
});
