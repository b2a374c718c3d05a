import { Controller, Param, ParseIntPipe, ParseUUIDPipe } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EscrowFacts, getEscrow, getEscrowStepOrigin, type PersonOrigin } from '#contracts';
import { AppError, InternalCall } from '#platform';
import { isContentDeleted } from '../agreements/agreements.module.js';
import { PaymentsConfig } from '../config.js';
import { ConnectedAccounts, EscrowLinks, isByBuyer } from '../connect/connect.module.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import { clockStartedBy, escrowFacts, payBy, takeBackAt } from './escrow.view.js';

/** Facts for mails and for the agreement's log. The gateway has no route to it. */
@Controller()
export class EscrowInternalController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EscrowStore,
    private readonly accounts: ConnectedAccounts,
    private readonly links: EscrowLinks,
    private readonly config: PaymentsConfig,
  ) {}

  @InternalCall(getEscrowStepOrigin)
  stepOrigin(
    @Param('id', ParseUUIDPipe) id: string,
    @Param('version', ParseIntPipe) version: number,
  ): Promise<PersonOrigin> {
    return this.store.originOfStep(id, version);
  }

  @InternalCall(getEscrow)
  async facts(@Param('id', ParseUUIDPipe) id: string): Promise<EscrowFacts> {
    const { manager } = this.dataSource;
    const escrow = await manager.findOneBy(EscrowEntity, { id });
    if (!escrow) throw new AppError('not_found');
    const { agreementId, buyerId, buyerParty, sellerEmail, state, currency, holdHours, receiptNumber } =
      escrow;
    const facts = escrowFacts(escrow, this.config.isTest);
    const account = await this.accounts.find(sellerEmail, buyerId);
    return {
      escrowId: id,
      ...{ agreementId, buyerId, buyerParty, sellerEmail, state, currency, holdHours, receiptNumber },
      amountCents: facts.amount,
      feeCents: facts.platformFee,
      feePercent: facts.feePercent,
      sellerCents: facts.sellerAmount,
      buyerRefundCents: facts.buyerRefund,
      sentBackCents: facts.sentBack,
      chargebackCents: escrow.chargebackCents,
      chargedBackCents: facts.chargedBack,
      releaseAt: facts.releaseAt,
      backAt: facts.backAt,
      clockStartedBy: clockStartedBy(escrow),
      payBy: payBy(escrow),
      takeBackAt: takeBackAt(escrow),
      sellerSince: escrow.sellerSince?.toISOString() ?? null,
      heldAt: facts.heldAt,
      settledAt: facts.settledAt,
      problem: facts.problem,
      decision: facts.decision,
      isContractCancelled: facts.isContractCancelled,
      isContentDeleted: await isContentDeleted(manager, agreementId),
      isChargePossible: facts.isChargePossible,
      isAccountDisabled: facts.isAccountDisabled,
      isBuyerUnreached: facts.isBuyerUnreached,
      sellerReady: account.canReceive,
      payoutsByBuyer: isByBuyer(account),
      links: { buyer: this.links.page(agreementId), seller: this.links.sellerPage(escrow) },
      isTest: facts.isTest,
    };
  }
}
