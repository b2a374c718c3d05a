import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AgreementPaid,
  agreementPaid,
  type EventEnvelope,
  type SubscriptionChanged,
  subscriptionChanged,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { Clock, happenedAt, PermanentError } from '#platform';
import { UserEntity } from './user.entity.js';

/** What happens elsewhere and shows on an account. */
@Controller()
export class UsersConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly clock: Clock,
  ) {}

  @OnEvent(agreementPaid)
  countUsage(event: EventEnvelope<AgreementPaid>): Promise<boolean> {
    return this.inbox.once(event, 'count-usage', async (manager) => {
      const { affected } = await manager.increment(UserEntity, { id: event.data.ownerId }, 'usageCount', 1);
      if (affected === 0) throw noAccount();
    });
  }

  @OnEvent(subscriptionChanged)
  showPlan(event: EventEnvelope<SubscriptionChanged>): Promise<boolean> {
    return this.inbox.once(event, 'show-plan', (manager) => showPlan(manager, event, this.clock.now()));
  }
}

async function showPlan(
  manager: EntityManager,
  event: EventEnvelope<SubscriptionChanged>,
  now: Date,
): Promise<void> {
  const { userId, plan } = event.data;
  const toldAt = happenedAt(event.occurredAt, now);
  const account = await manager.findOne(UserEntity, {
    where: { id: userId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!account) throw noAccount();
  if (account.subscriptionToldAt && account.subscriptionToldAt > toldAt) return;
  const seen = { subscriptionPlan: plan ?? null, subscriptionToldAt: toldAt };
  await manager.update(UserEntity, { id: userId }, seen);
}

const noAccount = (): PermanentError => new PermanentError('The event names an account that does not exist');
