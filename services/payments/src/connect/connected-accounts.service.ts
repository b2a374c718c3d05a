import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { Clock, failpoint } from '#platform';
import { askingStripe, STRIPE, type StripeFollower } from '../stripe/stripe.module.js';

/** `opened_by` of accounts that were opened by the link mailed to the seller. */
export const BY_MAILED_LINK = 0;

export interface ConnectedAccount {
  /** Lower case. */
  email: string;
  /** The user in whose session it was opened: counts for that user's own payments alone. */
  openedBy: number;
  stripeAccountId: string | null;
  /** Whether Stripe takes transfers for the account. */
  canReceive: boolean;
}

/** Runs in the transaction that writes down that the account can be paid. */
type WhenReady = (manager: EntityManager, account: ConnectedAccount) => Promise<void>;

const COLUMNS =
  'email, opened_by as "openedBy", stripe_account_id as "stripeAccountId", can_receive as "canReceive"';

/**
 * Who is paid. Whoever opens the link mailed to an address has proven that it is theirs: that account counts for
 * everybody. A buyer may have the seller beside them and open the account in their own session: it counts for this buyer
 * alone, because nobody has shown whose address it is, and a stranger must not be paid in another one's name.
 */
@Injectable()
export class ConnectedAccounts implements StripeFollower {
  readonly topic = 'account';
  private readonly listeners: WhenReady[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /** The account that a buyer's payment goes to: the one opened by mail, or else the one that this buyer has opened. */
  async find(email: string, buyerId: number): Promise<ConnectedAccount> {
    const [best] = await this.known(email, buyerId);
    return best ?? { email, openedBy: BY_MAILED_LINK, stripeAccountId: null, canReceive: false };
  }

  /** Every account that may count for a buyer, the best first. */
  known(email: string, buyerId: number): Promise<ConnectedAccount[]> {
    return this.dataSource.query<ConnectedAccount[]>(
      `select ${COLUMNS} from sellers where email = $1 and opened_by in ($2, $3)
       order by can_receive desc, opened_by`,
      [email, BY_MAILED_LINK, buyerId],
    );
  }

  /** Calls the listener when an account can be paid; for the same account perhaps more than once. */
  whenReady(listener: WhenReady): void {
    this.listeners.push(listener);
  }

  /** Follows an account: once Stripe takes transfers for it, what waited for that can be paid. */
  async look(stripeAccountId: string): Promise<Commit> {
    const known = await this.findByAccount(stripeAccountId);
    if (!known) return () => Promise.resolve();
    const account = await this.stripe.accounts.retrieve(stripeAccountId);
    return async (manager) => {
      if (!(await this.record(manager, account))) return;
      for (const listener of this.listeners) await listener(manager, known);
    };
  }

  private async findByAccount(stripeAccountId: string): Promise<ConnectedAccount | null> {
    const [row] = await this.dataSource.query<ConnectedAccount[]>(
      `select ${COLUMNS} from sellers where stripe_account_id = $1`,
      [stripeAccountId],
    );
    return row ?? null;
  }

  /**
   * Where the seller sets up payouts; `page` is where Stripe leads back to. The address works once.
   * @throws AppError `payment_provider`
   */
  onboardingUrl(email: string, openedBy: number, page: string): Promise<string> {
    return askingStripe(async () => {
      const account = await this.account(email, openedBy);
      const link = await this.stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        return_url: page,
        refresh_url: page,
      });
      return link.url;
    });
  }

  /** Whether this user has opened an account for the address before. */
  async hasAccount(email: string, openedBy: number): Promise<boolean> {
    return (await this.own(email, openedBy)) !== null;
  }

  /** Writes down what Stripe says of the account. Answers whether it can be paid. */
  private async record(manager: EntityManager, account: Stripe.Account): Promise<boolean> {
    const canReceive = account.capabilities?.transfers === 'active';
    await manager.query(
      `update sellers set can_receive = $2, details_submitted = $3, changed_at = $4
       where stripe_account_id = $1 and (can_receive, details_submitted) is distinct from ($2, $3)`,
      [account.id, canReceive, account.details_submitted, this.clock.now()],
    );
    return canReceive;
  }

  private async account(email: string, openedBy: number): Promise<string> {
    const known = await this.own(email, openedBy);
    if (known !== null) return known;
    const now = this.clock.now();
    const account = await this.stripe.accounts.create(
      { type: 'express', email, capabilities: { transfers: { requested: true } } },
      // Two at once, or one again after its answer was lost, get the same account. Addresses stay out of keys.
      { idempotencyKey: `seller-${createHash('sha256').update(`${openedBy}:${email}`).digest('hex')}` },
    );
    failpoint('payments.seller.after-account');
    // Of two at once the later meets the account before it meets the seller: both conflicts say the same.
    await this.dataSource.query(
      `insert into sellers (email, opened_by, stripe_account_id, created_at, changed_at) values ($1, $2, $3, $4, $4)
       on conflict do nothing`,
      [email, openedBy, account.id, now],
    );
    failpoint('payments.seller.after-row');
    return (await this.own(email, openedBy)) ?? account.id;
  }

  private async own(email: string, openedBy: number): Promise<string | null> {
    const [row] = await this.dataSource.query<{ id: string | null }[]>(
      'select stripe_account_id as id from sellers where email = $1 and opened_by = $2',
      [email, openedBy],
    );
    return row?.id ?? null;
  }
}
