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
import { PermanentError } from '#platform';

/** What happens elsewhere and shows on an account. */
@Controller()
export class UsersConsumer {
  constructor(private readonly inbox: Inbox) {}

  @OnEvent(agreementPaid)
  countUsage(event: EventEnvelope<AgreementPaid>): Promise<boolean> {
    return this.inbox.once(event, 'count-usage', async (manager) => {
      const [, counted] = await manager.query<[unknown[], number]>(
        'update users set usage_count = usage_count + 1 where id = $1',
        [event.data.ownerId],
      );
      if (counted === 0) throw noAccount();
    });
  }

  @OnEvent(subscriptionChanged)
  showPlan(event: EventEnvelope<SubscriptionChanged>): Promise<boolean> {
    return this.inbox.once(event, 'show-plan', (manager) => showPlan(manager, event));
  }
}

async function showPlan(manager: EntityManager, event: EventEnvelope<SubscriptionChanged>): Promise<void> {
  const { userId, plan } = event.data;
  const toldAt = new Date(event.occurredAt);
  const [account] = await manager.query<{ toldAt: Date | null }[]>(
    'select subscription_told_at as "toldAt" from users where id = $1 for update',
    [userId],
  );
  if (!account) throw noAccount();
  if (account.toldAt && account.toldAt > toldAt) return;
  await manager.query('update users set subscription_plan = $2, subscription_told_at = $3 where id = $1', [
    userId,
    plan ?? null,
    toldAt,
  ]);
}

const noAccount = (): PermanentError => new PermanentError('The event names an account that does not exist');
