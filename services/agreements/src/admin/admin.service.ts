import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { type AdminActed, adminActed } from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Clock,
  DAY_MS,
  HOUR_MS,
  noOrigin,
  type Origin,
  type Page,
  type Principal,
  readPage,
} from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import {
  AgreementEntity,
  AgreementLifecycle,
  type AgreementRow,
  type AgreementsQuery,
  AgreementsRepository,
  type AgreementsSearch,
  assertAct,
  closeDeadlines,
  isBeingDeleted,
  lockAgreement,
  scheduleAccessEnd,
  scheduleContentDeletion,
  scheduleUnpaidEnd,
  whyPutOff,
} from '../agreements/agreements.module.js';
import { EventLog, type LogEntry, LogRowEntity, type LogType } from '../event-log/event-log.module.js';
import { findCurrentRecording, type MediaFile, storedBytes } from '../recordings/recordings.module.js';
import type { Party } from '../signed-links.js';

/** What administrators do with an agreement, and what the log calls it. */
const logTypeOf = {
  'audio-downloaded': 'admin-downloaded-audio',
  cancelled: 'admin-cancelled',
  'retention-extended': 'retention-extended',
  'content-deleted': 'admin-deleted-content',
  'job-retried': 'admin-retried-job',
  'transcript-fulfilled': 'admin-fulfilled-transcript',
} as const satisfies Record<AdminActed['act'], LogType>;

export const auditedActs = Object.keys(logTypeOf) as AdminActed['act'][];

interface AuditEntry {
  act: AdminActed['act'];
  adminId: number;
  reason: string;
  detail?: LogEntry['detail'];
  origin?: Origin;
}

/** Writes what administrators do with an agreement into its log, and tells its owner. */
@Injectable()
export class AgreementAudit {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
  ) {}

  /** Answers the number of the log's row. @throws AppError `agreement_not_found` */
  async record(manager: EntityManager, agreementId: string, entry: AuditEntry): Promise<number> {
    const { ownerId } = await lockAgreement(manager, agreementId);
    const seq = await this.log.append(manager, agreementId, {
      type: logTypeOf[entry.act],
      actor: `admin:${entry.adminId}`,
      origin: entry.origin ?? noOrigin,
      detail: { ...entry.detail, reason: entry.reason },
    });
    await this.outbox.add(manager, adminActed, { agreementId, ownerId, act: entry.act, seq });
    return seq;
  }
}

/** Which administrator acts, from where, and why. */
interface AdminOrder {
  admin: Principal;
  reason: string;
  origin: Origin;
}

