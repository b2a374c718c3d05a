import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { HeldPaymentEntity } from './held-payment.entity.js';
import { HeldPaymentsStore } from './held-payments.store.js';

/** What becomes of a held payment whose contract is cancelled. */
@Injectable()
export class HeldCancellations {
  constructor(private readonly store: HeldPaymentsStore) {}

  /**
   * What was not paid is closed, what is held goes back to the buyer. Where Stripe moves the money already, that goes
   * on; what a bank has taken goes back when the bank has returned it.
   */
  async contractCancelled(manager: EntityManager, agreementId: string): Promise<void> {
    const all = await manager.find(HeldPaymentEntity, {
      where: { agreementId, state: Not(In(['failed', 'released', 'refunded', 'resolved', 'charged_back'])) },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const held of all) {
      await this.store.act(manager, held, { command: { do: 'contract-cancelled' }, actor: 'clock' });
      if (held.state === 'failed') await this.store.letGo(manager, held);
    }
  }
}
