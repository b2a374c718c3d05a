import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type AgreementStatus, isContract } from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  failpoint,
  type Origin,
  type Page,
  type PageQuery,
  type Principal,
  readPage,
} from '#platform';
import { EventLog } from '../event-log/event-log.module.js';
import type { Party } from '../signed-links.js';
import { AgreementEntity } from './agreement.entity.js';
import { AgreementLifecycle } from './agreement.lifecycle.js';
import { type AgreementStats, viewStats } from './agreement.view.js';
import { isClaim, isTheirs } from './agreement-access.js';
import { type AgreementRow, AgreementsRepository, lockAgreement } from './agreements.repository.js';
import { isAccessOver } from './kept-content.js';

/** Who wants to end it, from where, and what they write. */
interface CancelRequest {
  claim: string | null;
  note: string | null;
  origin: Origin;
}

/** A page of the list, of one status alone when it says so. */
export type AgreementsQuery = Pick<PageQuery, 'limit' | 'cursor'> & { status?: AgreementStatus };

@Injectable()
export class AgreementsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly lifecycle: AgreementLifecycle,
  ) {}

  /** For the owner, or for the browser that recorded it while nobody owns it. Everyone else gets 404. */
  async read(agreementId: string, caller: Principal, claim: string | null): Promise<AgreementRow> {
    const row = await this.agreements.require(agreementId);
    if (!isTheirs(row, caller, claim)) throw new AppError('agreement_not_found');
    return row;
  }

  /**
   * The same, and for whoever holds the mailed key of a party, whose signature the caller of this has checked. Party B's
   * opens nothing before there is a contract: until then the address may be corrected, and no key is taken back.
   */
  async readWithKey(
    agreementId: string,
    caller: Principal,
    { claim, keyOf }: { claim: string | null; keyOf: Party | null },
  ): Promise<AgreementRow> {
    const row = await this.agreements.require(agreementId);
    const isOpened = keyOf === 'a' || (keyOf === 'b' && isContract(row));
    if (!isOpened && !isTheirs(row, caller, claim)) throw new AppError('agreement_not_found');
    return row;
  }

  /**
   * Whether recordings and evidence of an agreement can be had by those who may read it. Who hears them without having
   * paid (a preview, party B before the consent) is not asked this.
   * @throws AppError `payment_required`, `recording_expired` once access is over and nothing keeps them
   */
  async assertAccess(row: AgreementRow): Promise<void> {
    if (row.paidAt === null) throw new AppError('payment_required');
    if (await this.isAccessOver(row)) throw new AppError('recording_expired');
  }

  /** Whether its recordings can no longer be had: access is over, and neither money nor a proof that is due keeps them. */
  isAccessOver(row: AgreementRow): Promise<boolean> {
    return isAccessOver(this.dataSource.manager, this.log, row, this.clock.now());
  }

  /** What is known about it, for those who may read it and for administrators; recordings are not part of it. */
  async look(agreementId: string, caller: Principal, claim: string | null): Promise<AgreementRow> {
    if (caller.kind !== 'admin') return this.read(agreementId, caller, claim);
    return this.agreements.require(agreementId);
  }

  list(ownerId: number, query: AgreementsQuery): Promise<Page<AgreementRow>> {
    const { status = null } = query;
    return readPage(query, (beforeId, count) => this.agreements.list(ownerId, { beforeId, count, status }));
  }

  async stats(ownerId: number): Promise<AgreementStats> {
    return viewStats(await this.agreements.countOf(ownerId));
  }

  /**
   * Gives an agreement to the account that pays for it or has it transcribed, once. Repeating it by the same account changes nothing.
   * @throws AppError `agreement_not_found` for everyone else.
   */
  async claim(
    agreementId: string,
    userId: number,
    claim: string | null,
    origin: Origin,
  ): Promise<AgreementEntity> {
    // An owner stays the owner, and so need not wait for what is being done with the agreement at this moment.
    const own = await this.dataSource.manager.findOneBy(AgreementEntity, { agreementId, ownerId: userId });
    if (own) return own;
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (agreement.ownerId === userId) return agreement;
      if (agreement.ownerId !== null || claim === null || !isClaim(agreement.claimHash, claim)) {
        throw new AppError('agreement_not_found');
      }
      agreement.ownerId = userId;
      agreement.claimedAt = this.clock.now();
      await manager.save(agreement);
      await this.log.append(manager, agreementId, {
        ...{ type: 'claimed', actor: `user:${userId}`, origin },
        detail: {},
      });
      failpoint('agreements.claim.before-commit');
      return agreement;
    });
  }

  /**
   * Ends the agreement for its owner, or for the browser that recorded it while nobody owns it.
   * @throws AppError `agreement_not_found`, `invalid_transition`
   */
  async cancel(agreementId: string, caller: Principal, order: CancelRequest): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      if (!isTheirs(agreement, caller, order.claim)) throw new AppError('agreement_not_found');
      const { note, origin } = order;
      const actor = agreement.ownerId === null ? 'visitor' : `user:${agreement.ownerId}`;
      await this.lifecycle.cancel(manager, agreement, { reason: 'by_creator', actor, note, origin });
    });
    failpoint('agreements.cancel.after-commit');
  }
}
