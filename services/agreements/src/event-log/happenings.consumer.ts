import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type EventEnvelope,
  type MailFailed,
  type ManualDelivered,
  type ManualOrdered,
  mailFailed,
  manualDelivered,
  manualOrdered,
  type TicketOpened,
  ticketOpened,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { Clock } from '#platform';
import { lockAgreement } from '../agreements/agreement.queries.js';
import { withMailProblem } from '../agreements/mail-problem.js';
import { SealOrders } from '../seals/seal-orders.js';
import { EventLog, type LogEntry } from './event-log.js';

/** What happens to an agreement elsewhere is written down here. */
@Controller()
export class HappeningsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly sealOrders: SealOrders,
  ) {}

  /** A mail did not arrive: the owner sees it, and an address that does not exist gets no more reminders. */
  @OnEvent(mailFailed)
  noteMailFailure(event: EventEnvelope<MailFailed>): Promise<boolean> {
    const { agreementId, template, recipient, outcome } = event.data;
    return this.inbox.once(event, 'note-mail-failure', async (manager) => {
      const detail = { template, recipient, outcome };
      await this.write(manager, agreementId, { type: 'mail-failed', actor: 'notifications', detail });
      // After the log, which has its own columns of the row.
      const { mailProblem } = await lockAgreement(manager, agreementId);
      await manager.query('update agreements set mail_problem = $2 where agreement_id = $1', [
        agreementId,
        withMailProblem(mailProblem, recipient, outcome),
      ]);
      if (recipient !== 'partyB' || outcome !== 'bounced') return;
      await manager.query(
        `update deadlines set done_at = $2 where agreement_id = $1 and kind like 'remind-%' and done_at is null`,
        [agreementId, this.clock.now()],
      );
    });
  }

  @OnEvent(ticketOpened)
  noteTicket(event: EventEnvelope<TicketOpened>): Promise<boolean> {
    const { agreementId, ticketNumber } = event.data;
    return this.inbox.once(event, 'note-ticket', async (manager) => {
      if (!agreementId) return;
      const entry = { type: 'support-requested', actor: 'notifications', detail: { ticketNumber } };
      await this.write(manager, agreementId, entry);
    });
  }

  @OnEvent(manualOrdered)
  noteManualOrder(event: EventEnvelope<ManualOrdered>): Promise<boolean> {
    const { agreementId, ownerId, orderId } = event.data;
    return this.inbox.once(event, 'note-manual-order', (manager) =>
      this.write(manager, agreementId, {
        type: 'manual-ordered',
        actor: `user:${ownerId}`,
        detail: { orderId },
      }),
    );
  }

  @OnEvent(manualDelivered)
  noteManualDelivery(event: EventEnvelope<ManualDelivered>): Promise<boolean> {
    const { agreementId, orderId, sha256, adminId } = event.data;
    return this.inbox.once(event, 'note-manual-delivery', async (manager) => {
      const detail = { orderId, sha256 };
      await this.write(manager, agreementId, { type: 'manual-delivered', actor: `admin:${adminId}`, detail });
      const { status, contentDeletedAt } = await lockAgreement(manager, agreementId);
      if (status === 'completed' && contentDeletedAt === null)
        await this.sealOrders.order(manager, agreementId);
    });
  }

  private async write(manager: EntityManager, agreementId: string, entry: LogEntry): Promise<void> {
    await lockAgreement(manager, agreementId);
    await this.log.append(manager, agreementId, entry);
  }
}
