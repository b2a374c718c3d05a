import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import pg from 'pg';
import { signingKey } from '#platform';

const PURPOSE = 'log seal';

/** Where the chain ends, kept apart from its rows: without it nobody could tell that the last ones are gone. */
export interface LogHead {
  seq: number;
  hash: string;
}

/**
 * Signs where a log ends, with a key that the database does not hold: who can write into the database can put a whole
 * chain together, and not its seal.
 */
export class LogSeal {
  private readonly key: KeyObject;
  private readonly known: readonly KeyObject[];
  private readonly right = new KnownSignatures();

  /** @param secrets comma-separated: the first signs, all count, so that what was sealed before a rotation still holds. */
  constructor(secrets: string) {
    const keys = secrets.split(',').map((secret) => signingKey(secret.trim(), PURPOSE));
    this.key = keys[0] as KeyObject;
    this.known = keys.map((key) => createPublicKey(key));
  }

  seal(agreementId: string, head: LogHead): string {
    return sign(null, statement(agreementId, head), this.key).toString('base64url');
  }

  isSeal(agreementId: string, head: LogHead, seal: string | null): boolean {
    if (seal === null) return false;
    const signature = Buffer.from(seal, 'base64url');
    const content = statement(agreementId, head);
    return this.right.isRight(PURPOSE, content, signature, () =>
      this.known.some((key) => verify(null, content, key, signature)),
    );
  }
}

function statement(agreementId: string, { seq, hash }: LogHead): Buffer {
  return Buffer.from(`log of ${agreementId} ends at ${seq} with ${hash}`);
}

/** Of content, key and signature together: about 1 MB. */
const MOST = 10_000;

/** Remembers signatures that were found right: that never changes, and to compute it again is most of a verification. */
export class KnownSignatures {
  private readonly known = new Set<string>();

  isRight(keyId: string, content: Buffer, signature: Buffer, verify: () => boolean): boolean {
    const hash = createHash('sha256').update(content).digest('base64url');
    const name = `${keyId} ${hash} ${signature.toString('base64url')}`;
    if (this.known.has(name)) return true;
    if (!verify()) return false;
    this.known.add(name);
    if (this.known.size > MOST) {
      const [oldest] = this.known;
      this.known.delete(oldest as string);
    }
    return true;
  }
}

const BATCH = 500;

/**
 * Seals the logs that have no seal: those of the time before there were any. Only right after the migration that made
 * the column, or else whoever takes a seal away would get a new one. SQL: before the service runs, hundreds at a time,
 * each only where its log still ends as it was read.
 * @returns how many
 */
export async function sealLogs(databaseUrl: string, secrets: string): Promise<number> {
  const seals = new LogSeal(secrets);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let sealed = 0; ; ) {
      const { rows } = await client.query<{ id: string; seq: number; hash: string }>(
        `select agreement_id as id, log_seq as seq, log_hash as hash from agreements
         where log_seal is null and log_seq > 0 limit ${BATCH}`,
      );
      if (rows.length === 0) return sealed;
      await client.query(
        `update agreements a set log_seal = s.seal
         from unnest($1::text[], $2::text[], $3::text[]) as s (id, hash, seal)
         where a.agreement_id = s.id and a.log_hash = s.hash`,
        [
          rows.map(({ id }) => id),
          rows.map(({ hash }) => hash),
          rows.map(({ id, seq, hash }) => seals.seal(id, { seq, hash })),
        ],
      );
      sealed += rows.length;
    }
  } finally {
    await client.end();
  }
}
