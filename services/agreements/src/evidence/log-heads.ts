import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Clock, DAY_MS, LOGGER } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { EventLog } from '../event-log/event-log.module.js';
import { SealKeys } from '../seals/seals.module.js';
import { MerkleTree } from './merkle-tree.js';
import { packetLog, readableJson, sha256 } from './packet.js';
import { readObject } from './seal-contents.js';
import type { PublishedLogHead } from './verification.view.js';

const BATCH = 5000;
/** How many days are published: as long as paid contracts of a subscription are kept, and a month more. */
const DAYS_PUBLISHED = 400;

interface HeadRow {
  day: string;
  agreements: number;
  sha256: string;
  /** Null of days before there were roots. */
  root: string | null;
  objectKey: string;
  signature: string;
  keyId: string;
}

interface UncoveredSeal {
  agreementId: string;
  version: number;
  keyId: string;
  /** Rows of the log that the seal holds. */
  rows: number;
}

const COLUMNS = `to_char(day, 'YYYY-MM-DD') as day, agreements, sha256, root, object_key as "objectKey", signature,
  key_id as "keyId"`;

/**
 * Once a day, where every log ended, in one file whose hash is signed. Whoever puts a whole log together anew, with the
 * keys of the running system in hand, cannot change what was published of the days before.
 */
