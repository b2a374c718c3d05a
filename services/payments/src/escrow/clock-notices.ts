import { Injectable } from '@nestjs/common';
import { getClockNotice } from '#contracts';
import { ServiceClient } from '#platform';
import { EscrowStore } from './escrow.store.js';

/** Asks notifications. */
export abstract class NotificationsClient extends ServiceClient<'notifications'> {}

/** Whether the buyer of an escrow was mailed of the clock that runs. */
interface Notice {
  /** When a mail server took the first mail about it; null as long as none has. */
  takenAt: Date | null;
  /** None was taken, and one was given up. */
  isGivenUp: boolean;
}

/** What buyers were told of clocks. Asked of notifications, because a mail may wait for as long as its server is away. */
@Injectable()
export class ClockNotices {
  constructor(
    private readonly notifications: NotificationsClient,
    private readonly store: EscrowStore,
  ) {}

  async about(escrowId: string): Promise<Notice> {
    const sinceVersion = await this.store.clockBeganIn(escrowId);
    const { takenAt, hasFailed } = await this.notifications.call(getClockNotice, {
      params: { id: escrowId },
      query: { sinceVersion },
    });
    return {
      takenAt: takenAt === null ? null : new Date(takenAt),
      isGivenUp: takenAt === null && hasFailed,
    };
  }
}
