import { Injectable } from '@nestjs/common';
import { AGREEMENT_ID, sellerLinkRequested } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, failpoint, HOUR_MS, inEvenTime, MailLimits } from '#platform';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowPayments } from './escrow-payments.service.js';

/** Longer than looking for an escrow and writing down that a mail is wanted takes. */
const ANSWER_STEP_MS = 200;

/**
 * How a seller comes back who has the number alone: the link is mailed once more to the address that the escrow names.
 * Whether anything was mailed cannot be told from outside, neither from the answer nor from the time that it takes.
 */
@Injectable()
export class SellerLinks {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly mailLimits: MailLimits,
  ) {}

  /**
   * At most once an hour for each escrow. The link is the one that the seller has already.
   * @param address of the caller
   * @throws AppError `too_many_requests`
   */
  async sendAgain(agreementId: string, address: string | null): Promise<void> {
    const isNumber = AGREEMENT_ID.test(agreementId);
    // What can be no contract has nobody mailed.
    if (isNumber)
      await this.mailLimits.takeStranger('seller-link', { accountId: null, address }, agreementId);
    await inEvenTime(ANSWER_STEP_MS, async () => {
      if (isNumber) await this.request(agreementId);
    });
    failpoint('payments.seller-link.after-commit');
  }

  private async request(agreementId: string): Promise<void> {
    const newest = await this.payments.newest(agreementId);
    // Decided before anything is locked, so that only what is mailed waits for the row; and once more under the lock.
    if (!newest || !isToBeMailed(newest, this.clock.now())) return;
    await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lockIfAny(manager, newest.id);
      const now = this.clock.now();
      if (!escrow || !isToBeMailed(escrow, now)) return;
      const { id } = escrow;
      await manager.update(EscrowEntity, { id }, { linkRequestedAt: now });
      const requestedAt = now.toISOString();
      await this.outbox.add(manager, sellerLinkRequested, { escrowId: id, agreementId, requestedAt });
    });
  }
}

/** One that came to nothing has no page for its seller to act on. */
const isToBeMailed = ({ state, linkRequestedAt }: EscrowEntity, now: Date): boolean =>
  state !== 'failed' && (linkRequestedAt === null || now.getTime() >= linkRequestedAt.getTime() + HOUR_MS);
