import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { Column, DataSource, Entity, type EntityManager, In, PrimaryColumn, VirtualColumn } from 'typeorm';
import { type Commit, TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, insertIfNew, LOGGER } from '#platform';
import { askingStripe, createAtStripe, STRIPE, type StripeFollower } from '../stripe/stripe.module.js';

/** `opened_by` of accounts that were opened by the link mailed to the seller. */
export const BY_MAILED_LINK = 0;

/** Stripe's account of a seller. */
@Entity('sellers')
export class ConnectedAccountEntity {
  /** Lower case. */
  @PrimaryColumn('text')
  email: string;

  /** The user in whose session it was opened: counts for that user's own payments alone. */
  @PrimaryColumn('int', { default: BY_MAILED_LINK })
  openedBy: number;

  @Column('text', { nullable: true })
  stripeAccountId: string | null;

  /** Whether Stripe takes transfers for the account. */
  @Column('boolean', { default: false })
  canReceive: boolean;

  /** Whether one was filled in; it stays so while the next one is, in place of one that is gone. */
  @Column('boolean', { default: false })
  detailsSubmitted: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  changedAt: Date;

  /** Another one whenever the row was written. */
  @VirtualColumn({ type: 'text', query: (row) => `${row}.xmin::text` })
  version: string;
}

export type ConnectedAccount = Pick<
  ConnectedAccountEntity,
  'email' | 'openedBy' | 'stripeAccountId' | 'canReceive'
>;

/** It can be paid, and the buyer has opened it: whose it is only the buyer knows. */
export const isByBuyer = ({ canReceive, openedBy }: ConnectedAccount): boolean =>
  canReceive && openedBy !== BY_MAILED_LINK;

/** Opened by the mailed link and filled in: from then on no other account counts for the address. */
const OWN = { openedBy: BY_MAILED_LINK, detailsSubmitted: true } as const;

/** Stripe's codes for an account that was deleted, or whose owner lets us work with it no more. */
const GONE = ['account_invalid', 'resource_missing'];

const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && GONE.includes(error.code ?? '');

/** Until Stripe is asked again after somebody else has written down a later answer. */
const ASKED_AGAIN_MS = 200;

/** Runs in the transaction that writes down that the account can be paid. */
type WhenReady = (manager: EntityManager, account: ConnectedAccount) => Promise<void>;

/**
 * Who is paid. Whoever opens the link mailed to an address has proven that it is theirs: that account counts for
 * everybody, and once it is filled in it alone does, also while Stripe takes no transfers for it. A buyer may have the
 * seller beside them and open the account in their own session: it counts for this buyer alone, because nobody has shown
 * whose address it is, and a stranger must not be paid in another one's name.
 */
