import { Controller } from '@nestjs/common';
import { type AccountChanged, accountChanged, type EventEnvelope } from '#contracts';
import { Jobs } from '#jobs';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { stopEscrows } from '../escrow/escrow.module.js';
import { endSubscription } from '../subscriptions/subscriptions.module.js';

/** What becomes of everything that somebody pays or is paid whose account an administrator disables. */
@Controller()
export class DisabledAccountsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly jobs: Jobs,
  ) {}

  @OnEvent(accountChanged)
  endSubscription(event: EventEnvelope<AccountChanged>): Promise<boolean> {
    const { userId, changeId, kind } = event.data;
    return this.inbox.once(event, 'end-subscription', async (manager) => {
      if (kind !== 'disabled') return;
      await this.jobs.add(manager, endSubscription, changeId, { userId });
      await this.jobs.add(manager, stopEscrows, changeId, { userId });
    });
  }
}
