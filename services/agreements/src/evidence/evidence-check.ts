import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, IsNull, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { evidenceDoubted } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, failpoint, isOutage, LOGGER, Outages, outageOf } from '#platform';
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
import { LogHeads } from './log-heads.js';
import { readableJson, sha256 } from './packet.js';
import { agreementRecord, hashObject } from './seal-contents.js';
import { type PaymentRecord, ServiceRecords } from './service-records.js';
import { VerificationsService } from './verifications.service.js';

const BATCH = 200;
/** Heads of so many days are compared with the logs; what was rewritten earlier was found by the checks of the days before. */
const HEAD_DAYS = 7;
/** As many as a mail can usefully name. */
const MOST_LINES = 20;
/** After so many in a row that an outage kept from being checked the others are left for another time. */
const OUTAGES_IN_A_ROW = 5;

interface Problem {
  agreementId: string | null;
  problem: string;
}

interface Listed {
  id: number;
  agreementId: string;
  /** Then its objects are read, too. */
  isCompleted: boolean;
}

interface Unchecked extends Listed {
  error: unknown;
}

/** What one look at some agreements came to. */
interface Look {
  agreements: number;
  problems: Problem[];
  unchecked: Unchecked[];
  isCutShort: boolean;
  /** The last that was looked at. */
  lastId: number | null;
}

interface EvidenceCheckResult {
  /** How many were looked at. */
  agreements: number;
  problems: Problem[];
  /** What nobody could look at, in the words in which it is told. */
  unchecked: string[];
  /** Not all were looked at: something that this needs was away. */
  isCutShort: boolean;
}

/** How far a check has come: up to there everything is well or was told, so that one that was cut short goes on there. */
export interface CheckProgress {
  /** Id of the last agreement. */
  upTo: number;
  agreements: number;
  problems: number;
}

/** A check that may go on where another was cut short. */
interface CheckCourse {
  readonly from: CheckProgress;
  /** Told after every batch, and at a stop. */
  note(progress: CheckProgress): Promise<void>;
}

const wholeCourse: CheckCourse = {
  from: { upTo: 0, agreements: 0, problems: 0 },
  note: () => Promise.resolve(),
};

