import { Controller } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan, Like, Not, Or } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type AccountChanged,
  type AddressConfirmed,
  type AgreementCovered,
  accountChanged,
  addressConfirmed,
  agreementCovered,
  type EscrowChanged,
  type EventEnvelope,
  escrowChanged,
  type HumanTranscriptDelivered,
  type HumanTranscriptOrdered,
  type HumanTranscriptPaid,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptPaid,
  type MailFailed,
  type MailReached,
  mailFailed,
  mailReached,
  ownerReachable,
  type PaymentRefunded,
  type PaymentRefused,
  type PaymentSucceeded,
  paymentRefunded,
  paymentRefused,
  paymentRequested,
  paymentSucceeded,
  type TicketOpened,
  type TranscriptCompleted,
  type TranscriptFailed,
  type TranscriptProgressed,
  ticketOpened,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox, Outbox } from '#outbox';
import { Clock, happenedAt } from '#platform';
import { EventLog, type LogEntry } from '../event-log/event-log.module.js';
import { SealOrders } from '../seals/seals.module.js';
import { AgreementEntity } from './agreement.entity.js';
import { AgreementLifecycle } from './agreement.lifecycle.js';
import { unreached, withMailProblem, withoutMailProblem } from './agreement-mails.js';
import { lockAgreement } from './agreements.repository.js';
import { closeDeadlines } from './deadlines.js';
import { goOnAsking, stopAsking } from './disabled-owners.js';
import { notePartyBReached, wasIssuedElsewhere } from './invitations.service.js';
import { PeopleElsewhere } from './people-elsewhere.js';

/**
 * What other services tell of an agreement: first the events that move it from one status to another, then those that it
 * only shows or keeps in its log.
 */
