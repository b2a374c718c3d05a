import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { codeIssued, linkRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, inEvenTime, MailLimits, type Origin } from '#platform';
import {
  codePace,
  currentInvitation,
  lockAgreement,
  messagesADay,
  nextAllowed,
} from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { EventLog } from '../event-log/event-log.module.js';
import { codeKey, isCode } from '../signed-links.js';
import {
  codeKeyExpiry,
  codeTimes,
  codeTries,
  countTry,
  markUsed,
  openCode,
  replaceCode,
} from './consent-code.entity.js';
import { invitationState } from './invitation.state.js';

/** Longer than looking for an agreement and writing down that a mail is wanted takes. */
const ANSWER_STEP_MS = 200;

/** An invitation that can be answered now, its agreement locked. */
interface Answerable {
  ownerId: number;
  invitationId: string;
}

type Outcome = { key: string; expiresAt: Date } | { triesLeft: number } | null;

/**
 * How whoever knows the number alone gets further: with what is mailed to the invited address. Whether anything was
 * mailed cannot be told from outside, neither from the answer nor from the time that it takes.
 */
@Injectable()
export class CodesService {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly config: AgreementsConfig,
    private readonly mailLimits: MailLimits,
  ) {}

  /** Mails the link that party B has already once more, at most once an hour. @throws AppError `too_many_requests` */
  async sendLink(agreementId: string, origin: Origin): Promise<void> {
    await this.mailLimits.takeStranger('link', { accountId: null, address: origin.address }, agreementId);
    await inEvenTime(ANSWER_STEP_MS, () =>
      this.outbox.transaction(async (manager) => {
        const found = await this.answerable(manager, agreementId);
        if (!found) return;
        const times = await this.log.times(manager, agreementId, 'link-requested', messagesADay);
        if (!this.isTime(nextAllowed(times))) return;
        const { ownerId, invitationId } = found;
        const detail = { invitationId };
        await this.log.append(manager, agreementId, {
          ...{ type: 'link-requested', actor: 'visitor', origin, detail },
        });
        await this.outbox.add(manager, linkRequested, { agreementId, ownerId, requestId: uuidv7() });
      }),
    );
    failpoint('agreements.link-request.after-commit');
  }

  /** Mails six digits, at most once a minute; those before them no longer count. @throws AppError `too_many_requests` */
  async sendCode(agreementId: string, origin: Origin): Promise<void> {
    await this.mailLimits.takeStranger('code', { accountId: null, address: origin.address }, agreementId);
    await inEvenTime(ANSWER_STEP_MS, () =>
      this.outbox.transaction(async (manager) => {
        const found = await this.answerable(manager, agreementId);
        if (!found) return;
        const issuedAt = this.clock.now();
        const times = await codeTimes(manager, agreementId, issuedAt);
        if (!this.isTime(nextAllowed(times, codePace))) return;
        const { ownerId, invitationId } = found;
        // Nothing of a random id can be known beforehand; the digits are made of it.
        const codeId = uuidv4();
        const expiresAt = await replaceCode(manager, { id: codeId, agreementId, invitationId, issuedAt });
        const detail = { codeId, invitationId, expiresAt: expiresAt.toISOString() };
        await this.log.append(manager, agreementId, { type: 'code-sent', actor: 'visitor', origin, detail });
        await this.outbox.add(manager, codeIssued, {
          ...{ agreementId, ownerId, codeId },
          expiresAt: expiresAt.toISOString(),
        });
      }),
    );
    failpoint('agreements.code.after-commit');
  }

  /**
   * The key for the six digits. Guesses at one agreement are counted one after the other.
   * @throws AppError `code_wrong`, `code_expired` also for a number that nobody has
   */
  async confirm(
    agreementId: string,
    digits: string,
    origin: Origin,
  ): Promise<{ key: string; expiresAt: Date }> {
    const outcome = await inEvenTime(ANSWER_STEP_MS, () =>
      this.outbox.transaction((manager) => this.tryCode(manager, agreementId, digits, origin)),
    );
    failpoint('agreements.code-try.after-commit');
    // Thrown only now: what is counted and logged has to stay.
    if (outcome === null) throw new AppError('code_expired');
    if ('key' in outcome) return outcome;
    throw new AppError('code_wrong', { extra: { triesLeft: outcome.triesLeft } });
  }

  private async tryCode(
    manager: EntityManager,
    agreementId: string,
    digits: string,
    origin: Origin,
  ): Promise<Outcome> {
    const found = await this.answerable(manager, agreementId);
    const now = this.clock.now();
    const code = found && (await openCode(manager, agreementId, now));
    if (!code || code.invitationId !== found.invitationId) return null;
    const { id: codeId } = code;
    const { linkSecret } = this.config;
    if (!isCode(linkSecret, agreementId, codeId, digits)) {
      const triesLeft = codeTries - code.tries - 1;
      await countTry(manager, codeId);
      const detail = { codeId, triesLeft };
      await this.log.append(manager, agreementId, { type: 'code-wrong', actor: 'visitor', origin, detail });
      return { triesLeft };
    }
    await markUsed(manager, codeId, now);
    await this.log.append(manager, agreementId, {
      ...{ type: 'code-confirmed', actor: 'party-b', origin },
      detail: { codeId },
    });
    return { key: codeKey(linkSecret, agreementId, codeId), expiresAt: codeKeyExpiry(now) };
  }

  /** Locks the agreement. Null for whatever cannot be answered, and for what does not exist. */
  private async answerable(manager: EntityManager, agreementId: string): Promise<Answerable | null> {
    const agreement = await lockAgreement(manager, agreementId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'agreement_not_found') return null;
      throw error;
    });
    if (!agreement) return null;
    const invitation = await currentInvitation(manager, agreementId);
    const state = invitationState({ ...agreement, invitation }, { via: 'none' }, this.clock.now());
    if (state !== 'open' || !invitation || agreement.ownerId === null) return null;
    return { ownerId: agreement.ownerId, invitationId: invitation.id };
  }

  private isTime(next: Date | null): boolean {
    return next === null || next <= this.clock.now();
  }
}
