import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import canonicalize from 'canonicalize';
import yazl from 'yazl';
import type { ObjectStore } from '#storage';
import { isByAdmin, type LogRow } from '../event-log/event-log.module.js';
import type { MadeSeal, PartKind, SealPartEntity } from '../seals/seals.module.js';

/** What stands beside the parts: manifest, signatures, time stamp, daily head and the list for `sha256sum -c`. */
export function packetFrame(
  seal: Pick<
    MadeSeal,
    'manifest' | 'signature' | 'timestampToken' | 'timestampSignature' | 'logHead' | 'logHeadSignature'
  >,
  parts: readonly Pick<SealPartEntity, 'path' | 'sha256'>[],
): { path: string; content: Buffer }[] {
  const { manifest, signature, timestampToken, timestampSignature, logHead, logHeadSignature } = seal;
  const frame = [
    { path: 'manifest.json', content: Buffer.from(manifest) },
    { path: 'manifest.sig', content: Buffer.from(signature, 'base64url') },
    ...(timestampToken && timestampSignature
      ? [
          { path: 'timestamp.sig', content: Buffer.from(timestampSignature, 'base64url') },
          { path: 'timestamp.tsr', content: timestampToken },
        ]
      : []),
    ...(logHead && logHeadSignature
      ? [
          { path: 'log-head.json', content: Buffer.from(logHead) },
          { path: 'log-head.sig', content: Buffer.from(logHeadSignature, 'base64url') },
        ]
      : []),
  ];
  const sums = [...parts, ...frame.map(({ path, content }) => ({ path, sha256: sha256(content) }))]
    .sort(byPath)
    .map(({ path, sha256: hash }) => `${hash}  ${path}\n`);
  return [...frame, { path: 'SHA256SUMS', content: Buffer.from(sums.join('')) }];
}

/**
 * The packet of a seal as a zip file, made while it is read: memory does not grow with the recordings, the store is asked
 * for nothing before somebody reads, and what is open is closed when the reader goes. The same seal always has the same
 * bytes, on every machine: one order, one time, no compression. A time stamp and a daily head come later, once each.
 */
export function packetStream(seal: MadeSeal, parts: readonly SealPartEntity[], store: ObjectStore): Readable {
  const zip = new yazl.ZipFile();
  let isBegun = false;
  let openPart: Readable | null = null;
  const output = new Readable({
    read() {
      if (!isBegun) addEntries();
      isBegun = true;
      zip.outputStream.resume();
    },
    destroy(error, done) {
      openPart?.destroy();
      done(error);
    },
  });
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  const openPartOf = async (objectKey: string): Promise<Readable> => {
    openPart = await store.get(objectKey);
    // The zip file does not hear of it when a part breaks off.
    openPart.on('error', fail);
    if (output.destroyed) openPart.destroy();
    return openPart;
  };
  const addEntries = () => {
    const options = {
      ...{ mtime: inDosTime(seal.sealedAt), mode: 0o100644 },
      ...{ forceDosTimestamp: true, compress: false },
    };
    // A database sorts by the rules of a language, or by bytes, as it is set up.
    for (const { path, objectKey, bytes } of [...parts].sort(byPath)) {
      zip.addReadStreamLazy(path, { ...options, size: bytes }, (done) => {
        openPartOf(objectKey).then(
          (content) => done(null, content),
          (error: unknown) => done(error, null as never),
        );
      });
    }
    for (const { path, content } of packetFrame(seal, parts)) zip.addBuffer(content, path, options);
    zip.end();
  };
  // An entry that cannot be read is told to the zip file, not to who reads it.
  zip.on('error', fail);
  zip.outputStream.on('error', fail);
  zip.outputStream.on('data', (piece: Buffer) => {
    if (!output.push(piece)) zip.outputStream.pause();
  });
  zip.outputStream.on('end', () => output.push(null));
  return output;
}

const byPath = (one: { path: string }, other: { path: string }): number => (one.path < other.path ? -1 : 1);

/** Zip files hold local time; this one reads as UTC wherever the packet is made. */
function inDosTime(time: Date): Date {
  return new Date(
    time.getUTCFullYear(),
    time.getUTCMonth(),
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  );
}

export interface ManifestPart {
  /** Of the file in the packet. */
  path: string;
  kind: PartKind;
  sha256: string;
  bytes: number;
}

/** What is signed: every part by its hash. Times are ISO 8601 in UTC. */
export interface Manifest {
  format: 'split-second-contract/evidence';
  formatVersion: 1;
  agreementId: string;
  version: number;
  completedAt: string;
  orderedAt: string;
  keyId: string;
  algorithm: 'Ed25519';
  log: { rows: number; head: string };
  parts: ManifestPart[];
}

/** Canonical JSON (RFC 8785): the same content always has the same bytes. */
export function writeManifest(content: Omit<Manifest, 'format' | 'formatVersion' | 'algorithm'>): string {
  const { agreementId, version, completedAt, orderedAt, keyId, log } = content;
  const manifest: Manifest = {
    format: 'split-second-contract/evidence',
    formatVersion: 1,
    algorithm: 'Ed25519',
    ...{ agreementId, version, completedAt, orderedAt, keyId },
    log: { rows: log.rows, head: log.head },
    parts: [...content.parts]
      .sort(byPath)
      .map(({ path, kind, sha256, bytes }) => ({ path, kind, sha256, bytes })),
  };
  return canonicalize(manifest) ?? '';
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** A row of the log as a packet has it. */
type PacketLogRow = LogRow & {
  /** What is left out. The hash of such a row is over all of it, so only the next row shows that it is unchanged. */
  withheld?: string[];
};

/**
 * The log for the parties: an administrator's address and browser are for administrators alone, and the reason that an
 * administrator writes for the owner, who may have said there what is not for the other party.
 */
export function packetLog(rows: readonly LogRow[]): PacketLogRow[] {
  return rows.map((row) => {
    if (!isByAdmin(row.actor)) return row;
    const { reason, ...detail } = row.detail;
    const hasOrigin = row.address !== null || row.device !== null;
    const hasReason = reason !== undefined && row.actor.startsWith('admin:');
    if (!hasOrigin && !hasReason) return row;
    return {
      ...{ ...row, address: null, device: null, detail: hasReason ? detail : row.detail },
      withheld: [...(hasOrigin ? ['address', 'device'] : []), ...(hasReason ? ['reason'] : [])],
    };
  });
}

/** JSON that people can read, too: two spaces, a line break at its end. */
export const readableJson = (content: unknown): Buffer =>
  Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
