import { eventually, Journey, type TestSystem } from '#testing';
import {
  confirm,
  type EscrowIntent,
  type EscrowView,
  escrowAct,
  escrowReaches,
  escrowView,
  onboard,
  sellerKey,
} from '../money/payer.js';
import { stripeOf } from '../stripe-sdk.js';
import type { Deal } from './escrow-mails.js';
import type { Scene } from './scene.js';

interface Subscription {
  status: string;
  periodEnd: string;
}

/** What payments calls an escrow's id in the metadata of its PaymentIntent. */
const ESCROW_ID = 'heldPaymentId';

/** What Anna and her sellers do with held payments, and Anna with her subscription. */
export class Deals {
  private readonly seller: Journey;

  constructor(private readonly scene: Scene<string>) {
    this.seller = new Journey(scene.system.url, { patienceMs: 30_000 });
  }

  /** Asks for a payment to be held. Answers the secret to pay with, null when the seller is not ready. */
  begin({ contract, dollars, seller }: Deal): Promise<EscrowIntent & { paymentIntentId: string | null }> {
    const json = { agreementId: contract.agreementId, amount: dollars, sellerEmail: seller.email };
    return this.scene.anna.ask('POST', '/api/create-escrow-intent', { json });
  }

  /** The seller sets up payouts by the mailed link. */
  async getReady(deal: Deal): Promise<void> {
    const { agreementId } = deal.contract;
    const key = encodeURIComponent(await this.key(deal));
    const path = `/api/escrow/${agreementId}/onboarding?key=${key}`;
    const { onboardingUrl } = await this.seller.ask<{ onboardingUrl: string }>('POST', path, { json: {} });
    await onboard(onboardingUrl);
    await this.reaches(deal, 'requires_payment');
  }

  /** Pays; answers the id of the payment at Stripe. */
  async pay(deal: Deal): Promise<string> {
    const { clientSecret, paymentIntentId } = await this.begin(deal);
    const status = await confirm(this.scene.system, clientSecret ?? '');
    if (status !== 'succeeded') throw new Error(`the payment is ${status}`);
    await this.reaches(deal, 'held');
    return paymentIntentId ?? '';
  }

  /** Pays from a bank account, whose bank sends nothing. */
  async payInVain(deal: Deal): Promise<void> {
    const { clientSecret, paymentIntentId } = await this.begin(deal);
    const { system } = this.scene;
    const status = await confirm(system, clientSecret ?? '', 'pm_usBankAccount_insufficientFunds');
    if (status !== 'processing') throw new Error(`the payment is ${status}`);
    await eventually(
      async () => {
        const view = await escrowView(this.scene.anna, deal.contract.agreementId);
        if (!view.isBankTaking) throw new Error('the bank is not known to take its time');
      },
      30_000,
      'a payment that a bank takes its time over',
    );
    system.stripe.endDebit(paymentIntentId ?? '');
  }

  async asSeller(deal: Deal, act: 'delivered' | 'refund', json: object = {}): Promise<EscrowView> {
    return escrowAct(this.seller, deal.contract.agreementId, act, { key: await this.key(deal), json });
  }

  /** A PaymentIntent of what was closed, which nobody knew of, is paid all the same. */
  async payLate({ contract: { agreementId }, dollars }: Deal): Promise<void> {
    const { system } = this.scene;
    const [escrow] = await system.query<{ id: string }>(
      'payments',
      `select id from escrows where agreement_id = '${agreementId}'`,
    );
    const metadata = { [ESCROW_ID]: String(escrow?.id) };
    const intent = { amount: dollars * 100, currency: 'usd', metadata };
    const { client_secret: secret } = await stripeOf(system).paymentIntents.create(intent);
    const status = await confirm(system, String(secret));
    if (status !== 'succeeded') throw new Error(`the payment is ${status}`);
  }

  /** The seller has lost the key, and asks for the link with the number alone. */
  async askForLink({ contract }: Deal): Promise<void> {
    const path = `/api/escrow/${contract.agreementId}/send-link`;
    const { status } = await this.seller.call('POST', path, { json: {} });
    if (status !== 202) throw new Error(`send-link answered ${status}`);
  }

  asBuyer({ contract }: Deal, act: 'problem' | 'release', json: object = {}): Promise<EscrowView> {
    return escrowAct(this.scene.anna, contract.agreementId, act, { json });
  }

  reaches({ contract }: Deal, state: string): Promise<EscrowView> {
    return escrowReaches(this.scene.anna, contract.agreementId, state);
  }

  /** An administrator divides it. @param sellerAmount dollars before the fee */
  async decide({ contract }: Deal, sellerAmount: number, reason: string): Promise<void> {
    const path = '/api/admin/held-payments';
    const list = await this.scene.asAdmin<{ id: string; agreementId: string }[]>(
      'GET',
      `${path}?state=disputed`,
    );
    const id = list.find(({ agreementId }) => agreementId === contract.agreementId)?.id;
    await this.scene.asAdmin('POST', `${path}/${id}/decide`, { sellerAmount, reason });
  }

  /** Subscribes; answers until when it is paid. */
  async subscribe(): Promise<string> {
    const { anna, system } = this.scene;
    const json = { userId: anna.user.id };
    const { clientSecret } = await anna.ask<{ clientSecret: string }>('POST', '/api/create-subscription', {
      json,
    });
    await confirm(system, clientSecret);
    return (await this.subscription(({ status }) => status === 'active')).periodEnd;
  }

  /** The subscription, once it is as expected. */
  subscription(isExpected: (found: Subscription) => boolean): Promise<Subscription> {
    return eventually(
      async () => {
        const found = await this.scene.anna.ask<Subscription>('GET', '/api/user/subscription');
        if (!isExpected(found)) throw new Error(`it is ${found.status} until ${found.periodEnd}`);
        return found;
      },
      60_000,
      'the subscription',
    );
  }

  /** The number of the newest receipt, which is that of the subscription. */
  async subscriptionReceipt(): Promise<string> {
    const receipts = await this.scene.anna.ask<{ number: string; purpose: string }[]>(
      'GET',
      '/api/user/receipts',
    );
    const [newest] = receipts;
    if (newest?.purpose !== 'subscription') throw new Error(`the newest receipt is of ${newest?.purpose}`);
    return newest.number;
  }

  private key({ contract, seller }: Deal): Promise<string> {
    return sellerKey(this.scene.system, seller.email, contract.agreementId);
  }
}

/** From now on the subscription is charged to a card that has no money. */
export async function emptyTheCard(system: TestSystem): Promise<void> {
  const stripe = stripeOf(system);
  const [subscription] = system.stripe.listSubscriptions();
  const customer = String(subscription?.customer);
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(subscription?.id ?? '', { default_payment_method: id });
}
