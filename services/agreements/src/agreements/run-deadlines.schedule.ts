import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { accessEnding, getContractPayment, invitationExpired, paymentRequested } from '#contracts';
import { Jobs, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, HOUR_MS, LOGGER, noOrigin, Standstills } from '#platform';
import { EventLog, type LogType } from '../event-log/event-log.module.js';
import { PaymentsClient } from '../service-clients.module.js';
import type { AgreementEntity } from './agreement.entity.js';
import { AgreementLifecycle } from './agreement.lifecycle.js';
import { hasBounced } from './agreement-mails.js';
import { AgreementsRepository, type Candidate, lockAgreement } from './agreements.repository.js';
import {
  type DeadlineKind,
  isReminderDue,
  isUnpaidKind,
  putOffUnpaid,
  scheduleUnpaidEnd,
  takeDeadline,
  type UnpaidKind,
} from './deadlines.js';
import { type DeleteContentPayload, deleteContent } from './delete-content.job.js';
import { InvitationsService, markExpired } from './invitations.service.js';
import { putOffDeletion } from './kept-content.js';

/** A deadline that has passed, taken by this transaction, which holds the lock on its agreement. */
interface DueDeadline {
  manager: EntityManager;
  agreement: AgreementEntity;
  dueAt: Date;
  now: Date;
}

type Action = (due: DueDeadline) => Promise<void>;

const ACTOR = 'agreements';
/** When the end of an unpaid recording whose payment is under way, or a warning of it, is looked at again. */
const PAYMENT_AGAIN_MS = HOUR_MS;
/** How long an unpaid recording whose payment came to nothing at the end can still be paid. */
const PAY_ONCE_MORE_MS = 3 * DAY_MS;

