import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Column, DataSource, Entity, IsNull, LessThanOrEqual, MoreThan, Not, PrimaryColumn } from 'typeorm';
import { CLOCKS_APART_MS, Clock, insertIfNew, LOGGER } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import { isMade, readObject, SealEntity, SealKeys } from '../seals/seals.module.js';
import { EvidenceRepository, type LogEnd } from './evidence.repository.js';
import { MerkleTree } from './merkle-tree.js';
import { packetLog, readableJson, sha256 } from './packet.js';
import type { PublishedLogHead } from './verification.view.js';

const BATCH = 5000;

/** The head of a day. */
@Entity('log_heads')
export class LogHeadEntity {
  /** As `2026-11-20`, UTC. */
  @PrimaryColumn('date')
  day: string;

  @Column('int')
  agreements: number;

  @Column('text')
  sha256: string;

  /** Of the tree over the lines of the file; null of days before there were roots. */
  @Column('text', { nullable: true })
  root: string | null;

  @Column('text')
  objectKey: string;

  @Column('text')
  signature: string;

  @Column('text')
  keyId: string;

  @Column('timestamptz')
  signedAt: Date;
}

/**
 * Once a day, where every log ended, in one file whose hash is signed. Whoever puts a whole log together anew, with the
 * keys of the running system in hand, cannot change what was published of the days before.
 */
