import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AGREEMENT_ID, maskEmail } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Principal } from '#platform';
import { isContentDeleted, People } from '../agreements/agreements.module.js';
import { PaymentsConfig } from '../config.js';
import { BY_MAILED_LINK, ConnectedAccounts, EscrowLinks, isByBuyer } from '../connect/connect.module.js';
import { isUnpaid } from './escrow.command.js';
import type { EscrowEntity } from './escrow.entities.js';
import type { EscrowActor } from './escrow.repository.js';
import { type Act, EscrowStore } from './escrow.store.js';
import {
  allowedActions,
  dealOf,
  type EscrowDeal,
  type EscrowRole,
  type EscrowView,
  escrowFacts,
  takeBackAt,
} from './escrow.view.js';
import { EscrowPayments } from './escrow-payments.service.js';

/** Who asks: a login, and perhaps the key of the seller's mailed link. */
export interface Asking {
  caller: Principal;
  key: string | undefined;
}

interface Found {
  escrow: EscrowEntity;
  role: EscrowRole;
}

/** What buyer and seller see of an escrow, and what they do with it. */
@Injectable()
export class EscrowService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: PaymentsConfig,
    private readonly people: People,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly accounts: ConnectedAccounts,
    private readonly links: EscrowLinks,
  ) {}

  /** @throws AppError `not_found` for strangers as for what is not there */
  async view(agreementId: string, asking: Asking): Promise<EscrowView> {
    return this.show(await this.find(agreementId, asking));
  }

  /**
   * Carries out what the caller asks for, given who they are; `choose` answers null for a role that may not.
   * @throws AppError `not_found`, `held_payment_moved`, `amount_out_of_range`
   */
  async act(
    agreementId: string,
    asking: Asking,
    choose: (role: EscrowRole) => Omit<Act, 'actor'> | null,
  ): Promise<EscrowView> {
    const { escrow: seen, role } = await this.find(agreementId, asking);
    const act = choose(role);
    if (act === null) throw new AppError('not_found');
    const actor: EscrowActor = role === 'seller' ? 'seller' : `buyer:${asking.caller.id}`;
    const escrow = await this.outbox.transaction(async (manager) => {
      const row = await this.store.lock(manager, seen.id);
      // The buyer has named another seller meanwhile.
      if (row.sellerEmail !== seen.sellerEmail) throw new AppError('not_found');
      await this.store.act(manager, row, { ...act, actor });
      return row;
    });
    failpoint('payments.escrow.after-act');
    return this.show({ escrow, role });
  }

  /** Where the seller sets up payouts. @throws AppError `not_found`, `payment_provider` */
  async onboardingUrl(agreementId: string, asking: Asking): Promise<string> {
    const { escrow, role } = await this.find(agreementId, asking);
    if (role !== 'seller') throw new AppError('not_found');
    return this.accounts.onboardingUrl(escrow.sellerEmail, BY_MAILED_LINK, this.links.sellerPage(escrow));
  }

  private async find(agreementId: string, { caller, key }: Asking): Promise<Found> {
    const escrow = AGREEMENT_ID.test(agreementId) ? await this.payments.newest(agreementId) : null;
    if (!escrow) throw new AppError('not_found');
    if (key !== undefined && this.links.isKey(escrow, key)) return { escrow, role: 'seller' };
    if (caller.kind === 'user') {
      if (caller.id === escrow.buyerId) return { escrow, role: 'buyer' };
      if (caller.id === (await this.people.ownerId(agreementId))) return { escrow, role: 'owner' };
    }
    throw new AppError('not_found');
  }

  /** What is done with money does not wait for the names. */
  private async deal(escrow: EscrowEntity): Promise<EscrowDeal | null> {
    try {
      return dealOf(escrow, await this.people.agreement(escrow.agreementId));
    } catch {
      return null;
    }
  }

  private async show({ escrow, role }: Found): Promise<EscrowView> {
    const [account, deal, isDeleted] = await Promise.all([
      this.accounts.find(escrow.sellerEmail, escrow.buyerId),
      this.deal(escrow),
      isContentDeleted(this.dataSource.manager, escrow.agreementId),
    ]);
    const payoutsByBuyer = isByBuyer(account);
    // An account that the buyer has opened may be anybody's: the seller is asked for one until there is one of theirs.
    const sellerReady = account.canReceive && !(role === 'seller' && payoutsByBuyer);
    return {
      ...escrowFacts(escrow, this.config.isTest),
      ...{ role, buyerParty: escrow.buyerParty },
      seller: maskEmail(escrow.sellerEmail),
      deal,
      ...{ sellerReady, payoutsByBuyer },
      isContentDeleted: isDeleted,
      isBankTaking: isUnpaid(escrow.state) && escrow.isBankTaking,
      takeBackAt: takeBackAt(escrow),
      actions: allowedActions(escrow, role, sellerReady, this.clock.now()),
      steps: await this.store.steps(escrow.id),
    };
  }
}
