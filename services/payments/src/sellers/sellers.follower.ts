import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { STRIPE } from '../stripe/stripe.client.js';
import type { StripeFollower } from '../stripe/stripe-follower.js';
import { BY_MAILED_LINK, type Seller, SellersService } from './sellers.service.js';

/** Sellers' accounts: once Stripe takes transfers for one, what waited for it can be paid. */
@Injectable()
export class SellersFollower implements StripeFollower {
  readonly topic = 'account';

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly sellers: SellersService,
    private readonly store: HeldPaymentsStore,
  ) {}

  async look(id: string): Promise<Commit> {
    const seller = await this.sellers.findByAccount(id);
    if (!seller) return () => Promise.resolve();
    const account = await this.stripe.accounts.retrieve(id);
    return async (manager) => {
      const canReceive = await this.sellers.record(manager, account);
      if (canReceive) await this.openPayments(manager, seller);
    };
  }

  private async openPayments(manager: EntityManager, { email, openedBy }: Seller): Promise<void> {
    const waiting = await manager.find(HeldPaymentEntity, {
      where: {
        sellerEmail: email,
        state: 'requires_onboarding',
        ...(openedBy === BY_MAILED_LINK ? {} : { buyerId: openedBy }),
      },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const held of waiting) {
      await this.store.act(manager, held, { command: { do: 'seller-ready' }, actor: 'stripe' });
    }
  }
}
