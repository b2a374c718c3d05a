import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AGREEMENT_ID } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Principal } from '#platform';
import { PaymentsConfig } from '../config.js';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { type Act, type HeldActor, HeldPaymentsStore } from '../held/held-payments.store.js';
import { SellerLinks } from '../sellers/seller-links.js';
import { BY_MAILED_LINK, SellersService } from '../sellers/sellers.service.js';
import {
  allowedActions,
  dealOf,
  type HeldDeal,
  type HeldPaymentStep,
  type HeldPaymentView,
  type HeldRole,
  heldPaymentFacts,
  maskEmail,
  takeBackAt,
} from './escrow.view.js';
import { People } from './people.js';

/** Who asks: a login, and perhaps the key of the seller's mailed link. */
export interface Asking {
  caller: Principal;
  key: string | undefined;
}

interface Found {
  held: HeldPaymentEntity;
  role: HeldRole;
}

/** What buyer and seller see of a held payment, and what they do with it. */
@Injectable()
export class EscrowService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: PaymentsConfig,
    private readonly people: People,
    private readonly held: HeldPaymentsService,
    private readonly store: HeldPaymentsStore,
    private readonly sellers: SellersService,
    private readonly links: SellerLinks,
  ) {}

  /** @throws AppError `not_found` for strangers as for what is not there */
  async view(agreementId: string, asking: Asking): Promise<HeldPaymentView> {
    return this.show(await this.find(agreementId, asking));
  }

  /**
   * Carries out what the caller asks for, given who they are; `choose` answers null for a role that may not.
   * @throws AppError `not_found`, `held_payment_moved`, `amount_out_of_range`
   */
  async act(
    agreementId: string,
    asking: Asking,
    choose: (role: HeldRole) => Omit<Act, 'actor'> | null,
  ): Promise<HeldPaymentView> {
    const { held: seen, role } = await this.find(agreementId, asking);
    const act = choose(role);
    if (act === null) throw new AppError('not_found');
    const actor: HeldActor = role === 'seller' ? 'seller' : `buyer:${asking.caller.id}`;
    const held = await this.outbox.transaction(async (manager) => {
      const row = await this.store.lock(manager, seen.id);
      // The buyer has named another seller meanwhile.
      if (row.sellerEmail !== seen.sellerEmail) throw new AppError('not_found');
      await this.store.act(manager, row, { ...act, actor });
      return row;
    });
    failpoint('payments.held.after-act');
    return this.show({ held, role });
  }

  /** Where the seller sets up payouts. @throws AppError `not_found`, `payment_provider` */
  async onboardingUrl(agreementId: string, asking: Asking): Promise<string> {
    const { held, role } = await this.find(agreementId, asking);
    if (role !== 'seller') throw new AppError('not_found');
    return this.sellers.onboardingUrl(held.sellerEmail, BY_MAILED_LINK, this.links.sellerPage(held));
  }

  async steps(heldPaymentId: string): Promise<HeldPaymentStep[]> {
    const rows = await this.dataSource.query<(Omit<HeldPaymentStep, 'at'> & { at: Date })[]>(
      `select at, split_part(actor, ':', 1) as by, change, state, note from held_payment_steps
       where held_payment_id = $1 order by version`,
      [heldPaymentId],
    );
    return rows.map((step) => ({ ...step, at: step.at.toISOString() }));
  }

  get isTest(): boolean {
    return this.config.isSandbox || this.config.stripeSecretKey.startsWith('sk_test_');
  }

  private async find(agreementId: string, { caller, key }: Asking): Promise<Found> {
    const held = AGREEMENT_ID.test(agreementId) ? await this.held.newest(agreementId) : null;
    if (!held) throw new AppError('not_found');
    if (key !== undefined && this.links.isKey(held, key)) return { held, role: 'seller' };
    if (caller.kind === 'user') {
      if (caller.id === held.buyerId) return { held, role: 'buyer' };
      if (caller.id === (await this.people.ownerId(agreementId))) return { held, role: 'owner' };
    }
    throw new AppError('not_found');
  }

  /** What is done with money does not wait for the names. */
  private async deal(held: HeldPaymentEntity): Promise<HeldDeal | null> {
    try {
      return dealOf(held, await this.people.agreement(held.agreementId));
    } catch {
      return null;
    }
  }

  private async show({ held, role }: Found): Promise<HeldPaymentView> {
    const [{ canReceive: sellerReady }, deal] = await Promise.all([
      this.sellers.find(held.sellerEmail, held.buyerId),
      this.deal(held),
    ]);
    return {
      ...heldPaymentFacts(held, this.isTest),
      role,
      seller: maskEmail(held.sellerEmail),
      deal,
      sellerReady,
      takeBackAt: takeBackAt(held),
      actions: allowedActions(held, role, sellerReady, this.clock.now()),
      steps: await this.steps(held.id),
    };
  }
}
