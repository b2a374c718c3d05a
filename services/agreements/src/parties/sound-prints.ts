import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import {
  DataSource,
  type EntityManager,
  IsNull,
  LessThanOrEqual,
  Not,
  type SelectQueryBuilder,
} from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { compareSoundsAside, decodeSamples, MediaError, UNPAID_NICENESS } from '#media';
import { Clock, LOGGER, MINUTE_MS } from '#platform';
import { OBJECT_STORE, ObjectNotFoundError, type ObjectStore, Spool } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { RecordingEntity, SoundPrintEntity } from '../recordings/recordings.module.js';

/** What is looked through of other agreements: so many recordings, so much of each. */
const MOST_EARLIER = 40;
const EARLIER_SECONDS = 600;
const EARLIER_PRINT_BYTES = (EARLIER_SECONDS / 0.032) * 4;
/** Until then, what somebody waits for goes first. */
const AFTER_MS = 10 * MINUTE_MS;
/** So many of them whose print is not made yet are decoded while somebody waits. */
const MOST_UNPRINTED = 3;

export interface KnownRecording {
  id: string;
  objectKey: string;
  sha256: string;
  print: Buffer | null;
}

/** A recording of another agreement of the same people. */
export interface EarlierRecording {
  id: string;
  sha256: string;
  print: Buffer;
}

/** A recording of another agreement whose print is not made yet. */
export type UnprintedRecording = Pick<RecordingEntity, 'id' | 'objectKey' | 'sha256'>;

/** What recordings sound like, kept beside them, so that one is known again when it comes in the name of somebody else. */
@Injectable()
export class SoundPrints {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Every recording that party A ever made for an agreement. */
  ofAgreement(agreementId: string): Promise<KnownRecording[]> {
    return this.dataSource
      .createQueryBuilder(RecordingEntity, 'r')
      .leftJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id')
      .select('r.id', 'id')
      .addSelect('r.objectKey', 'objectKey')
      .addSelect('r.sha256', 'sha256')
      .addSelect('p.print', 'print')
      .where({ agreementId, party: 'a', deletedAt: IsNull() })
      .orderBy('r.createdAt', 'DESC')
      .getRawMany<KnownRecording>();
  }

  /**
   * What is known of other agreements of the same owner, and of those to the same address of party B: those to that
   * address first, of them the answers, which are short, and the newest.
   */
  async ofOthers(agreementId: string): Promise<EarlierRecording[]> {
    return (await this.others(agreementId))
      .innerJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id and octet_length(p.print) > 0')
      .addSelect(`substring(p.print from 1 for ${EARLIER_PRINT_BYTES})`, 'print')
      .addOrderBy('r.party', 'DESC')
      .addOrderBy('r.createdAt', 'DESC')
      .limit(MOST_EARLIER)
      .getRawMany<EarlierRecording>();
  }

  /** The newest of those in which party B may be heard and whose print is not made yet, in the same order. */
  async unprintedOfOthers(agreementId: string): Promise<UnprintedRecording[]> {
    return withoutPrint(await this.others(agreementId))
      .addOrderBy('r.createdAt', 'DESC')
      .limit(MOST_UNPRINTED)
      .getRawMany<UnprintedRecording>();
  }

  /** The newest of contracts completed a while ago in which party B may be heard and whose print is not made yet. */
  unprinted(limit: number): Promise<UnprintedRecording[]> {
    const completedAt = LessThanOrEqual(new Date(this.clock.now().getTime() - AFTER_MS));
    const completed = recordingsOf(this.dataSource.manager).where({ status: 'completed', completedAt });
    return withoutPrint(completed)
      .orderBy('r.createdAt', 'DESC')
      .limit(limit)
      .getRawMany<UnprintedRecording>();
  }

  /**
   * Fetches a recording and writes its samples into the folder: of one of another agreement, as much as is looked through.
   * Answers where they are.
   * @throws MediaError
   */
  async fetchSamples(
    folder: string,
    { id, objectKey }: Pick<RecordingEntity, 'id' | 'objectKey'>,
    options: { isEarlier?: boolean; signal?: AbortSignal; niceness?: number } = {},
  ): Promise<string> {
    const { isEarlier = false, ...work } = options;
    const path = join(folder, id);
    await this.store.getFile(objectKey, path);
    await decodeSamples(path, `${path}.pcm`, { ...work, ...(isEarlier ? { seconds: EARLIER_SECONDS } : {}) });
    return `${path}.pcm`;
  }