/** What each kind of deadline does. All of them look at the agreement first: it may have moved on. */
@Injectable()
export class DeadlineActions {
  private readonly table: Record<DeadlineKind, Action> = {
    'unpaid-warning-1': (due) => this.warnUnpaid(due, 'first-warning'),
    'unpaid-warning-2': (due) => this.warnUnpaid(due, 'last-warning'),
    'unpaid-end': (due) => this.endUnpaid(due),
    'remind-1': (due) => this.remind(due),
    'remind-3': (due) => this.remind(due),
    'remind-6': (due) => this.remind(due),
    'remind-10': (due) => this.remind(due),
    'remind-13': (due) => this.remind(due),
    'link-end': (due) => this.endLink(due),
    'access-warning-7': (due) => this.warnAccess(due, 'seven-days'),
    'access-warning-1': (due) => this.warnAccess(due, 'one-day'),
    'access-end': (due) => this.endAccess(due),
    'content-end': (due) => this.deleteContent(due),
  };

  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly jobs: Jobs,
    private readonly invitations: InvitationsService,
    private readonly lifecycle: AgreementLifecycle,
  ) {}

  act(kind: DeadlineKind, due: DueDeadline): Promise<void> {
    return this.table[kind](due);
  }

  private async warnUnpaid(due: DueDeadline, kind: 'first-warning' | 'last-warning'): Promise<void> {
    const { manager, agreement, now } = due;
    const { agreementId, expiresAt } = agreement;
    // After a long standstill the end may have come as well; a warning of it would be no use any more.
    if (agreement.status !== 'pending' || expiresAt <= now) return;
    const deletesAt = expiresAt.toISOString();
    await this.write(due, 'unpaid-warning', { kind, deletesAt });
    await this.outbox.add(manager, paymentRequested, { agreementId, noticeId: uuidv7(), kind, deletesAt });
  }

  private async endUnpaid(due: DueDeadline): Promise<void> {
    if (due.agreement.status !== 'pending') return;
    if (await this.isPaymentAwaited(due)) return this.giveTimeToPay(due);
    await this.cancel(due, 'unpaid_expired');
    await this.deleteContent(due);
  }

  /** Looks again later: the payment of an unpaid recording is under way. */
  async awaitPayment(due: DueDeadline, kind: UnpaidKind): Promise<void> {
    const { manager, agreement, now } = due;
    await putOffUnpaid(manager, agreement.agreementId, kind, new Date(now.getTime() + PAYMENT_AGAIN_MS));
    if (!(await this.isPaymentAwaited(due))) await this.write(due, 'payment-awaited', { kind });
  }

  /** Whether a payment was under way, and nobody was warned since: whoever paid believes that all is done. */
  private async isPaymentAwaited({ manager, agreement: { agreementId } }: DueDeadline): Promise<boolean> {
    const newest = async (type: LogType) => (await this.log.times(manager, agreementId, type, 1)).at(0);
    const [awaited, warned] = [await newest('payment-awaited'), await newest('unpaid-warning')];
    return awaited !== undefined && (warned === undefined || warned < awaited);
  }

  /** The payment came to nothing: the recording is kept a little longer, and its creator is told. */
  private async giveTimeToPay(due: DueDeadline): Promise<void> {
    const { manager, agreement, now } = due;
    const { agreementId } = agreement;
    agreement.expiresAt = new Date(now.getTime() + PAY_ONCE_MORE_MS);
    await manager.save(agreement);
    await scheduleUnpaidEnd(manager, agreementId, agreement.expiresAt, now);
    const kind = 'last-warning';
    const deletesAt = agreement.expiresAt.toISOString();
    await this.write(due, 'unpaid-warning', { kind, deletesAt });
    const notice = { agreementId, noticeId: uuidv7(), kind, deletesAt, hasPaymentFailed: true } as const;
    await this.outbox.add(manager, paymentRequested, notice);
  }

  private async remind(due: DueDeadline): Promise<void> {
    const { manager, agreement, now } = due;
    const isWaiting = agreement.status === 'awaiting_party' && agreement.expiresAt > now;
    const { ownerId, mailProblem } = agreement;
    if (!isWaiting || ownerId === null || hasBounced(mailProblem, 'partyB')) return;
    // After a long standstill several are due at once; the last one is enough.
    if (await isReminderDue(manager, agreement.agreementId, now)) return;
    await this.invitations.issue(manager, agreement, 'automatic');
  }

  private async endLink(due: DueDeadline): Promise<void> {
    const { manager, agreement, now } = due;
    const { agreementId, ownerId } = agreement;
    if (agreement.status !== 'awaiting_party' || ownerId === null) return;
    const invitationId = await markExpired(manager, agreementId, now);
    if (invitationId === null) return;
    await this.write(due, 'invitation-expired', { invitationId });
    await this.outbox.add(manager, invitationExpired, { agreementId, ownerId, invitationId });
  }

  private async warnAccess(due: DueDeadline, kind: 'seven-days' | 'one-day'): Promise<void> {
    const { manager, agreement, now } = due;
    const { agreementId, ownerId, expiresAt } = agreement;
    const isOver = agreement.contentDeletedAt !== null || expiresAt <= now;
    if (agreement.paidAt === null || ownerId === null || isOver) return;
    const endsAt = expiresAt.toISOString();
    await this.write(due, 'access-warning', { kind, endsAt });
    await this.outbox.add(manager, accessEnding, { agreementId, ownerId, kind, endsAt });
  }

  private async endAccess(due: DueDeadline): Promise<void> {
    if (due.agreement.paidAt === null) return;
    if (due.agreement.status === 'awaiting_party') await this.cancel(due, 'no_answer');
    await this.deleteContent(due);
  }

  private cancel(due: DueDeadline, reason: 'unpaid_expired' | 'no_answer'): Promise<unknown> {
    const { manager, agreement } = due;
    return this.lifecycle.cancel(manager, agreement, {
      reason,
      actor: ACTOR,
      note: null,
      origin: noOrigin,
    });
  }

  private async deleteContent(due: DueDeadline): Promise<void> {
    const { manager, agreement, dueAt, now } = due;
    const { agreementId } = agreement;
    if (agreement.contentDeletedAt !== null) return;
    if (await putOffDeletion(manager, this.log, agreement, now)) return;
    // One job for each time that it became due, however often this is reached.
    await this.jobs.add(manager, deleteContent, `${agreementId}:${dueAt.toISOString()}`, {
      agreementId,
      reason: (await this.isRequested(due)) ? 'requested' : deletionReason(agreement),
    });
  }

  /** Whether it comes before its time because an administrator was asked for it. */
  private async isRequested({
    manager,
    agreement: { agreementId, expiresAt },
    now,
  }: DueDeadline): Promise<boolean> {
    return expiresAt > now && (await this.log.has(manager, agreementId, 'admin-deleted-content'));
  }

  private async write(
    { manager, agreement }: DueDeadline,
    type: LogType,
    detail: Record<string, string | number>,
  ): Promise<void> {
    await this.log.append(manager, agreement.agreementId, { type, actor: ACTOR, detail });
  }
}

