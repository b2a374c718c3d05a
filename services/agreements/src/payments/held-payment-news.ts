import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { HeldPaymentChanged } from '#contracts';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { EventLog } from '../event-log/event-log.js';

/** Every step of a held payment is in the log; the agreement shows the newest, whatever order they come in. */
@Injectable()
export class HeldPaymentNews {
  constructor(private readonly log: EventLog) {}

  async changed(manager: EntityManager, news: HeldPaymentChanged): Promise<void> {
    const { agreementId, heldPaymentId, change, state, version, by, amountCents, currency } = news;
    const agreement = await lockAgreement(manager, agreementId);
    await this.log.append(manager, agreementId, {
      type: 'held-payment',
      actor: by === 'buyer' ? `user:${news.buyerId}` : `payments:${by}`,
      detail: { heldPaymentId, change, state, amountCents, currency, at: news.changedAt },
    });
    // After one that came to nothing there may be another, which counts its versions anew; ids grow with time.
    const isOlder =
      agreement.escrowId !== null &&
      (heldPaymentId < agreement.escrowId ||
        (heldPaymentId === agreement.escrowId && version <= agreement.escrowVersion));
    if (isOlder) return;
    Object.assign(agreement, { escrowId: heldPaymentId, escrowVersion: version, escrowStatus: state });
    await manager.save(agreement);
  }
}
