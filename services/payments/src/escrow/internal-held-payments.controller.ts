import { Controller, Param, ParseUUIDPipe } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EscrowFacts, getEscrow } from '#contracts';
import { AppError, InternalCall } from '#platform';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { SellerLinks } from '../sellers/seller-links.js';
import { SellersService } from '../sellers/sellers.service.js';
import { EscrowService } from './escrow.service.js';
import { heldPaymentFacts } from './escrow.view.js';

/** Facts for mails. The gateway has no route to it. */
@Controller()
export class InternalHeldPaymentsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sellers: SellersService,
    private readonly links: SellerLinks,
    private readonly escrow: EscrowService,
  ) {}

  @InternalCall(getEscrow)
  async facts(@Param('id', ParseUUIDPipe) id: string): Promise<EscrowFacts> {
    const held = await this.dataSource.manager.findOneBy(HeldPaymentEntity, { id });
    if (!held) throw new AppError('not_found');
    const { agreementId, buyerId, buyerParty, sellerEmail, state, currency, holdHours, receiptNumber } = held;
    const facts = heldPaymentFacts(held, this.escrow.isTest);
    const { canReceive } = await this.sellers.find(sellerEmail, buyerId);
    return {
      heldPaymentId: id,
      ...{ agreementId, buyerId, buyerParty, sellerEmail, state, currency, holdHours, receiptNumber },
      amountCents: facts.amount,
      feeCents: facts.platformFee,
      sellerCents: facts.sellerAmount,
      buyerRefundCents: facts.buyerRefund,
      releaseAt: facts.releaseAt,
      heldAt: facts.heldAt,
      settledAt: facts.settledAt,
      problem: facts.problem,
      decision: facts.decision,
      sellerReady: canReceive,
      links: { buyer: this.links.page(agreementId), seller: this.links.sellerPage(held) },
      isTest: facts.isTest,
    };
  }
}