@Injectable()
export class LogHeads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly log: EventLog,
    private readonly keys: SealKeys,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Signs the head of today unless there is one. Answers whether it was made now. */
  async signToday(): Promise<boolean> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const known = await this.dataSource.query<unknown[]>('select 1 from log_heads where day = $1', [day]);
    if (known.length > 0) return false;
    const lines = await this.ends();
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const hash = sha256(content);
    const objectKey = `log-heads/${day}/${hash}.txt`;
    await this.store.putBuffer(objectKey, content, 'text/plain');
    const head = { day, agreements: lines.length, sha256: hash, root: new MerkleTree(lines).root };
    const { keyId, bytes } = this.keys.sign(Buffer.from(statementOf(head)));
    // Of two copies of the service, the first one counts.
    await this.dataSource.query(
      `insert into log_heads (day, agreements, sha256, root, object_key, signature, key_id, signed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (day) do nothing`,
      [day, lines.length, hash, head.root, objectKey, bytes.toString('base64url'), keyId, now],
    );
    return true;
  }

  /**
   * Gives each seal the first head that its log goes into, as a file of its packet: the head, the path to it, and what
   * happened between the seal and that day. It stays as it is from then on, so a packet changes once.
   */
  async cover(signal: AbortSignal): Promise<void> {
    const [head] = await this.dataSource.query<HeadRow[]>(
      `select ${COLUMNS} from log_heads where root is not null order by log_heads.day desc limit 1`,
    );
    if (!head) return;
    const seals = await this.dataSource.query<UncoveredSeal[]>(
      `select agreement_id as "agreementId", version, key_id as "keyId", log_seq as rows from seals
       where takes_log_head and log_head is null
         and sealed_at <= (select signed_at from log_heads where day = $1)
       order by sealed_at limit ${BATCH}`,
      [head.day],
    );
    if (seals.length === 0) return;
    const content = await readObject(this.store, head.objectKey);
    // A damaged file is reported by `EvidenceCheck`.
    if (content === null || sha256(content) !== head.sha256) return;
    const lines = linesOf(content);
    const tree = new MerkleTree(lines);
    const places = new Map(lines.map((line, index) => [line.slice(0, line.indexOf(' ')), index]));
    for (const seal of seals) {
      if (signal.aborted) return;
      const place = places.get(seal.agreementId);
      const seq = Number(lines[place ?? -1]?.split(' ')[1] ?? 0);
      // Its last row was not in the database yet when the head was made.
      if (place === undefined || seq < seal.rows) continue;
      if (!this.keys.knows(seal.keyId)) {
        this.logger.error({ agreementId: seal.agreementId, keyId: seal.keyId }, 'key of a seal is not known');
        continue;
      }
      const file = readableJson({
        ...(await this.headFile(head)),
        line: lines[place],
        path: tree.path(place),
        // What happened between the seal and the head.
        rows: packetLog((await this.log.read(seal.agreementId, seq)).slice(seal.rows)),
      });
      await this.dataSource.query(
        `update seals set log_head = $3, log_head_signature = $4
         where agreement_id = $1 and version = $2 and log_head is null`,
        [
          ...[seal.agreementId, seal.version, file.toString('utf8')],
          this.keys.signWith(seal.keyId, file).toString('base64url'),
        ],
      );
    }
  }

  async published(): Promise<PublishedLogHead[]> {
    const rows = await this.dataSource.query<HeadRow[]>(
      `select ${COLUMNS} from log_heads where day > $1 order by log_heads.day desc`,
      [new Date(this.clock.now().getTime() - DAYS_PUBLISHED * DAY_MS)],
    );
    return rows.map(({ objectKey: _key, ...row }) => ({ ...row, statement: statementOf(row) }));
  }

  /**
   * What does not fit to the heads of the days before: a head that is not signed, a file that is not the one of its head,
   * a log that does not go through the end that it had.
   * @param days how many of the newest are looked at
   */
  async *problems(days: number): AsyncGenerator<{ agreementId: string | null; problem: string }> {
    const heads = await this.dataSource.query<HeadRow[]>(
      `select ${COLUMNS} from log_heads order by log_heads.day desc limit ${days}`,
    );
    for (const head of heads) {
      const { day, keyId, objectKey } = head;
      const signature = Buffer.from(head.signature, 'base64url');
      if (!this.keys.isSigned(Buffer.from(statementOf(head)), keyId, signature)) {
        yield { agreementId: null, problem: `the head of ${day} does not fit its signature` };
        continue;
      }
      const content = await readObject(this.store, objectKey);
      if (content === null || sha256(content) !== head.sha256) {
        yield { agreementId: null, problem: `the file of the head of ${day} is not the one that was signed` };
        continue;
      }
      const ends = linesOf(content);
      for (let from = 0; from < ends.length; from += BATCH) {
        for (const agreementId of await this.missed(ends.slice(from, from + BATCH))) {
          yield { agreementId, problem: `the log does not go through the end that it had on ${day}` };
        }
      }
    }
  }

  private async headFile({ day, agreements, sha256: hash, root, signature, keyId }: HeadRow) {
    const publicKey = this.keys.publicKeys.find((key) => key.keyId === keyId)?.pem ?? '';
    return { day, agreements, sha256: hash, root, keyId, publicKey, signature };
  }

  /** `4207731958026614 5 9f2c…`, by number of the agreement. */
  private async ends(): Promise<string[]> {
    const lines: string[] = [];
    let after = '';
    for (;;) {
      const rows = await this.dataSource.query<{ id: string; line: string }[]>(
        `select agreement_id as id, agreement_id || ' ' || log_seq || ' ' || log_hash as line from agreements
         where agreement_id > $1 and log_seq > 0 order by agreement_id limit ${BATCH}`,
        [after],
      );
      const last = rows.at(-1);
      if (!last) return lines;
      lines.push(...rows.map(({ line }) => line));
      after = last.id;
    }
  }

  private async missed(ends: readonly string[]): Promise<string[]> {
    const parsed = ends.map((line) => line.split(' '));
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select e.id from unnest($1::text[], $2::int[], $3::text[]) as e (id, seq, hash)
       where not exists (select from agreement_events l
         where l.agreement_id = e.id and l.seq = e.seq and l.hash = e.hash)`,
      [parsed.map(([id]) => id), parsed.map(([, seq]) => Number(seq)), parsed.map(([, , hash]) => hash)],
    );
    return rows.map(({ id }) => id);
  }
}

const linesOf = (content: Buffer): string[] => content.toString('utf8').trimEnd().split('\n').filter(Boolean);

/** What is signed of a day. */
function statementOf({
  day,
  agreements,
  sha256: hash,
  root,
}: Pick<HeadRow, 'day' | 'agreements' | 'sha256' | 'root'>): string {
  const statement = `heads of ${agreements} logs on ${day}: ${hash}`;
  return root === null ? statement : `${statement}, root ${root}`;
}
