import { Controller } from '@nestjs/common';
import { type ContentDeleted, contentDeleted, type EventEnvelope } from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { EscrowPayments } from '../escrow/escrow.module.js';
import { OrdersService } from '../orders/orders.module.js';

/**
 * What becomes of everything that is or was to be paid for an agreement whose recording is deleted, in one transaction: the
 * transcript by a person, which nobody can make any more, and the escrow.
 */
@Controller()
export class DeletedContentsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly orders: OrdersService,
    private readonly escrows: EscrowPayments,
  ) {}

  /** Named after the order alone, as the queue of the release before is. */
  @OnEvent(contentDeleted)
  closeTranscriptOrder(event: EventEnvelope<ContentDeleted>): Promise<boolean> {
    return this.inbox.once(event, 'close-transcript-order', async (manager) => {
      await this.orders.contentDeleted(manager, event.data);
      await this.escrows.contentDeleted(manager, event.data.agreementId);
    });
  }
}
