import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invitationOpened } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint } from '#platform';
import {
  type AgreementEntity,
  AgreementLifecycle,
  type AgreementRow,
  AgreementsRepository,
  currentInvitation,
  type InvitationEntity,
  lockAgreement,
  markOpened,
  notePartyBReached,
  wasOpened,
} from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { EventLog } from '../event-log/event-log.module.js';
import { ConsentEntity } from './consent.entity.js';
import { type KeyedVisit, matchDevice } from './consent-checks.js';
import {
  assertKeyed,
  assertOpen,
  type GivenAnswer,
  type InvitationState,
  invitationOf,
  invitationState,
  isKeyed,
  type Opening,
  readKey,
} from './invitation.state.js';
import { withoutWordsOfPartyA } from './invitation.view.js';
import { rememberFirstLanguage, rememberLanguageOfAnswer } from './party-language.js';

export interface LockedInvitation {
  agreement: AgreementEntity;
  invitation: InvitationEntity | null;
  state: InvitationState;
  opening: Opening;
}

/** How an invitation stands for whoever looks at it. */
interface Looked {
  agreement: Pick<AgreementEntity, 'agreementId' | 'statusReason' | 'cancelledAt'>;
  state: InvitationState;
  opening: Opening;
}

/** What party B may do before and instead of consenting. */
@Injectable()
export class PartyBService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly config: AgreementsConfig,
    private readonly lifecycle: AgreementLifecycle,
  ) {}

  /**
   * The agreement, while its invitation can be answered. The number alone is enough for its facts; what it is about is
   * party A's own words, for whoever was reached at party B's address.
   * @throws AppError `agreement_not_found`, `invitation_not_paid`, `invitation_cancelled`, `invitation_expired`, `invitation_answered`
   */
  async read(agreementId: string, key: string | null): Promise<AgreementRow> {
    const { row, opening } = await this.look(agreementId, key);
    return isKeyed(opening) ? row : withoutWordsOfPartyA(row);
  }

  /**
   * Whether party A's recording may be heard: only by whoever was reached at party B's address.
   * @throws AppError those of {@link read}, and `link_required`
   */
  async assertHears(agreementId: string, key: string | null): Promise<void> {
    assertKeyed((await this.look(agreementId, key)).opening);
  }

  /**
   * Whether there was ever an invitation, which costs a payment: before anything is read that is sent to its number. How
   * it stands depends on the key, which comes with the rest.
   * @throws AppError `agreement_not_found`, `invitation_not_paid`, `invitation_cancelled`
   */
  async assertInvited(agreementId: string): Promise<void> {
    const row = await this.agreements.find(agreementId);
    const invitation = row && invitationOf(row);
    if (row?.isRemote && invitation) return;
    assertOpen(invitationState(row && { ...row, invitation }, { via: 'none' }, this.clock.now()));
  }

  /** Locks the agreement and looks at its invitation. @throws AppError `agreement_not_found` */
  async lock(manager: EntityManager, agreementId: string, key: string | null): Promise<LockedInvitation> {
    const agreement = await lockAgreement(manager, agreementId);
    const invitation = await currentInvitation(manager, agreementId);
    const invited = { ...agreement, invitation };
    const opening = await this.open(manager, agreementId, key);
    const state = invitationState(invited, opening, this.clock.now());
    if (state === 'hidden') assertOpen(state);
    return { agreement, invitation, state, opening };
  }

  /** @throws AppError why it cannot be answered; whoever holds the key is told of the answer that was given, too */
  async assertOpen(manager: EntityManager, { agreement, state, opening }: Looked): Promise<void> {
    assertOpen(state, isKeyed(opening) ? await answerOf(manager, agreement, state) : null);
  }

  /**
   * Remembers that it was seen: the first time with the mailed key by party B, and the first time without it by somebody,
   * who may be anybody with the number. Where that is party A, nobody is to be told.
   */
  async view(agreementId: string, visit: KeyedVisit): Promise<void> {
    const { key, origin } = visit;
    await this.outbox.transaction(async (manager) => {
      const { agreement, invitation, state, opening } = await this.lock(manager, agreementId, key);
      await this.assertOpen(manager, { agreement, state, opening });
      const { ownerId } = agreement;
      if (!invitation || ownerId === null) return;
      const now = this.clock.now();
      const isKeyed = opening.via === 'link' || opening.via === 'code';
      if (!isKeyed && (await matchDevice(manager, agreement, visit)) === 'same') return;
      if (isKeyed) {
        await rememberFirstLanguage(manager, agreement);
        await notePartyBReached(manager, agreement, now);
      }
      const type = isKeyed ? 'opened-with-key' : 'opened';
      const isFirst = isKeyed || !(await wasOpened(manager, agreementId));
      await markOpened(manager, invitation.id, now, isKeyed);
      if (await this.log.has(manager, agreementId, type)) return;
      const isCoded = opening.via === 'code';
      const detail = { invitationId: invitation.id, ...(isCoded ? { via: 'code' } : {}) };
      const actor = isKeyed ? 'party-b' : 'visitor';
      await this.log.append(manager, agreementId, { type, actor, origin, detail });
      if (!isFirst) return;
      await this.outbox.add(manager, invitationOpened, {
        agreementId,
        ownerId,
        invitationId: invitation.id,
        isKeyed,
        ...(isCoded ? { via: 'code' as const } : {}),
        openedAt: now.toISOString(),
      });
      failpoint('agreements.view.before-commit');
    });
    failpoint('agreements.view.after-commit');
  }

  /** Party B says no, and why. @throws AppError those of {@link read}, and `link_required` */
  async decline(agreementId: string, note: string, visit: KeyedVisit): Promise<void> {
    const { key, origin } = visit;
    await this.outbox.transaction(async (manager) => {
      const { agreement, state, opening } = await this.lock(manager, agreementId, key);
      await this.assertOpen(manager, { agreement, state, opening });
      assertKeyed(opening);
      const deviceMatch = await matchDevice(manager, agreement, visit);
      await rememberLanguageOfAnswer(manager, agreement, { via: 'link', deviceMatch });
      const order = { reason: 'declined', actor: 'party-b', note, origin, deviceMatch } as const;
      await this.lifecycle.cancel(manager, agreement, order);
    });
    failpoint('agreements.decline.after-commit');
  }

  private open(manager: EntityManager, agreementId: string, key: string | null) {
    return readKey(manager, agreementId, key, { linkSecret: this.config.linkSecret, now: this.clock.now() });
  }

  private async look(
    agreementId: string,
    key: string | null,
  ): Promise<{ row: AgreementRow; opening: Opening }> {
    const row = await this.agreements.find(agreementId);
    const opening = await this.open(this.dataSource.manager, agreementId, key);
    const invited = row && { ...row, invitation: invitationOf(row) };
    const state = invitationState(invited, opening, this.clock.now());
    if (!row) throw new AppError('agreement_not_found');
    await this.assertOpen(this.dataSource.manager, { agreement: row, state, opening });
    return { row, opening };
  }
}

async function answerOf(
  manager: EntityManager,
  { agreementId, statusReason, cancelledAt }: Looked['agreement'],
  state: InvitationState,
): Promise<GivenAnswer | null> {
  if (state === 'cancelled' && statusReason === 'declined' && cancelledAt !== null)
    return { answer: 'declined', answeredAt: cancelledAt.toISOString() };
  if (state !== 'answered') return null;
  const consent = await manager.findOneBy(ConsentEntity, { agreementId });
  return consent && { answer: 'agreed', answeredAt: consent.consentedAt.toISOString() };
}
