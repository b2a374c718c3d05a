import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { Clock, LOGGER } from '#platform';
import { OBJECT_STORE, ObjectNotFoundError, type ObjectStore } from '#storage';
import { AgreementEntity, AgreementsRepository, isBeingDeleted } from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import { RecordingEntity } from '../recordings/recordings.module.js';
import {
  copyFormats,
  readInfo,
  readObject,
  SealEntity,
  SealPartEntity,
  TranscriptCopies,
} from '../seals/seals.module.js';
import type { StoredEvidence, StoredSeal } from './evidence.repository.js';
import { readableJson, sha256 } from './packet.js';
import { agreementRecord, hashObject } from './seal-contents.js';
import { type PaymentRecord, ServiceRecords } from './service-records.js';
import { VerificationsService } from './verifications.service.js';

/** Compares what is kept of one agreement with what was written of it: its log, its seals, their objects, its rows. */
@Injectable()
export class AgreementCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly clock: Clock,
    private readonly log: EventLog,
    private readonly verifications: VerificationsService,
    private readonly transcriptCopies: TranscriptCopies,
    private readonly records: ServiceRecords,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What is wrong with it, now; null when nothing is. It is written at the newest seal, too, where the verify call reads it. */
  async check(agreementId: string): Promise<string | null> {
    const evidence = await this.verifications.read(agreementId);
    if (!evidence) return null;
    const { seals, parts } = evidence;
    const newest = seals.at(-1);
    // What was found before is to be found again.
    const unmarked = { ...evidence, seals: seals.map((seal) => ({ ...seal, problem: null })) };
    const ofRows =
      this.verifications.findProblem(agreementId, unmarked) ??
      (await this.problemOfTranscriptCopies(agreementId));
    if (!newest) return ofRows;
    const problem =
      ofRows ??
      (await this.problemOfRows(agreementId, seals, parts)) ??
      problemOfTimestamps(seals) ??
      (await this.problemOfReceipt(agreementId, parts)) ??
      (await this.problemOfCopies(agreementId, evidence)) ??
      (await this.problemOfObjects(parts));
    // It stands at the newest seal, and nowhere else: one may have been the newest only while another was away.
    await this.dataSource
      .createQueryBuilder()
      .update(SealEntity)
      .set({ problem: () => 'case when version = :version then :problem end', checkedAt: this.clock.now() })
      .where({ agreementId, sealedAt: Not(IsNull()) })
      .setParameters({ version: newest.version, problem })
      .execute();
    return problem;
  }

  /** The rows that people see must say what was sealed. */
  private async problemOfRows(
    agreementId: string,
    seals: readonly StoredSeal[],
    parts: readonly SealPartEntity[],
  ): Promise<string | null> {
    const version = seals.at(-1)?.version;
    const newest = parts.filter((part) => part.version === version);
    const row = await this.agreements.require(agreementId);
    const { manager } = this.dataSource;
    const sealed = newest.find(({ kind }) => kind === 'agreement');
    if (sealed && sha256(readableJson(agreementRecord(row))) !== sealed.sha256) {
      // A corrected address is sealed anew, which may take as long as an outage: the newer seal has to agree with it.
      const isSealedAnew = await manager.existsBy(SealEntity, {
        agreementId,
        version: MoreThan(sealed.version),
      });
      if (!isSealedAnew) return 'names, amount or dates are not those that were sealed';
    }
    const recordings = await manager.findBy(RecordingEntity, { agreementId, replacedAt: IsNull() });
    for (const party of ['a', 'b']) {
      const part = newest.find(({ kind }) => kind === (party === 'a' ? 'audio' : 'consent-audio'));
      const recording = recordings.find((one) => one.party === party);
      const isSame =
        part?.sha256 === recording?.sha256 &&
        part?.bytes === recording?.bytes &&
        part?.objectKey === recording?.objectKey;
      if (!isSame) return `the recording of party ${party} is not the one that was sealed`;
    }
    const photo = newest.find(({ kind }) => kind === 'photo');
    const agreement = await manager.findOneByOrFail(AgreementEntity, { agreementId });
    const isDeleted = agreement.contentDeletedAt !== null;
    // A mark alone is believed by nobody: what is deleted is in the log, in the same transaction.
    const isLogged = isDeleted && (await this.log.has(manager, agreementId, 'content-deleted'));
    if (isDeleted && !isLogged) return 'it is marked as deleted, and its log knows of no deletion';
    const photoKey = isDeleted ? null : (photo?.objectKey ?? null);
    if ((photo?.sha256 ?? null) !== agreement.photoSha256 || photoKey !== agreement.photoKey) {
      return 'the photo is not the one that was sealed';
    }
    if (agreement.status !== 'completed') return 'it is sealed and not completed';
    const isMarkedWrongly = [...parts, ...recordings].some(
      ({ deletedAt }) => deletedAt !== null && !isDeleted,
    );
    return isMarkedWrongly ? 'a part is marked as deleted, and nothing was deleted' : null;
  }

  /** What was paid is told by payments: number, amount and time of a receipt do not change any more. */
  private async problemOfReceipt(
    agreementId: string,
    parts: readonly SealPartEntity[],
  ): Promise<string | null> {
    const part = parts.findLast(({ kind }) => kind === 'receipt');
    const content = part ? await readObject(this.store, part.objectKey) : null;
    // A file that is not the sealed one is found with the others.
    if (!part || content === null || sha256(content) !== part.sha256) return null;
    const sealed = JSON.parse(content.toString('utf8')) as PaymentRecord;
    if (sealed.receipts.length === 0) return null;
    let told: PaymentRecord;
    try {
      told = await this.records.payment(agreementId);
    } catch (error) {
      // Another night compares it.
      this.logger.warn({ err: error, agreementId }, 'receipts could not be compared');
      return null;
    }
    const other = sealed.receipts.find((receipt) => {
      const now = told.receipts.find(({ number }) => number === receipt.number);
      return (
        now?.amountCents !== receipt.amountCents ||
        now.currency !== receipt.currency ||
        now.paidAt !== receipt.paidAt
      );
    });
    return other ? `receipt ${other.number} is not the one that was sealed` : null;
  }

  /** What people are given to hear must be what was made of the sealed recording. */
  private async problemOfCopies(agreementId: string, { copies }: StoredEvidence): Promise<string | null> {
    const known = (recordingId: string, format: string, hash: string) =>
      copies.some(
        (copy) => copy.recordingId === recordingId && copy.format === format && copy.sha256 === hash,
      );
    const { manager } = this.dataSource;
    const kept = { replacedAt: IsNull(), deletedAt: IsNull() };
    for (const recording of await manager.findBy(RecordingEntity, { agreementId, ...kept })) {
      const { id } = recording;
      for (const format of copyFormats) {
        const made = recording[format];
        if (!made) continue;
        if (!known(id, format, made.sha256)) return `the ${format} copy is not the one that was made`;
        const actual = await this.hashOf(made.key, made.sha256);
        if (actual === made.sha256) continue;
        const isKept = await manager.existsBy(RecordingEntity, { id, deletedAt: IsNull() });
        const wrong = isKept ? await this.wrongObject(agreementId, actual) : null;
        if (wrong) return `the ${format} copy ${wrong}`;
      }
    }
    return null;
  }

  /** Which are many, so nobody else looks at all of them: the verify call asks for the one whose file it is given. */
  private async problemOfTranscriptCopies(agreementId: string): Promise<string | null> {
    const changed = await this.transcriptCopies.findChanged(this.dataSource.manager, agreementId);
    return changed ? `the ${changed.format} copy of the transcript is not as it was noted` : null;
  }

  /**
   * The SHA-256 of an object, or null for none. Whatever answers in the store's place has another object, or none: so what
   * is not as expected is read again, from a store that has just been seen to be one.
   * @throws OutageError while something else answers in its place
   */
  private async hashOf(key: string, expected: string): Promise<string | null> {
    const hash = await this.hashNow(key);
    if (hash === expected) return hash;
    await this.store.check();
    return this.hashNow(key);
  }

  private async hashNow(key: string): Promise<string | null> {
    return hashObject(this.store, key).catch((error: unknown) => {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    });
  }

  /** What is wrong with an object whose hash is another, or null for none; its deletion may have begun meanwhile. */
  private async wrongObject(agreementId: string, actual: string | null): Promise<string | null> {
    if (actual !== null) return 'was changed in the store';
    const isGoing = await isBeingDeleted(this.dataSource.manager, agreementId, this.clock.now());
    return isGoing ? null : 'is not in the store';
  }

  private async problemOfObjects(parts: readonly SealPartEntity[]): Promise<string | null> {
    const checked = new Set<string>();
    for (const { agreementId, objectKey, sha256: expected, path, deletedAt } of parts) {
      if (deletedAt !== null || checked.has(objectKey)) continue;
      checked.add(objectKey);
      const actual = await this.hashOf(objectKey, expected);
      if (actual === expected) continue;
      // It may have been deleted since its row was read.
      const isKept = { objectKey, deletedAt: IsNull() };
      if (!(await this.dataSource.manager.existsBy(SealPartEntity, isKept))) continue;
      const wrong = await this.wrongObject(agreementId, actual);
      if (wrong) return `${path} ${wrong}`;
    }
    return null;
  }
}

/** The time that people are shown must be the one in the time stamp. */
function problemOfTimestamps(seals: readonly StoredSeal[]): string | null {
  const wrong = seals.find(({ timestampToken, timestampAt }) => {
    const said = timestampToken === null ? null : (readInfo(timestampToken)?.genTime ?? null);
    return said?.getTime() !== timestampAt?.getTime();
  });
  return wrong ? `the time of the time stamp of seal ${wrong.version} is another` : null;
}