@Injectable()
export class LogHeads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly evidence: EvidenceRepository,
    private readonly log: EventLog,
    private readonly keys: SealKeys,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Signs the head of today unless there is one. Answers whether it was made now. */
  async signToday(): Promise<boolean> {
    const now = this.clock.now();
    const day = dayOf(now);
    const { manager } = this.dataSource;
    if (await manager.existsBy(LogHeadEntity, { day })) return false;
    const lines = await this.ends();
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const hash = sha256(content);
    const objectKey = `log-heads/${day}/${hash}.txt`;
    await this.store.putBuffer(objectKey, content, 'text/plain');
    const head = { day, agreements: lines.length, sha256: hash, root: new MerkleTree(lines).root };
    const { keyId, bytes } = this.keys.sign(Buffer.from(statementOf(head)));
    // Of two copies of the service, the first one counts.
    const signed = { objectKey, signature: bytes.toString('base64url'), keyId, signedAt: now };
    await insertIfNew(manager, LogHeadEntity, { ...head, ...signed });
    return true;
  }

  /**
   * Gives each seal the first head that its log goes into, as a file of its packet: the head, the path to it, and what
   * happened between the seal and that day. It stays as it is from then on, so a packet changes once.
   */
  async cover(signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    // One of a clock that was ahead is of a day to come, and older than the logs that end until then.
    const by = new Date(this.clock.now().getTime() + CLOCKS_APART_MS);
    const head = await manager.findOne(LogHeadEntity, {
      where: { root: Not(IsNull()), signedAt: LessThanOrEqual(by) },
      order: { day: 'DESC' },
    });
    if (!head) return;
    const seals = await manager.find(SealEntity, {
      select: { agreementId: true, version: true, keyId: true, logSeq: true, sealedAt: true },
      where: { takesLogHead: true, logHead: IsNull(), sealedAt: LessThanOrEqual(head.signedAt) },
      order: { sealedAt: 'ASC' },
      take: BATCH,
    });
    if (seals.length === 0) return;
    const content = await this.signedFile(head);
    // A damaged file is reported by `EvidenceCheck`.
    if (content === null) return;
    const lines = linesOf(content);
    const tree = new MerkleTree(lines);
    const places = new Map(lines.map((line, index) => [line.slice(0, line.indexOf(' ')), index]));
    for (const seal of seals.filter(isMade)) {
      if (signal.aborted) return;
      const place = places.get(seal.agreementId);
      const seq = Number(lines[place ?? -1]?.split(' ')[1] ?? 0);
      // Its last row was not in the database yet when the head was made.
      if (place === undefined || seq < seal.logSeq) continue;
      if (!this.keys.knows(seal.keyId)) {
        this.logger.error({ agreementId: seal.agreementId, keyId: seal.keyId }, 'key of a seal is not known');
        continue;
      }
      const file = readableJson({
        ...(await this.headFile(head)),
        line: lines[place],
        path: tree.path(place),
        // What happened between the seal and the head.
        rows: packetLog((await this.log.read(seal.agreementId, seq)).slice(seal.logSeq)),
      });
      const { agreementId, version, keyId } = seal;
      await manager.update(
        SealEntity,
        { agreementId, version, logHead: IsNull() },
        {
          logHead: file.toString('utf8'),
          logHeadSignature: this.keys.signWith(keyId, file).toString('base64url'),
        },
      );
    }
  }

  /** All of them, newest first: a packet that somebody keeps names the head of its day. Each has a few hundred bytes. */
  async published(): Promise<PublishedLogHead[]> {
    const heads = await this.dataSource.manager.find(LogHeadEntity, { order: { day: 'DESC' } });
    return heads.map(({ objectKey: _key, signedAt: _at, ...head }) => ({
      ...head,
      statement: statementOf(head),
    }));
  }

  /** Those of the last days, newest first. */
  newest(days: number): Promise<LogHeadEntity[]> {
    return this.dataSource.manager.find(LogHeadEntity, { order: { day: 'DESC' }, take: days });
  }

  /**
   * What does not fit to the head of a day: a head that is not signed, a file that is not the one of its head, a log that
   * does not go through the end that it had.
   * @throws OutageError while something else answers in the store's place
   */
  async *problems(head: LogHeadEntity): AsyncGenerator<{ agreementId: string | null; problem: string }> {
    const { day, keyId } = head;
    const signature = Buffer.from(head.signature, 'base64url');
    if (!this.keys.isSigned(Buffer.from(statementOf(head)), keyId, signature)) {
      yield { agreementId: null, problem: `the head of ${day} does not fit its signature` };
      return;
    }
    let content = await this.signedFile(head);
    if (content === null) {
      // Something else may have answered in the store's place.
      await this.store.check();
      content = await this.signedFile(head);
    }
    if (content === null) {
      yield { agreementId: null, problem: `the file of the head of ${day} is not the one that was signed` };
      return;
    }
    const ends = linesOf(content);
    for (let from = 0; from < ends.length; from += BATCH) {
      for (const agreementId of await this.evidence.missed(ends.slice(from, from + BATCH).map(endOf))) {
        yield { agreementId, problem: `the log does not go through the end that it had on ${day}` };
      }
    }
  }

  /** Null where what is in the store is not the file that was signed. */
  private async signedFile({ objectKey, sha256: signed }: LogHeadEntity): Promise<Buffer | null> {
    const content = await readObject(this.store, objectKey);
    return content !== null && sha256(content) === signed ? content : null;
  }

  private async headFile({ day, agreements, sha256: hash, root, signature, keyId }: LogHeadEntity) {
    const publicKey = this.keys.publicKeys.find((key) => key.keyId === keyId)?.pem ?? '';
    return { day, agreements, sha256: hash, root, keyId, publicKey, signature };
  }

  /** `4207731958026614 5 9f2c…`, by number of the agreement. */
  private async ends(): Promise<string[]> {
    const lines: string[] = [];
    let after = '';
    for (;;) {
      const ends = await this.dataSource
        .createQueryBuilder(AgreementEntity, 'a')
        .select('a.agreementId', 'agreementId')
        .addSelect('a.logSeq', 'seq')
        .addSelect('a.logHash', 'hash')
        .where({ agreementId: MoreThan(after), logSeq: MoreThan(0) })
        .orderBy('a.agreementId')
        .limit(BATCH)
        .getRawMany<LogEnd>();
      const last = ends.at(-1);
      if (!last) return lines;
      lines.push(...ends.map(({ agreementId, seq, hash }) => `${agreementId} ${seq} ${hash}`));
      after = last.agreementId;
    }
  }
}

const linesOf = (content: Buffer): string[] => content.toString('utf8').trimEnd().split('\n').filter(Boolean);

/** The day of a time, UTC. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function endOf(line: string): LogEnd {
  const [agreementId = '', seq, hash = ''] = line.split(' ');
  return { agreementId, seq: Number(seq), hash };
}

/** What is signed of a day. */
function statementOf({
  day,
  agreements,
  sha256: hash,
  root,
}: Pick<LogHeadEntity, 'day' | 'agreements' | 'sha256' | 'root'>): string {
  const statement = `heads of ${agreements} logs on ${day}: ${hash}`;
  return root === null ? statement : `${statement}, root ${root}`;
}