/** What administrators do with agreements: always with a reason, always in the log, always told to the owner. */
@Injectable()
export class AdminService {
  constructor(
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly audit: AgreementAudit,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly lifecycle: AgreementLifecycle,
    private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  list(query: AgreementsQuery, search: AgreementsSearch): Promise<Page<AgreementRow>> {
    const { status = null } = query;
    return readPage(query, (beforeId, count) => this.agreements.listAll(search, { beforeId, count, status }));
  }

  /**
   * The recording of a party as WebM; as it came while it is not paid, because then there is nothing else. On record
   * before a byte leaves, and not while none can be had.
   * With `isContinued` it is the rest of a download that is on record already.
   * @throws AppError `agreement_not_found`, `recording_expired`, `not_ready`
   */
  async download(
    agreementId: string,
    order: AdminOrder,
    { party, isContinued }: { party: Party; isContinued: boolean },
  ): Promise<MediaFile> {
    await storedBytes(this.store, (await this.recorded(this.dataSource.manager, agreementId, party)).file);
    return this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const { file, sha256 } = await this.recorded(manager, agreementId, party);
      if (!isContinued || !(await this.wasLogged(manager, agreementId, { sha256, admin: order.admin }))) {
        const detail = { sha256, ...(party === 'b' ? { party } : {}) };
        await this.audit.record(manager, agreementId, { act: 'audio-downloaded', ...record(order), detail });
      }
      return file;
    });
  }

  /** @throws AppError `agreement_not_found`, `invalid_transition` */
  async cancel(agreementId: string, order: AdminOrder): Promise<AgreementRow> {
    const { admin, reason, origin } = order;
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const actor = `admin:${admin.id}`;
      await this.lifecycle.cancel(manager, agreement, {
        reason: 'by_admin',
        actor,
        note: reason,
        origin,
      });
      await this.audit.record(manager, agreementId, { act: 'cancelled', ...record(order) });
    });
    return this.agreements.require(agreementId);
  }

  /**
   * Keeps the content longer, counted from the end as it was, or from now when that has passed. The days were chosen for
   * the end that was shown: asked again, or by two at once, they are added once. Older pages do not say which that was.
   * @throws AppError `agreement_not_found`, `invalid_transition`, `recording_expired`
   */
  async extend(
    agreementId: string,
    { days, shown }: { days: number; shown: Date | null },
    order: AdminOrder,
  ): Promise<AgreementRow> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const now = this.clock.now();
      await assertKept(manager, agreement, now);
      if (agreement.status === 'cancelled') throw new AppError('invalid_transition');
      const from = agreement.expiresAt;
      if (shown !== null && shown.getTime() !== from.getTime()) {
        throw new AppError('invalid_transition', { message: 'The end of access was moved in the meantime.' });
      }
      const expiresAt = new Date(Math.max(from.getTime(), now.getTime()) + days * DAY_MS);
      agreement.expiresAt = expiresAt;
      await manager.save(agreement);
      const schedule = agreement.paidAt === null ? scheduleUnpaidEnd : scheduleAccessEnd;
      await schedule(manager, agreementId, expiresAt, now);
      // A deletion that was put off is counted anew, too.
      await closeDeadlines(manager, agreementId, now, ['content-end']);
      const detail = { days, from: from.toISOString(), until: expiresAt.toISOString() };
      await this.audit.record(manager, agreementId, { act: 'retention-extended', ...record(order), detail });
    });
    return this.agreements.require(agreementId);
  }

  /**
   * Has recordings, photo and transcript deleted before their time, in the next round, because a person asks for it. Money
   * and what is owed to the parties keep them; of a contract party B has to agree, who may need it as proof.
   * @throws AppError `agreement_not_found`, `invalid_transition`, `recording_expired`
   */
  async deleteContent(
    agreementId: string,
    { isPartyBAgreed }: { isPartyBAgreed: boolean },
    order: AdminOrder,
  ): Promise<AgreementRow> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const now = this.clock.now();
      await assertKept(manager, agreement, now);
      assertAct(agreement.status, 'delete-content');
      if (agreement.status === 'completed' && !isPartyBAgreed) {
        throw new AppError('invalid_transition', {
          message: 'Party B may need it as proof and has to agree.',
        });
      }
      if ((await whyPutOff(manager, this.log, agreement, now)) !== null) {
        throw new AppError('invalid_transition', {
          message: 'Money is held or in dispute, or a person is writing a transcript, so it has to stay.',
        });
      }
      await scheduleContentDeletion(manager, agreementId, now);
      const detail = { ...(isPartyBAgreed ? { partyBAgrees: true } : {}) };
      await this.audit.record(manager, agreementId, { act: 'content-deleted', ...record(order), detail });
    });
    return this.agreements.require(agreementId);
  }

  /** What there is of a party's recording now, and the hash of what was recorded. */
  private async recorded(
    manager: EntityManager,
    agreementId: string,
    party: Party,
  ): Promise<{ file: MediaFile; sha256: string }> {
    const agreement = await manager.findOneBy(AgreementEntity, { agreementId });
    if (!agreement) throw new AppError('agreement_not_found');
    if (agreement.contentDeletedAt !== null) throw new AppError('recording_expired');
    const recording = await findCurrentRecording(manager, agreementId, party);
    if (!recording) throw new AppError('not_found');
    const isMade = recording.webm !== null || agreement.paidAt !== null;
    const object = isMade ? recording.webm : { key: recording.objectKey, mime: recording.mime };
    if (!object) throw new AppError('not_ready', { retryAfterSeconds: 2 });
    const { key, mime } = object;
    const extension = isMade ? 'webm' : (key.split('.').at(-1) ?? 'bin');
    const fileName = `${agreementId}_recording${party === 'b' ? '_party_b' : ''}.${extension}`;
    return { file: { key, mime, fileName }, sha256: recording.sha256 };
  }

  /** Whether this administrator began this download within the last hour; a player asks for it piece by piece. */
  private async wasLogged(
    manager: EntityManager,
    agreementId: string,
    { sha256, admin }: { sha256: string; admin: Principal },
  ): Promise<boolean> {
    const type: LogType = 'admin-downloaded-audio';
    const since = new Date(this.clock.now().getTime() - HOUR_MS);
    const actor = `admin:${admin.id}`;
    const begun = await manager.findBy(LogRowEntity, { agreementId, type, actor, at: MoreThan(since) });
    return begun.some(({ detail }) => detail?.sha256 === sha256);
  }
}

/** @throws AppError `recording_expired` for content that is gone or about to go */
async function assertKept(manager: EntityManager, agreement: AgreementEntity, now: Date): Promise<void> {
  const { agreementId, contentDeletedAt, contentDeletionBegunAt } = agreement;
  const isGoing =
    (contentDeletedAt ?? contentDeletionBegunAt) !== null ||
    (await isBeingDeleted(manager, agreementId, now));
  if (isGoing) throw new AppError('recording_expired');
}

const record = ({ admin, reason, origin }: AdminOrder) => ({ adminId: admin.id, reason, origin });