function deletionReason({ status, statusReason }: AgreementEntity): DeleteContentPayload['reason'] {
  if (status !== 'cancelled' || statusReason === 'no_answer') return 'access-ended';
  return statusReason === 'unpaid_expired' ? 'unpaid' : 'cancelled';
}

/** So often in vain is payments asked in a round: while it is silent, each question takes seconds that others wait. */
const MOST_UNANSWERED = 3;
const BATCH = 50;
const FIRST: Candidate = { agreementId: '', kind: 'unpaid-warning-1', dueAt: '-infinity' };

/** Does what has become due, one deadline at a time, each in a transaction of its own: all of it, once, or nothing. */
@Injectable()
export class RunDeadlines implements ScheduleHandler, OnModuleInit {
  readonly schedule = { name: 'run-deadlines', everyMs: 15_000 };

  constructor(
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly actions: DeadlineActions,
    private readonly payments: PaymentsClient,
    private readonly standstills: Standstills,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before a request is taken that would find a time over while nobody could act. */
  async onModuleInit(): Promise<void> {
    await this.mayAct();
  }

  /** Each candidate is tried once in a round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    if (!(await this.mayAct())) return;
    let last: Candidate | undefined = FIRST;
    let unanswered = 0;
    while (last) {
      // Found without a lock. Whoever changes an agreement locks it first and its deadlines after it; so does `act`, and
      // then looks whether the deadline is still open and due.
      const candidates: Candidate[] = await this.agreements.dueAfter(last, this.clock.now(), BATCH);
      for (const candidate of candidates) {
        if (signal.aborted) return;
        const { agreementId, kind } = candidate;
        let isPaymentLate: boolean | null = false;
        if (isUnpaidKind(kind)) {
          isPaymentLate = unanswered >= MOST_UNANSWERED ? null : await this.isPaidOrPending(agreementId);
          if (isPaymentLate === null) unanswered += 1;
          // Nothing is deleted without an answer; a warning too many harms nobody.
          if (isPaymentLate === null && kind === 'unpaid-end') continue;
        }
        await this.act(candidate, isPaymentLate === true).catch((error: unknown) => {
          this.logger.error({ err: error, agreementId, kind }, 'deadline will be tried again');
        });
      }
      last = candidates.at(-1);
    }
  }

  /** Not while the machine's clock is ahead: what is deleted does not come back. */
  private mayAct(): Promise<boolean> {
    return this.standstills.areOver(() => this.agreements.addStandstill(this.schedule.name));
  }

  private async act({ agreementId, kind }: Candidate, isPaymentLate: boolean): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const now = this.clock.now();
      const dueAt = await takeDeadline(manager, { agreementId, kind }, now);
      if (dueAt && isPaymentLate && isUnpaidKind(kind)) {
        await this.actions.awaitPayment({ manager, agreement, dueAt, now }, kind);
      } else if (dueAt) {
        await this.actions.act(kind, { manager, agreement, dueAt, now });
      }
      failpoint('agreements.deadline.before-commit');
    });
    failpoint('agreements.deadline.after-commit');
  }

  /** What is deleted does not come back, and the event of its payment may be late. Null when nobody can say. */
  private async isPaidOrPending(agreementId: string): Promise<boolean | null> {
    try {
      return (await this.payments.call(getContractPayment, { params: { agreementId } })).isPaidOrPending;
    } catch (error) {
      this.logger.error({ err: error, agreementId }, 'payments does not say whether a contract is paid');
      return null;
    }
  }
}
