import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { agreementSealed } from '#contracts';
import { type Commit, type JobHandler, type JobRun, TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity, lockAgreement } from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import {
  type SealAgreementPayload,
  SealEntity,
  SealKeys,
  SealPartEntity,
  sealAgreement,
} from '../seals/seals.module.js';
import { type ManifestPart, sha256, writeManifest } from './packet.js';
import { madeKey, SealSources } from './seal-contents.js';

const nothing: Commit = async () => undefined;
const WHILE_DELETED_MS = 5000;

type Part = ManifestPart & { objectKey: string; deletedAt?: Date | null };

/**
 * Seals a completed agreement; one whose content is deleted with its facts alone. Files first, each under the hash of its content, so that a run that is cut short leaves
 * nothing that another one could mix up; then manifest, signature, list of parts and the log's row in one transaction.
 */
@Injectable()
export class SealAgreement implements JobHandler<SealAgreementPayload> {
  readonly job = sealAgreement;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly sources: SealSources,
    private readonly keys: SealKeys,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async run({ payload, signal }: JobRun<SealAgreementPayload>): Promise<Commit> {
    const { agreementId, version } = payload;
    const { manager } = this.dataSource;
    const seal = await manager.findOneBy(SealEntity, { agreementId, version });
    if (!seal || seal.sealedAt !== null) return nothing;
    const { contentDeletedAt, contentDeletionBegunAt } = await manager.findOneByOrFail(AgreementEntity, {
      agreementId,
    });
    const isDeleted = contentDeletedAt !== null;
    if (contentDeletionBegunAt !== null && !isDeleted) {
      throw new TryLaterError('its content is being deleted', WHILE_DELETED_MS);
    }
    const contents = isDeleted ? await this.sources.gatherFacts(seal) : await this.sources.gather(seal);
    if (!contents) return nothing;
    const parts: Part[] = [...contents.stored];
    for (const { path, kind, mime, content } of contents.made) {
      signal.throwIfAborted();
      const objectKey = madeKey(agreementId, content);
      await this.store.putBuffer(objectKey, content, mime);
      failpoint('agreements.seal.after-object');
      parts.push({ path, kind, objectKey, sha256: sha256(content), bytes: content.length });
    }
    failpoint('agreements.seal.after-objects');
    const manifest = writeManifest({
      ...{ agreementId, version, parts },
      completedAt: contents.agreement.completedAt,
      orderedAt: seal.orderedAt.toISOString(),
      keyId: this.keys.currentKey.keyId,
      log: { rows: contents.log.length, head: contents.log.at(-1)?.hash ?? '' },
    });
    return (transaction) => this.write(transaction, payload, { manifest, parts, isDeleted });
  }

  /** Another job is started by the schedule that looks for what is not sealed (`FindUnsealed`). */
  async giveUp({ agreementId, version }: SealAgreementPayload): Promise<Commit> {
    return async (manager) => {
      await manager.increment(SealEntity, { agreementId, version, sealedAt: IsNull() }, 'failures', 1);
    };
  }

  private async write(
    manager: EntityManager,
    { agreementId, version }: SealAgreementPayload,
    { manifest, parts, isDeleted }: { manifest: string; parts: Part[]; isDeleted: boolean },
  ): Promise<void> {
    const { contentDeletedAt, ownerId } = await lockAgreement(manager, agreementId);
    const isOpen = await manager.existsBy(SealEntity, { agreementId, version, sealedAt: IsNull() });
    if (!isOpen || (contentDeletedAt !== null) !== isDeleted || ownerId === null) return;
    const content = Buffer.from(manifest);
    const { keyId, bytes } = this.keys.sign(content);
    const now = this.clock.now();
    const manifestSha256 = sha256(content);
    await manager.update(
      SealEntity,
      { agreementId, version },
      {
        ...{ manifest, manifestSha256, keyId, sealedAt: now, timestampDueAt: now },
        takesLogHead: true,
        signature: bytes.toString('base64url'),
      },
    );
    await manager.insert(
      SealPartEntity,
      parts.map((part) => ({ ...part, agreementId, version })),
    );
    await this.log.append(manager, agreementId, {
      ...{ type: 'sealed', actor: 'agreements', at: now },
      detail: { version, manifestSha256, keyId },
    });
    await this.outbox.add(manager, agreementSealed, {
      ...{ agreementId, ownerId, version, manifestSha256, keyId },
      sealedAt: now.toISOString(),
    });
  }
}
