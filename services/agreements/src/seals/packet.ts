import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import type { ObjectStore } from '#storage';
import { sha256 } from './manifest.js';
import type { SealEntity, SealPartEntity } from './seal.entity.js';

/** A seal that is made. */
export type MadeSeal = SealEntity & {
  sealedAt: Date;
  manifest: string;
  manifestSha256: string;
  signature: string;
  keyId: string;
};

export const isMade = (seal: SealEntity): seal is MadeSeal => seal.sealedAt !== null;

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
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, sha256: hash }) => `${hash}  ${path}\n`);
  return [...frame, { path: 'SHA256SUMS', content: Buffer.from(sums.join('')) }];
}

/**
 * The packet of a seal as a zip file, made while it is read: memory does not grow with the recordings. The same seal
 * always has the same bytes, on every machine: one order, one time, no compression. A time stamp and a daily head come
 * later, once each.
 */
export function packetStream(seal: MadeSeal, parts: readonly SealPartEntity[], store: ObjectStore): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  // An entry that cannot be read is told to the zip file, not to who reads it.
  zip.on('error', fail);
  const options = {
    ...{ mtime: inDosTime(seal.sealedAt), mode: 0o100644 },
    ...{ forceDosTimestamp: true, compress: false },
  };
  for (const { path, objectKey, bytes } of parts) {
    zip.addReadStreamLazy(path, { ...options, size: bytes }, (done) => {
      store.get(objectKey).then(
        (content) => done(null, content),
        (error: unknown) => done(error, null as never),
      );
    });
  }
  for (const { path, content } of packetFrame(seal, parts)) zip.addBuffer(content, path, options);
  zip.end();
  zip.outputStream.on('error', fail);
  zip.outputStream.pipe(output);
  return output;
}

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