  /** Keeps what a recording sounds like, in the transaction that writes it. */
  async keep(manager: EntityManager, recordingId: string, print: Buffer): Promise<void> {
    await manager.insert(SoundPrintEntity, { recordingId, print, madeAt: this.clock.now() });
  }

  /** Keeps what a stored recording sounds like; of one that was deleted meanwhile, nothing. */
  async keepMade(recordingId: string, print: Uint8Array): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(SoundPrintEntity, ['recordingId', 'print', 'madeAt'])
      .valuesFromSelect((kept) =>
        kept
          .select('r.id')
          .addSelect(':print')
          .addSelect(':madeAt')
          .from(RecordingEntity, 'r')
          .where({ id: recordingId, deletedAt: IsNull() })
          .setParameters({ print: Buffer.from(print), madeAt: this.clock.now() }),
      )
      .orIgnore()
      .execute();
  }

  private async others(agreementId: string): Promise<SelectQueryBuilder<AgreementEntity>> {
    const { manager } = this.dataSource;
    const { ownerId, partyBEmail } = await manager.findOneByOrFail(AgreementEntity, { agreementId });
    return recordingsOf(manager)
      .where([
        ...(ownerId === null ? [] : [{ ownerId, agreementId: Not(agreementId) }]),
        { partyBEmail, agreementId: Not(agreementId) },
      ])
      .orderBy('case when a.partyBEmail = :partyBEmail then 0 else 1 end')
      .setParameter('partyBEmail', partyBEmail);
  }
}

const recordingsOf = (manager: EntityManager): SelectQueryBuilder<AgreementEntity> =>
  manager
    .createQueryBuilder(AgreementEntity, 'a')
    .innerJoin(RecordingEntity, 'r', 'r.agreementId = a.agreementId')
    .select('r.id', 'id')
    .addSelect('r.objectKey', 'objectKey')
    .addSelect('r.sha256', 'sha256');

/** Party B answers from afar alone, and is heard beside party A by people in one room. */
const withoutPrint = (recordings: SelectQueryBuilder<AgreementEntity>): SelectQueryBuilder<AgreementEntity> =>
  recordings
    .leftJoin(SoundPrintEntity, 'p', 'p.recordingId = r.id')
    .andWhere('p.recordingId is null and r.deletedAt is null')
    .andWhere(`(r.party = 'b' or not a.isRemote)`);

const BATCH = 20;
/** Another round takes up what is left. */
const ROUND_MS = 5 * MINUTE_MS;

/** Makes the prints that nobody has waited for: of contracts of people in one room, and of answers of before there were any. */
@Injectable()
export class MakeSoundPrints implements ScheduleHandler {
  readonly schedule = { name: 'make-sound-prints', everyMs: 10 * MINUTE_MS };

  constructor(
    private readonly prints: SoundPrints,
    private readonly spool: Spool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const until = Date.now() + ROUND_MS;
    for (;;) {
      const batch = await this.prints.unprinted(BATCH);
      if (batch.length === 0) return;
      for (const recording of batch) {
        if (signal.aborted || Date.now() > until) return;
        await this.prints.keepMade(recording.id, await this.printOf(recording, signal));
      }
    }
  }

  /** Empty for what cannot be decoded or is lost: it would be tried for ever. */
  private async printOf(recording: UnprintedRecording, signal: AbortSignal): Promise<Uint8Array> {
    const work = { signal, niceness: UNPAID_NICENESS };
    try {
      return await this.spool.during(async (folder) => {
        const samplesPath = await this.prints.fetchSamples(folder, recording, { ...work, isEarlier: true });
        return (await compareSoundsAside({ samplesPath, others: [] }, work)).print;
      });
    } catch (error) {
      const isCorrupt = error instanceof MediaError && error.code === 'corrupt';
      if (signal.aborted || !(isCorrupt || error instanceof ObjectNotFoundError)) throw error;
      this.logger.warn({ err: error, recordingId: recording.id }, 'a recording has no sound to be known by');
      return new Uint8Array();
    }
  }
}
