import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { addressCorrected, paymentRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, DAY_MS, MailLimits, type Origin, SECOND_MS } from '#platform';
import {
  type AgreementEntity,
  AgreementsRepository,
  assertAct,
  hashAddress,
  InvitationsService,
  isPartyBUnreached,
  issueTimes,
  lockAgreement,
  messagesADay,
  nextAllowed,
  wasOpenedWithKey,
  withoutMailProblem,
} from '../agreements/agreements.module.js';
import { EventLog, type LogType } from '../event-log/event-log.module.js';
import { SealOrders } from '../seals/seals.module.js';
import { ConfirmationEntity } from './consent.entity.js';

/** What the owner sends by hand: a reminder to oneself to pay, to party B to answer, to another address. */
@Injectable()
export class RemindersService {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly invitations: InvitationsService,
    private readonly mailLimits: MailLimits,
    private readonly agreements: AgreementsRepository,
    private readonly sealOrders: SealOrders,
  ) {}

  /**
   * Mails party A the way to finish and pay. Answers when the next may be sent.
   * @throws AppError `too_many_reminders`, `too_many_requests` after as many other people as saving may mail in a day
   */
  async resend(agreementId: string, ownerId: number, origin: Origin): Promise<Date> {
    const found = await this.agreements.require(agreementId);
    assertOwn(found, ownerId);
    assertAct(found.status, 'resend');
    const sender = { accountId: ownerId, address: origin.address };
    await this.mailLimits.takeStranger('saved', sender, found.partyAEmail);
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockOwn(manager, agreementId, ownerId);
      assertAct(agreement.status, 'resend');
      const times = () => this.log.times(manager, agreementId, 'payment-reminded', messagesADay);
      const now = this.clock.now();
      assertAllowed(await times(), now);
      const deletesAt = agreement.expiresAt.toISOString();
      const actor = `user:${ownerId}`;
      await this.log.append(manager, agreementId, {
        type: 'payment-reminded',
        actor,
        origin,
        detail: { deletesAt },
      });
      await this.outbox.add(manager, paymentRequested, {
        agreementId,
        noticeId: uuidv7(),
        kind: 'resend',
        deletesAt,
      });
      return nextAllowed(await times()) ?? now;
    });
  }

  /**
   * Mails party B a new link; the one before dies.
   * @throws AppError `too_many_reminders`, `invalid_transition` also after the end of access, until which a link opens
   */
  async remind(
    agreementId: string,
    ownerId: number,
    origin: Origin,
  ): Promise<{ nextAllowedAt: Date; expiresAt: Date }> {
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockOwn(manager, agreementId, ownerId);
      assertAct(agreement.status, 'remind');
      const now = this.clock.now();
      assertLinkOpens(agreement, now);
      const times = await issueTimes(manager, agreementId, 'reminder', now);
      assertAllowed(times, now);
      const { issuedAt, expiresAt } = await this.invitations.issue(manager, agreement, 'reminder', origin);
      return { nextAllowedAt: nextAllowed([issuedAt, ...times]) ?? issuedAt, expiresAt };
    });
  }

  /**
   * Sends the invitation to another address, until the mailed link was opened or a payment names the address; reminders
   * begin to count again. Of people in one room the proof will go there, until party B has said or was mailed something;
   * also that of a complete contract, where all that was mailed to them came back.
   * @throws AppError `invitation_opened`, `invitation_answered`, `invalid_input`, `too_many_reminders` after five a day,
   * `too_many_requests` after as many other people
   */
  async correctPartyB(agreementId: string, ownerId: number, email: string, origin: Origin): Promise<void> {
    const sender = { accountId: ownerId, address: origin.address };
    await this.mailLimits.takeStranger('invitation', sender, email);
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockOwn(manager, agreementId, ownerId);
      const { isRemote, partyBEmail: oldEmail } = agreement;
      assertAct(agreement.status, correctionOf(agreement));
      if (isRemote && (await wasOpenedWithKey(manager, agreementId))) throw new AppError('invitation_opened');
      if (isRemote) assertNotInEscrow(agreement);
      if (!isRemote) await this.assertUntouchedByPartyB(manager, agreement);
      if (email === agreement.partyAEmail) {
        const message = 'Both parties need an email address of their own.';
        throw new AppError('invalid_input', { message, errors: [{ field: 'email', message }] });
      }
      if (email === oldEmail) return;
      const now = this.clock.now();
      if (isRemote) assertLinkOpens(agreement, now);
      const times = isRemote
        ? await issueTimes(manager, agreementId, 'corrected', now)
        : await this.log.times(manager, agreementId, 'address-corrected', messagesADay);
      const fifth = times[messagesADay - 1];
      if (fifth) assertPassed(new Date(fifth.getTime() + DAY_MS), now);
      agreement.partyBEmail = email;
      agreement.mailProblem = withoutMailProblem(agreement.mailProblem, 'partyB');
      await manager.save(agreement);
      if (isRemote) return void (await this.invitations.issue(manager, agreement, 'corrected', origin));
      const detail = { oldEmailSha256: hashAddress(oldEmail), emailSha256: hashAddress(email) };
      const actor = `user:${ownerId}`;
      await this.log.append(manager, agreementId, { type: 'address-corrected', actor, origin, detail });
      // The proof that was sealed before names the other address.
      if (agreement.status === 'completed') await this.sealOrders.order(manager, agreementId);
      const correctedAt = now.toISOString();
      await this.outbox.add(manager, addressCorrected, { agreementId, ownerId, correctedAt });
    });
  }

  /**
   * Where party B has confirmed, objected, been named in a protected payment, or been mailed what plays the recording, the
   * address stays: nobody else gets what follows, and no link that was mailed has to end. What came back, before anything
   * had arrived, was mailed to nobody.
   * @throws AppError `invitation_answered`, `invitation_opened`
   */
  private async assertUntouchedByPartyB(manager: EntityManager, agreement: AgreementEntity): Promise<void> {
    const { agreementId, escrowId, paidAt } = agreement;
    if (await manager.existsBy(ConfirmationEntity, { agreementId })) {
      throw new AppError('invitation_answered', { message: 'Party B has already said whether it was them.' });
    }
    const isMailed =
      paidAt !== null &&
      !isPartyBUnreached(agreement) &&
      (await this.log.hasSince(manager, agreementId, mailedToPartyB, paidAt));
    if (escrowId === null && !isMailed) return;
    const message = 'Party B was already mailed something, so the address can no longer be changed.';
    throw new AppError('invitation_opened', { message });
  }
}