@Injectable()
export class ConnectedAccounts implements StripeFollower {
  readonly topic = 'account';
  private readonly listeners: WhenReady[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The account that a buyer's payment goes to: the one that was opened by mail and filled in, or else the one that this
   * buyer has opened. A payment waits for the first; it does not go to the second while the first cannot be paid.
   */
  async find(email: string, buyerId: number): Promise<ConnectedAccount> {
    const all = await this.known(email, buyerId);
    const own = all.find(({ openedBy, detailsSubmitted }) => openedBy === OWN.openedBy && detailsSubmitted);
    return own ?? all[0] ?? { email, openedBy: BY_MAILED_LINK, stripeAccountId: null, canReceive: false };
  }

  /**
   * The same account, for a transfer, which nobody calls back: before one that the buyer has opened is taken, Stripe is
   * asked about the seller's own. What Stripe tells of it may not have come.
   * @throws StripeError, TryLaterError
   */
  async findToPay(email: string, buyerId: number): Promise<ConnectedAccount> {
    const found = await this.find(email, buyerId);
    const own = found.openedBy === BY_MAILED_LINK ? null : await this.own(email, BY_MAILED_LINK);
    if (own === null) return found;
    await this.outbox.transaction(await this.look(own));
    return this.find(email, buyerId);
  }

  /** Every account that may count for a buyer, those that can be paid first. */
  known(email: string, buyerId: number): Promise<ConnectedAccountEntity[]> {
    return this.dataSource.manager.find(ConnectedAccountEntity, {
      where: { email, openedBy: In([BY_MAILED_LINK, buyerId]) },
      order: { canReceive: 'desc', openedBy: 'asc' },
    });
  }

  /** Calls the listener when an account that counts can be paid; for the same account perhaps more than once. */
  whenReady(listener: WhenReady): void {
    this.listeners.push(listener);
  }

  /**
   * Follows an account: once Stripe takes transfers for it, what waited for that can be paid. To one that is gone nothing
   * is; the row keeps it until its owner opens another one, because with other keys of ours Stripe may know it again. The
   * commit throws TryLaterError when somebody else has looked meanwhile; there is an end to that, because theirs is
   * written.
   */
  async look(stripeAccountId: string): Promise<Commit> {
    const known = await this.dataSource.manager.findOneBy(ConnectedAccountEntity, { stripeAccountId });
    if (!known) return () => Promise.resolve();
    const account = await this.retrieve(stripeAccountId);
    return async (manager) => {
      if (!(await this.record(manager, known, account)) || !(await this.counts(manager, known))) return;
      for (const listener of this.listeners) await listener(manager, known);
    };
  }

  /**
   * Where the seller sets up payouts; `page` is where Stripe leads back to. The address works once. In place of an account
   * that is gone a new one is opened.
   * @throws AppError `payment_provider`
   */
  onboardingUrl(email: string, openedBy: number, page: string): Promise<string> {
    return askingStripe(async () => {
      const account = await this.account(email, openedBy);
      try {
        return await this.link(account, page);
      } catch (error) {
        if (!isGone(error)) throw error;
        return await this.link(await this.replace(email, openedBy, account), page);
      }
    });
  }

  /** Whether this user has opened an account for the address before. */
  async hasAccount(email: string, openedBy: number): Promise<boolean> {
    return (await this.own(email, openedBy)) !== null;
  }

  /** Null when it is gone. */
  private async retrieve(stripeAccountId: string): Promise<Stripe.Account | null> {
    try {
      return await this.stripe.accounts.retrieve(stripeAccountId);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  private async link(account: string, page: string): Promise<string> {
    const type = 'account_onboarding';
    const link = await this.stripe.accountLinks.create({
      account,
      type,
      return_url: page,
      refresh_url: page,
    });
    return link.url;
  }

  private async counts(
    manager: EntityManager,
    { email, openedBy }: ConnectedAccountEntity,
  ): Promise<boolean> {
    return (
      openedBy === BY_MAILED_LINK || !(await manager.existsBy(ConnectedAccountEntity, { email, ...OWN }))
    );
  }

  /** Writes down what Stripe says of the account. Answers whether it can be paid. @throws TryLaterError */
  private async record(
    manager: EntityManager,
    { email, openedBy, version }: ConnectedAccountEntity,
    account: Stripe.Account | null,
  ): Promise<boolean> {
    const where = { email, openedBy };
    const row = await manager.findOne(ConnectedAccountEntity, { where, lock: { mode: 'pessimistic_write' } });
    if (row?.version !== version)
      throw new TryLaterError('the account was written while Stripe was asked', ASKED_AGAIN_MS);
    const canReceive = account?.capabilities?.transfers === 'active';
    // Whose address it is was shown once and for all.
    const detailsSubmitted = row.detailsSubmitted || (account?.details_submitted ?? false);
    const isSame = row.canReceive === canReceive && row.detailsSubmitted === detailsSubmitted;
    // What is the same is written, too: an older answer that comes afterwards is known by the version.
    const changedAt = isSame ? row.changedAt : this.clock.now();
    await manager.update(ConnectedAccountEntity, where, { canReceive, detailsSubmitted, changedAt });
    return canReceive;
  }

  private async account(email: string, openedBy: number): Promise<string> {
    const known = await this.own(email, openedBy);
    if (known !== null) return known;
    const account = await this.create(email, openedBy, null);
    const now = this.clock.now();
    // Of two at once the later meets the account before it meets the seller: both conflicts say the same.
    const seller = { email, openedBy, stripeAccountId: account, createdAt: now, changedAt: now };
    await insertIfNew(this.dataSource.manager, ConnectedAccountEntity, seller);
    failpoint('payments.seller.after-row');
    return (await this.own(email, openedBy)) ?? account;
  }

  /** Opens another account in place of one that is gone, which Stripe pays no more. Of two at once both get the same. */
  private async replace(email: string, openedBy: number, former: string): Promise<string> {
    const stripeAccountId = await this.create(email, openedBy, former);
    const { affected } = await this.dataSource.manager.update(
      ConnectedAccountEntity,
      { email, openedBy, stripeAccountId: former },
      { stripeAccountId, canReceive: false, changedAt: this.clock.now() },
    );
    if (affected === 1)
      this.logger.warn({ former, stripeAccountId }, 'the account of a seller is gone; they open another one');
    return (await this.own(email, openedBy)) ?? stripeAccountId;
  }

  /** @param former the account that it takes the place of */
  private async create(email: string, openedBy: number, former: string | null): Promise<string> {
    // Two at once, or one again after its answer was lost, get the same account. Addresses stay out of keys.
    const key = `seller-${createHash('sha256').update(`${openedBy}:${email}`).digest('hex')}`;
    const params: Stripe.AccountCreateParams = {
      type: 'express',
      email,
      // Stripe refuses transfers without card payments, which sellers never take, unless it has approved the platform.
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    };
    const { id } = await createAtStripe({
      key: former === null ? key : `${key}-after-${former}`,
      now: this.clock.now(),
      create: (idempotencyKey) => this.stripe.accounts.create(params, { idempotencyKey }),
    });
    failpoint('payments.seller.after-account');
    return id;
  }

  private async own(email: string, openedBy: number): Promise<string | null> {
    const known = await this.dataSource.manager.findOneBy(ConnectedAccountEntity, { email, openedBy });
    return known?.stripeAccountId ?? null;
  }
}
