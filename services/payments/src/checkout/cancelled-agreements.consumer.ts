import { Controller } from '@nestjs/common';
import { type AgreementCancelled, agreementCancelled, type EventEnvelope } from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { EscrowPayments } from '../escrow/escrow.module.js';
import { OrdersService } from '../orders/orders.module.js';

/** What becomes of everything that is or was to be paid for an agreement that is cancelled, in one transaction. */
@Controller()
export class CancelledAgreementsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly orders: OrdersService,
    private readonly escrows: EscrowPayments,
  ) {}

  @OnEvent(agreementCancelled)
  closeOrders(event: EventEnvelope<AgreementCancelled>): Promise<boolean> {
    return this.inbox.once(event, 'close-orders', async (manager) => {
      await this.orders.agreementCancelled(manager, event.data);
      await this.escrows.agreementCancelled(manager, event.data.agreementId);
    });
  }
}
