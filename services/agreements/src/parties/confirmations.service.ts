import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { consentConfirmed, consentObjected, isContract } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, MINUTE_MS, type Origin, SECOND_MS } from '#platform';
import {
  type AgreementEntity,
  type AgreementRow,
  AgreementsRepository,
  type ConfirmationVia,
  type DeviceMatch,
  isConfirmedByLink,
  lockAgreement,
  nextAllowed,
  notePartyBReached,
} from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { EventLog } from '../event-log/event-log.module.js';
import { SealOrders } from '../seals/seals.module.js';
import {
  type ConfirmationStep,
  confirmationUrl,
  readConfirmationKey,
  screenConfirmationKey,
} from '../signed-links.js';
import { ConfirmationEntity } from './consent.entity.js';
import { matchDevice, type Visit } from './consent-checks.js';
import { rememberLanguageOfAnswer } from './party-language.js';

/** Codes on party A's screen: each is shown again until the next one, and adds a row to the log. */
const shownCodes = { everyMs: 5 * MINUTE_MS, aDay: 20 };

/** What party B says, and where the call came from. */
interface Statement extends Visit {
  answer: 'yes' | 'no';
  reason: string | null;
}

/** The contract that a statement is about, and how it came. */
interface Confirmed {
  agreement: AgreementEntity;
  ownerId: number;
  via: ConfirmationVia;
  deviceMatch: DeviceMatch | null;
}

interface Confirmable {
  row: AgreementRow;
  via: ConfirmationVia;
}

