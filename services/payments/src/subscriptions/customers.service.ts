import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { getAccount } from '#contracts';
import type { ServiceClient } from '#platform';
import { failpoint } from '#platform';
import { STRIPE } from '../stripe/stripe.client.js';

/** The client of the auth service, which knows who somebody is. */
export const AUTH = Symbol('auth service');

/** Who pays, as Stripe knows them: one customer per user. */
@Injectable()
export class Customers {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(AUTH) private readonly auth: ServiceClient<'auth'>,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * Stripe's id of the user's customer, which is made when it is first asked for.
   * @throws AppError `not_found`, `unavailable`; StripeError
   */
  async of(userId: number): Promise<string> {
    const known = await this.find(userId);
    if (known !== null) return known;
    const { username, email } = await this.auth.call(getAccount, { params: { id: userId } });
    const customer = await this.stripe.customers.create(
      { email, name: username, metadata: { userId: String(userId) } },
      { idempotencyKey: `customer-${userId}` },
    );
    failpoint('payments.customer.after-stripe');
    await this.dataSource.query(
      'insert into customers (user_id, stripe_customer_id) values ($1, $2) on conflict do nothing',
      [userId, customer.id],
    );
    return (await this.find(userId)) ?? customer.id;
  }

  private async find(userId: number): Promise<string | null> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      'select stripe_customer_id as id from customers where user_id = $1',
      [userId],
    );
    return row?.id ?? null;
  }
}