function correctionOf(agreement: AgreementEntity) {
  if (agreement.isRemote) return 'correct-party-b';
  return isPartyBUnreached(agreement) ? 'correct-unreached-party-b' : 'correct-present-party-b';
}

/**
 * Of what party B is mailed a link that plays the recording before a contract of people in one room is complete. What came
 * before the payment was for party A alone.
 */
const mailedToPartyB = ['manual-delivered', 'access-warning'] as const satisfies readonly LogType[];

/**
 * An escrow keeps the address that it began with: whoever has that one pays, or is paid. One that failed never held money.
 * @throws AppError `invitation_opened`
 */
function assertNotInEscrow({ escrowId, escrowStatus }: AgreementEntity): void {
  if (escrowId === null || escrowStatus === 'failed') return;
  const message = 'A payment protection names this address, so it can no longer be changed.';
  throw new AppError('invitation_opened', { message });
}

/** @throws AppError `invalid_transition` where a link would have ended before it is made */
function assertLinkOpens({ expiresAt }: AgreementEntity, now: Date): void {
  if (expiresAt <= now) throw new AppError('invalid_transition');
}

/** Other people's agreements look like ones that do not exist. */
async function lockOwn(
  manager: EntityManager,
  agreementId: string,
  ownerId: number,
): Promise<AgreementEntity> {
  const agreement = await lockAgreement(manager, agreementId);
  assertOwn(agreement, ownerId);
  return agreement;
}

function assertOwn(agreement: { ownerId: number | null }, ownerId: number): void {
  if (agreement.ownerId !== ownerId) throw new AppError('agreement_not_found');
}

function assertAllowed(times: readonly Date[], now: Date): void {
  const next = nextAllowed(times);
  if (next) assertPassed(next, now);
}

function assertPassed(next: Date, now: Date): void {
  const waitMs = next.getTime() - now.getTime();
  if (waitMs <= 0) return;
  throw new AppError('too_many_reminders', {
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
    extra: { nextAllowedAt: next.toISOString() },
  });
}