/** Whether it was party B: said on a device of their own, after the contract was made. */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly config: AgreementsConfig,
    private readonly sealOrders: SealOrders,
  ) {}

  /**
   * What party B's phone scans from the owner's screen: only where the two were together, and on record. One that can be
   * scanned for ten more minutes is shown again.
   * @throws AppError `agreement_not_found`, `invalid_transition`, `too_many_requests` after twenty a day
   */
  async show(
    agreementId: string,
    ownerId: number,
    origin: Origin,
  ): Promise<{ url: string; expiresAt: Date }> {
    const { publicUrl, linkSecret } = this.config;
    const shown = await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (agreement.ownerId !== ownerId) throw new AppError('agreement_not_found');
      if (agreement.isRemote || !isContract(agreement)) throw new AppError('invalid_transition');
      const now = this.clock.now();
      const open = await this.openSince(manager, agreementId, now);
      const code = screenConfirmationKey(linkSecret, agreementId, open ?? now);
      if (open === null) {
        await this.log.append(manager, agreementId, {
          ...{ type: 'confirmation-shown', actor: `user:${ownerId}`, origin, at: now },
          detail: { expiresAt: code.expiresAt.toISOString() },
        });
      }
      return code;
    });
    failpoint('agreements.confirmation-link.after-commit');
    return { url: confirmationUrl(publicUrl, agreementId, shown.key), expiresAt: shown.expiresAt };
  }

  /**
   * When the code on party A's screen was shown first; null where another one is due.
   * @throws AppError `too_many_requests`
   */
  private async openSince(manager: EntityManager, agreementId: string, now: Date): Promise<Date | null> {
    const times = await this.log.times(manager, agreementId, 'confirmation-shown', shownCodes.aDay);
    const [newest] = times;
    if (newest && now.getTime() - newest.getTime() < shownCodes.everyMs) return newest;
    const waitMs = (nextAllowed(times, shownCodes) ?? now).getTime() - now.getTime();
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    return null;
  }

  /**
   * The contract that the key is for. That of a screen opens it for a quarter of an hour; for an hour more, whoever has it
   * open can go on.
   * @throws AppError `agreement_not_found`, `link_invalid`, `invitation_not_paid`, `invitation_cancelled`,
   * `invalid_transition`
   */
  async read(agreementId: string, key: string, step: ConfirmationStep): Promise<Confirmable> {
    const via = this.viaOf(agreementId, key, step);
    const row = await this.agreements.find(agreementId);
    if (!row) throw new AppError('agreement_not_found');
    assertContract(row);
    return { row, via };
  }

  /**
   * Keeps what party B says. The first answer of each kind counts; a no may follow a yes, and is never taken back. Party A
   * can scan the own screen: what is said over it neither lowers nor prevents what is said over the mailed link.
   * @throws AppError those of {@link read}, `already_objected`, and `link_required` for a no over the screen where party B
   * has confirmed over the link
   */
  async answer(agreementId: string, key: string, statement: Statement): Promise<Confirmable> {
    const via = this.viaOf(agreementId, key, 'go-on');
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      assertContract(agreement);
      const { ownerId } = agreement;
      if (ownerId === null) throw new Error(`${agreementId} was paid and nobody owns it`);
      const deviceMatch = await matchDevice(manager, agreement, statement);
      const earlier = await manager.findBy(ConfirmationEntity, { agreementId });
      const hasObjected = earlier.some((one) => one.answer === 'no' && counts(one.via, via));
      const yeses = earlier.filter((one) => one.answer === 'yes' && one.via === via);
      if (statement.answer === 'no') {
        if (hasObjected) return;
        if (via === 'screen' && earlier.some(isConfirmedByLink)) throw new AppError('link_required');
      } else {
        if (hasObjected) throw new AppError('already_objected');
        // What was said on party A's device may be said once more on another one.
        if (yeses.some((one) => one.deviceMatch !== 'same' || deviceMatch === 'same')) return;
      }
      await this.write(manager, { agreement, ownerId, via, deviceMatch }, statement);
    });
    failpoint('agreements.confirmation.after-commit');
    return this.read(agreementId, key, 'go-on');
  }

  private async write(
    manager: EntityManager,
    { agreement, ownerId, via, deviceMatch }: Confirmed,
    { answer, reason, origin }: Statement,
  ): Promise<void> {
    const { agreementId } = agreement;
    const confirmationId = uuidv7();
    const at = this.clock.now();
    const isYes = answer === 'yes';
    if (via === 'link') await notePartyBReached(manager, agreement, at);
    // The seal that is ordered below is in the languages of both.
    await rememberLanguageOfAnswer(manager, agreement, { via, deviceMatch });
    await manager.insert(ConfirmationEntity, {
      ...{ id: confirmationId, agreementId, answer, via, reason, answeredAt: at },
      ...{ address: origin.address, device: origin.device, deviceMatch },
    });
    await this.log.append(manager, agreementId, {
      ...{ type: isYes ? 'consent-confirmed' : 'consent-objected', actor: 'party-b', origin, at },
      detail: {
        ...{ confirmationId, via },
        ...(deviceMatch ? { deviceMatch } : {}),
        ...(isYes ? {} : { note: reason }),
      },
    });
    // The proof that was sealed before says nothing of it.
    if (agreement.status === 'completed') await this.sealOrders.order(manager, agreementId);
    const facts = { agreementId, ownerId, confirmationId };
    if (isYes) {
      await this.outbox.add(manager, consentConfirmed, { ...facts, via, confirmedAt: at.toISOString() });
    } else {
      await this.outbox.add(manager, consentObjected, { ...facts, objectedAt: at.toISOString() });
    }
    failpoint('agreements.confirmation.before-commit');
  }

  private viaOf(agreementId: string, key: string, step: ConfirmationStep): ConfirmationVia {
    const at = { now: this.clock.now(), step };
    const via = readConfirmationKey(this.config.linkSecret, agreementId, key, at);
    if (via === null) throw new AppError('agreement_not_found');
    if (via === 'expired') throw new AppError('link_invalid');
    return via;
  }
}

/** Whether what was said over one way stands against what is said over another. */
const counts = (said: ConfirmationVia, now: ConfirmationVia): boolean => said === 'link' || now === 'screen';

type Standing = Pick<AgreementRow, 'status'>;

function assertContract(agreement: Standing): void {
  if (isContract(agreement)) return;
  if (agreement.status === 'cancelled') throw new AppError('invitation_cancelled');
  throw new AppError(agreement.status === 'pending' ? 'invitation_not_paid' : 'invalid_transition');
}
