import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { LOGGER } from '#platform';
import { Ledger } from '../ledger/ledger.module.js';
import { STRIPE, type StripeFollower } from '../stripe/stripe.module.js';
import { type Command, isSellerPosted, isUnpaid } from './escrow.command.js';
import type { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { grossOf, isOver } from './settlement.state.js';
import { assertNotLeased } from './settlement-lease.js';
import { type SellerTransfers, StripeSettlement } from './stripe-settlement.js';

/**
 * What sellers were paid at Stripe. Our own transfers are written down by who makes them: this finds those that only Stripe
 * knows, because the database was restored to a moment before them, and those that people have made or reversed by hand.
 */
@Injectable()
export class TransferFollower implements StripeFollower {
  readonly topic = 'transfer';

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly atStripe: StripeSettlement,
    private readonly store: EscrowStore,
    private readonly ledger: Ledger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The commit throws LeaseTakenError while the money of the escrow is being moved. */
  async look(id: string): Promise<Commit> {
    const { metadata, transfer_group: group } = await this.stripe.transfers.retrieve(id);
    const escrowId = metadata[ESCROW_ID] ?? group;
    if (escrowId === null || !isUUID(escrowId)) return () => Promise.resolve();
    const transfers = await this.atStripe.findTransfers(escrowId);
    return (manager) => this.follow(manager, escrowId, transfers);
  }

  private async follow(manager: EntityManager, escrowId: string, transfers: SellerTransfers): Promise<void> {
    const escrow = await this.store.lockIfAny(manager, escrowId);
    if (escrow === null) return;
    if (isOver(escrow) || isSellerPosted(escrow)) return this.noteByHand(manager, escrow, transfers);
    const cents = transfers.sentCents - transfers.reversedCents;
    if (cents === 0 || cents === escrow.sellerGrossCents - escrow.feeCents) return;
    await assertNotLeased(manager, escrow);
    // The event of the payment may come after that of its transfer.
    if (isUnpaid(escrow.state))
      throw new Error(`The seller of ${escrowId} was paid, and its payment is not known`);
    const command = { do: 'seller-paid', sellerGrossCents: grossOf(escrow, cents) } as const;
    if (await this.store.act(manager, escrow, { command, actor: 'stripe' }))
      this.logger.error({ escrowId, cents }, 'Stripe has paid a seller of which no decision is known here');
  }

  /** Both sums only grow, so that a look that is older than another one's writes nothing. */
  private async noteByHand(
    manager: EntityManager,
    escrow: EscrowEntity,
    { sentCents, reversedCents }: SellerTransfers,
  ): Promise<void> {
    const sellerCents = escrow.sellerGrossCents - escrow.feeCents;
    const beyond = sentCents - sellerCents - (await this.lost(manager, escrow, 'transferred-beyond'));
    const reversed = reversedCents + (await this.lost(manager, escrow, 'transfer-reversed'));
    if (beyond > 0) await this.note(manager, escrow, { do: 'transferred-beyond', cents: beyond });
    if (reversed > 0) await this.note(manager, escrow, { do: 'transfer-reversed', cents: reversed });
  }

  private lost(manager: EntityManager, { id: ref }: EscrowEntity, what: Command['do']): Promise<number> {
    return this.ledger.sum(manager, 'losses', { kinds: [`held-payment-${what}`], ref });
  }

  private async note(manager: EntityManager, escrow: EscrowEntity, command: Command): Promise<void> {
    await this.store.act(manager, escrow, { command, actor: 'stripe' });
    this.logger.error(
      { escrowId: escrow.id, ...command },
      'people have moved the money of a seller at Stripe',
    );
  }
}