@Controller()
export class AgreementsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
    private readonly lifecycle: AgreementLifecycle,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly sealOrders: SealOrders,
    private readonly people: PeopleElsewhere,
  ) {}

  @OnEvent(paymentSucceeded)
  markPaid(event: EventEnvelope<PaymentSucceeded>): Promise<boolean> {
    return this.inbox.once(event, 'mark-paid', (manager) => this.lifecycle.pay(manager, event.data));
  }

  /** Whoever paid has gone, and believes that all is done. */
  @OnEvent(paymentRefused)
  askForPayment(event: EventEnvelope<PaymentRefused>): Promise<boolean> {
    const { agreementId } = event.data;
    return this.inbox.once(event, 'ask-for-payment', async (manager) => {
      const { status, expiresAt } = await lockAgreement(manager, agreementId);
      if (status !== 'pending' || expiresAt <= this.clock.now()) return;
      const deletesAt = expiresAt.toISOString();
      const notice = {
        agreementId,
        noticeId: uuidv7(),
        kind: 'resend',
        deletesAt,
        hasPaymentFailed: true,
      } as const;
      await this.outbox.add(manager, paymentRequested, notice);
    });
  }

  @OnEvent(agreementCovered)
  markCovered(event: EventEnvelope<AgreementCovered>): Promise<boolean> {
    return this.inbox.once(event, 'mark-covered', (manager) => this.lifecycle.cover(manager, event.data));
  }

  @OnEvent(transcriptCompleted)
  completeAgreement(event: EventEnvelope<TranscriptCompleted>): Promise<boolean> {
    return this.inbox.once(event, 'complete-agreement', (manager) => this.lifecycle.complete(manager, event));
  }

  @OnEvent(transcriptFailed)
  offerFallback(event: EventEnvelope<TranscriptFailed>): Promise<boolean> {
    return this.inbox.once(event, 'offer-fallback', (manager) => this.lifecycle.fail(manager, event));
  }

  /** An event that is older than what is shown, or that comes after the end, changes nothing. */
  @OnEvent(transcriptProgressed)
  showProgress(event: EventEnvelope<TranscriptProgressed>): Promise<boolean> {
    const { agreementId, stage, percent } = event.data;
    return this.inbox.once(event, 'show-progress', async (manager) => {
      // One statement: nobody else's transaction is waited for, as often as this comes.
      const transcriptAt = happenedAt(event.occurredAt, this.clock.now());
      await manager.update(
        AgreementEntity,
        { agreementId, status: 'processing', transcriptAt: Or(IsNull(), LessThan(transcriptAt)) },
        { transcriptStage: stage, transcriptPercent: percent, transcriptAt },
      );
    });
  }

  @OnEvent(paymentRefunded)
  noteRefund(event: EventEnvelope<PaymentRefunded>): Promise<boolean> {
    const { agreementId, paymentId, purpose, amountCents, currency, reason } = event.data;
    const detail = { paymentId, purpose, amountCents, currency, reason };
    return this.inbox.once(event, 'note-refund', (manager) =>
      this.write(manager, agreementId, { type: 'payment-refunded', actor: 'payments', detail }),
    );
  }

  /** Every step of an escrow is in the log; the agreement shows the newest, whatever order they come in. */
  @OnEvent(escrowChanged, 'note-held-payment')
  async noteEscrow(event: EventEnvelope<EscrowChanged>): Promise<boolean> {
    const { agreementId, escrowId, change, state, version, by, buyerId } = event.data;
    const { amountCents, currency, changedAt: at } = event.data;
    const origin = await this.people.ofEscrowStep(event.data);
    return this.inbox.once(event, 'note-held-payment', async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      await this.log.append(manager, agreementId, {
        type: 'held-payment',
        actor: by === 'buyer' ? `user:${buyerId}` : `payments:${by}`,
        detail: { escrowId, change, state, amountCents, currency, at },
        origin,
      });
      // After one that came to nothing there may be another, which counts its versions anew; ids grow with time.
      const isOlder =
        agreement.escrowId !== null &&
        (escrowId < agreement.escrowId ||
          (escrowId === agreement.escrowId && version <= agreement.escrowVersion));
      if (isOlder) return;
      // Of one that nobody paid, or of the one before, the seller need not be reached any more.
      if (state === 'failed' || (agreement.escrowId !== null && agreement.escrowId !== escrowId))
        agreement.mailProblem = withoutMailProblem(agreement.mailProblem, 'seller');
      const newest = { escrowId, escrowVersion: version, escrowStatus: state, escrowBuyerId: buyerId };
      Object.assign(agreement, newest);
      await manager.save(agreement);
    });
  }

  /**
   * A mail did not arrive: the owner sees it, and an address that does not exist gets no more reminders. One that went to
   * an address that was corrected since, or is about an escrow before the present one, is in the log alone.
   */
  @OnEvent(mailFailed)
  noteMailFailure(event: EventEnvelope<MailFailed>): Promise<boolean> {
    const { agreementId, template, recipient, outcome, invitationId, wasReached } = event.data;
    return this.inbox.once(event, 'note-mail-failure', async (manager) => {
      const detail = { template, recipient, outcome };
      await this.write(manager, agreementId, { type: 'mail-failed', actor: 'notifications', detail });
      // After the log, which has its own columns of the row.
      const agreement = await lockAgreement(manager, agreementId);
      if (invitationId && (await wasIssuedElsewhere(manager, invitationId, agreement.partyBEmail))) return;
      const whom = unreached(event.data, agreement);
      if (whom === null) return;
      await manager.update(
        AgreementEntity,
        { agreementId },
        { mailProblem: withMailProblem(agreement.mailProblem, whom, outcome) },
      );
      // That a mail was taken stays so, in whatever order it is heard of.
      if (recipient === 'partyB' && wasReached !== undefined && !agreement.isPartyBReached)
        await manager.update(AgreementEntity, { agreementId }, { isPartyBReached: wasReached });
      if (recipient !== 'partyB' || outcome !== 'bounced') return;
      await closeDeadlines(manager, agreementId, this.clock.now(), ['remind-%']);
    });
  }

  /** A mail has arrived for somebody whom one before did not reach: they may have another address by now. */
  @OnEvent(mailReached)
  noteMailReached(event: EventEnvelope<MailReached>): Promise<boolean> {
    const { agreementId, recipient } = event.data;
    return this.inbox.once(event, 'note-mail-reached', async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (recipient === 'partyB') {
        await manager.update(AgreementEntity, { agreementId }, { isPartyBReached: true });
        return notePartyBReached(manager, agreement, this.clock.now());
      }
      const mailProblem = withoutMailProblem(agreement.mailProblem, recipient);
      await manager.update(AgreementEntity, { agreementId }, { mailProblem });
    });
  }

  /**
   * What party A was mailed before went to the typed address, which may be mistyped, and goes out again: that a mail to it
   * came back is over. What is deleted is no more to send.
   */
  @OnEvent(addressConfirmed)
  offerMailsAgain(event: EventEnvelope<AddressConfirmed>): Promise<boolean> {
    const { userId: ownerId, confirmedAt } = event.data;
    return this.inbox.once(event, 'offer-mails-again', async (manager) => {
      await this.forgetThatOwnerWasUnreached(manager, ownerId);
      const paid = await manager.find(AgreementEntity, {
        select: { id: true, agreementId: true },
        where: { ownerId, paidAt: Not(IsNull()), contentDeletedAt: IsNull() },
        order: { id: 'ASC' },
      });
      for (const { agreementId } of paid)
        await this.outbox.add(manager, ownerReachable, { agreementId, ownerId, confirmedAt });
    });
  }

  /**
   * Party A has another address instead of a confirmed one, which the owner of a contract is asked for whose mails came
   * back: those go out again. What has arrived at the address before does not. Or an administrator has shut party A's
   * account or opened it again.
   */
  @OnEvent(accountChanged, 'offer-failed-mails-again')
  followOwner(event: EventEnvelope<AccountChanged>): Promise<boolean> {
    const { userId: ownerId, kind } = event.data;
    return this.inbox.once(event, 'offer-failed-mails-again', async (manager) => {
      if (kind === 'disabled') await stopAsking(manager, ownerId, this.clock.now());
      if (kind === 'enabled') await goOnAsking(manager, ownerId, this.clock.now());
      if (kind !== 'email') return;
      const unreached = await this.forgetThatOwnerWasUnreached(manager, ownerId);
      for (const { agreementId, paidAt, contentDeletedAt } of unreached) {
        if (paidAt === null || contentDeletedAt !== null) continue;
        const reachable = { agreementId, ownerId, confirmedAt: event.occurredAt, isFailedOnly: true };
        await this.outbox.add(manager, ownerReachable, reachable);
      }
    });
  }

  @OnEvent(ticketOpened)
  noteTicket(event: EventEnvelope<TicketOpened>): Promise<boolean> {
    const { agreementId, ticketNumber } = event.data;
    return this.inbox.once(event, 'note-ticket', async (manager) => {
      if (!agreementId) return;
      const detail = { ticketNumber };
      await this.write(manager, agreementId, { type: 'support-requested', actor: 'notifications', detail });
    });
  }

  @OnEvent(humanTranscriptOrdered, 'note-manual-order')
  async noteHumanOrder(event: EventEnvelope<HumanTranscriptOrdered>): Promise<boolean> {
    const { agreementId, ownerId, orderId } = event.data;
    const origin = await this.people.ofHumanOrder(orderId, 'ordered');
    return this.inbox.once(event, 'note-manual-order', (manager) =>
      this.write(manager, agreementId, {
        type: 'manual-ordered',
        actor: `user:${ownerId}`,
        detail: { orderId },
        origin,
      }),
    );
  }

  /** From now on a person writes it: what is to be listened to is kept for them. */
  @OnEvent(humanTranscriptPaid, 'note-manual-payment')
  noteHumanPayment(event: EventEnvelope<HumanTranscriptPaid>): Promise<boolean> {
    const { agreementId, paymentId, receiptNumber, amountCents, currency, paidAt } = event.data;
    const detail = { paymentId, receiptNumber, amountCents, currency, paidAt };
    return this.inbox.once(event, 'note-manual-payment', (manager) =>
      this.write(manager, agreementId, { type: 'manual-paid', actor: 'payments', detail }),
    );
  }

  @OnEvent(humanTranscriptDelivered, 'note-manual-delivery')
  async noteHumanDelivery(event: EventEnvelope<HumanTranscriptDelivered>): Promise<boolean> {
    const { agreementId, orderId, sha256, adminId, correctsOrderId } = event.data;
    const origin = await this.people.ofHumanOrder(orderId, 'delivered');
    return this.inbox.once(event, 'note-manual-delivery', async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const endsAt = await this.lifecycle.giveTimeForProof(manager, agreement);
      await this.log.append(manager, agreementId, {
        type: 'manual-delivered',
        actor: `admin:${adminId}`,
        detail: {
          ...{ orderId, sha256 },
          ...(correctsOrderId ? { correctsOrderId } : {}),
          ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
        },
        origin,
      });
      if (agreement.status === 'completed' && agreement.contentDeletedAt === null)
        await this.sealOrders.order(manager, agreementId);
    });
  }

  /** Answers the agreements of an owner whose mails came back, and shows no more that they did. */
  private async forgetThatOwnerWasUnreached(
    manager: EntityManager,
    ownerId: number,
  ): Promise<Pick<AgreementEntity, 'agreementId' | 'paidAt' | 'contentDeletedAt'>[]> {
    const unreachedOnes = await manager.find(AgreementEntity, {
      select: { id: true, agreementId: true, paidAt: true, contentDeletedAt: true },
      where: { ownerId, mailProblem: Like('%partyA:%') },
      order: { id: 'ASC' },
    });
    for (const { agreementId } of unreachedOnes) {
      const { mailProblem } = await lockAgreement(manager, agreementId);
      await manager.update(
        AgreementEntity,
        { agreementId },
        { mailProblem: withoutMailProblem(mailProblem, 'partyA') },
      );
    }
    return unreachedOnes;
  }

  private async write(manager: EntityManager, agreementId: string, entry: LogEntry): Promise<void> {
    await lockAgreement(manager, agreementId);
    await this.log.append(manager, agreementId, entry);
  }
}