/** Looks whether everything that is kept is as it was written: every log, every seal, every object of a seal. */
@Injectable()
export class EvidenceCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: EventLog,
    private readonly heads: LogHeads,
    private readonly verifications: VerificationsService,
    private readonly transcriptCopies: TranscriptCopies,
    private readonly outages: Outages,
    private readonly records: ServiceRecords,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks all agreements; what is found is written at the seal, where the verify call reads it, and told. One that cannot
   * be checked keeps nobody from hearing of the others.
   */
  async run(signal: AbortSignal, { from, note } = wholeCourse): Promise<EvidenceCheckResult> {
    const startedAt = Date.now();
    const reached = (look: Look): CheckProgress => ({
      upTo: look.lastId ?? from.upTo,
      agreements: from.agreements + look.agreements,
      problems: from.problems + look.problems.length,
    });
    let noted = from;
    const look = await this.look(this.all(from.upTo), signal, async (soFar) => {
      // What was found is told at the end: whoever takes over has to find it, too.
      if (soFar.problems.length + soFar.unchecked.length === 0) noted = reached(soFar);
      await note(noted);
    });
    const { agreements, problems, unchecked, isCutShort } = look;
    const result: EvidenceCheckResult = { agreements, problems, unchecked: [], isCutShort };
    if (!isCutShort) {
      // What failed in passing, as with an object store that was busy, is well by now.
      const again = await this.look([...unchecked], signal);
      problems.push(...again.problems);
      unchecked.splice(0, again.agreements, ...again.unchecked);
    }
    // What a stop kept from being looked at is looked at by whoever goes on.
    if (!signal.aborted) result.unchecked = unchecked.map(describeUnchecked);
    if (!isCutShort && !signal.aborted) await this.compareHeads(result);
    if (problems.length + result.unchecked.length > 0) await this.tell(result, Date.now() - startedAt);
    if (signal.aborted) await note(unchecked.length === 0 ? reached(look) : noted);
    return result;
  }

  private async look(
    agreements: Iterable<Listed> | AsyncIterable<Listed>,
    signal: AbortSignal,
    afterBatch: (look: Look) => Promise<void> = () => Promise.resolve(),
  ): Promise<Look> {
    const look: Look = { agreements: 0, problems: [], unchecked: [], isCutShort: false, lastId: null };
    let outagesInARow = 0;
    try {
      for await (const agreement of agreements) {
        if (signal.aborted) return look;
        look.agreements += 1;
        const failure = await this.lookAt(agreement, look);
        look.lastId = agreement.id;
        if (failure === 'outage') outagesInARow += 1;
        // Others need no object store: that they went well says nothing of it.
        else if (agreement.isCompleted) outagesInARow = 0;
        if (outagesInARow === OUTAGES_IN_A_ROW) return { ...look, isCutShort: true };
        if (look.agreements % BATCH === 0) await afterBatch(look);
      }
    } catch (error) {
      this.logger.error({ err: error }, 'agreements could not be listed to check their evidence');
      return { ...look, isCutShort: true };
    }
    return look;
  }

  /** Answers how it failed, if it did. */
  private async lookAt(agreement: Listed, look: Look): Promise<'outage' | 'own' | null> {
    const { agreementId } = agreement;
    try {
      const problem = await this.check(agreementId);
      if (problem !== null) look.problems.push({ agreementId, problem });
      return null;
    } catch (error) {
      this.logger.error({ err: error, agreementId }, 'evidence could not be checked');
      look.unchecked.push({ ...agreement, error });
      return isOutage(error) || (await this.outages.explain(error)) !== null ? 'outage' : 'own';
    }
  }

  private async *all(first: number): AsyncGenerator<Listed> {
    for (let after = first; ; ) {
      const rows = await this.dataSource.manager.find(AgreementEntity, {
        select: { id: true, agreementId: true, status: true },
        where: { id: MoreThan(after) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      if (rows.length === 0) return;
      for (const { id, agreementId, status } of rows) {
        after = id;
        yield { id, agreementId, isCompleted: status === 'completed' };
      }
    }
  }

  private async compareHeads(result: EvidenceCheckResult): Promise<void> {
    const unread = (what: string, error: unknown) => {
      this.logger.error({ err: error }, `${what} could not be checked`);
      result.unchecked.push(`${what} could not be checked${reasonOf(error)}`);
    };
    const heads = await this.heads.newest(HEAD_DAYS).catch((error: unknown) => {
      unread('the heads of the last days', error);
      return [];
    });
    for (const head of heads) {
      try {
        for await (const problem of this.heads.problems(head)) result.problems.push(problem);
      } catch (error) {
        unread(`the head of ${head.day}`, error);
      }
    }
  }

  /** What is wrong with one agreement, now; null when nothing is. */
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

  private async tell(result: EvidenceCheckResult, tookMs: number): Promise<void> {
    const { agreements, problems, unchecked, isCutShort } = result;
    const lines = [
      ...problems.map(({ agreementId, problem }) =>
        agreementId === null ? problem : `agreement ${agreementId}: ${problem}`,
      ),
      ...unchecked,
    ].slice(0, isCutShort ? MOST_LINES - 1 : MOST_LINES);
    if (isCutShort) {
      lines.push(`the check ended early, after ${agreements} agreements; it goes on in some hours`);
    }
    await this.outbox.transaction(async (manager) => {
      await this.outbox.add(manager, evidenceDoubted, {
        checkId: uuidv7(),
        checkedAt: this.clock.now().toISOString(),
        ...{ tookMs, checked: agreements, problems: problems.length, unchecked: unchecked.length, lines },
      });
    });
    failpoint('agreements.evidence-check.after-commit');
  }
}

const describeUnchecked = ({ agreementId, error }: Unchecked): string =>
  `agreement ${agreementId}: could not be checked${reasonOf(error)}`;

/** Why something could not be checked, for administrators: what an error says may quote what is stored. */
function reasonOf(error: unknown): string {
  const dependency = outageOf(error);
  if (dependency !== null) return `: ${dependency} did not answer`;
  return isOutage(error) ? ': the database took too long' : '; the log has the error';
}

/** The time that people are shown must be the one in the time stamp. */
function problemOfTimestamps(seals: readonly StoredSeal[]): string | null {
  const wrong = seals.find(({ timestampToken, timestampAt }) => {
    const said = timestampToken === null ? null : (readInfo(timestampToken)?.genTime ?? null);
    return said?.getTime() !== timestampAt?.getTime();
  });
  return wrong ? `the time of the time stamp of seal ${wrong.version} is another` : null;
}
