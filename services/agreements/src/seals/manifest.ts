import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { PartKind } from './seal.entity.js';

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
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path, kind, sha256, bytes }) => ({ path, kind, sha256, bytes })),
  };
  return canonicalize(manifest) ?? '';
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
