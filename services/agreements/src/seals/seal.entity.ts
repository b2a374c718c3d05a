import { Column, Entity, type EntityManager, In, IsNull, Not, PrimaryColumn } from 'typeorm';
import type { ObjectStore } from '#storage';

const number = { to: (value: number) => value, from: (value: string) => Number(value) };

/** One seal of an agreement. Its row is written first; manifest and signature follow together. */
@Entity('seals')
export class SealEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @PrimaryColumn('int')
  version: number;

  /** The last row of the log that is in it. */
  @Column('int')
  logSeq: number;

  @Column('timestamptz')
  orderedAt: Date;

  @Column('int', { default: 0 })
  failures: number;

  @Column('timestamptz', { nullable: true })
  sealedAt: Date | null;

  /** Canonical JSON (RFC 8785), as signed. */
  @Column('text', { nullable: true })
  manifest: string | null;

  @Column('text', { nullable: true })
  manifestSha256: string | null;

  /** Ed25519 over the bytes of the manifest, base64url. */
  @Column('text', { nullable: true })
  signature: string | null;

  @Column('text', { nullable: true })
  keyId: string | null;

  /** RFC 3161 response over the manifest. */
  @Column('bytea', { nullable: true })
  timestampToken: Buffer | null;

  /** Ours over the response, so that a packet shows when it was changed. Base64url. */
  @Column('text', { nullable: true })
  timestampSignature: string | null;

  /** The time that the authority says. */
  @Column('timestamptz', { nullable: true })
  timestampAt: Date | null;

  @Column('timestamptz', { nullable: true })
  timestampDueAt: Date | null;

  /** Whether the program in its packet knows `log-head.json`. */
  @Column('boolean', { default: false })
  takesLogHead: boolean;

  /** `log-head.json` of the packet; null until there is a daily head that its log goes into. */
  @Column('text', { nullable: true })
  logHead: string | null;

  /** Ours over it. Base64url. */
  @Column('text', { nullable: true })
  logHeadSignature: string | null;

  /** When all that is kept of it was last compared with it, its files among that. */
  @Column('timestamptz', { nullable: true })
  checkedAt: Date | null;

  @Column('text', { nullable: true })
  problem: string | null;
}

/** A seal that is made. */
export type MadeSeal = SealEntity & {
  sealedAt: Date;
  manifest: string;
  manifestSha256: string;
  signature: string;
  keyId: string;
};

export const isMade = (seal: SealEntity): seal is MadeSeal => seal.sealedAt !== null;

/** A file of a seal. */
@Entity('seal_parts')
export class SealPartEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @PrimaryColumn('int')
  version: number;

  @PrimaryColumn('text')
  path: string;

  @Column('text')
  kind: PartKind;

  @Column('text')
  sha256: string;

  @Column('bigint', { transformer: number })
  bytes: number;

  @Column('text')
  objectKey: string;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;
}

export const partKinds = [
  'audio',
  'consent-audio',
  'photo',
  'transcript',
  'terms',
  'agreement',
  'consents',
  'consent-record',
  'event-log',
  'receipt',
  'certificate',
  'record',
  'guide',
  'checker',
  'public-key',
] as const;
export type PartKind = (typeof partKinds)[number];

/** The same in every packet: who has one of these files has no part of a certain agreement. */
export const commonKinds: readonly PartKind[] = ['guide', 'checker', 'public-key'];

/**
 * What is in these files may be the same in packets of several agreements: where nothing was agreed, or nothing paid, or
 * where the same picture was attached.
 */
export const namelessKinds: readonly PartKind[] = ['terms', 'receipt', 'photo'];

/**
 * Conversation and pictures: retention deletes these. All others are facts and hashes, which stay. `consents` is
 * `consents.json` of an earlier release, which quotes what was said; since then it is a `consent-record`.
 */
export const contentKinds: readonly PartKind[] = [
  'audio',
  'consent-audio',
  'photo',
  'transcript',
  'terms',
  'consents',
  'certificate',
];

/**
 * The objects that were made for seals of an agreement and hold its conversation; also those that a run which was cut
 * short has left. What stays are facts and hashes.
 */
export async function* sealedContent(
  manager: EntityManager,
  store: ObjectStore,
  agreementId: string,
): AsyncGenerator<string> {
  const facts = await manager.findBy(SealPartEntity, { agreementId, kind: Not(In(contentKinds)) });
  const kept = new Set(facts.map(({ objectKey }) => objectKey));
  for await (const key of store.list(`seals/${agreementId}/`)) if (!kept.has(key)) yield key;
}

/** Files of an earlier release that may quote what was said, of an agreement whose content was deleted then. */
export async function quotesLeft(manager: EntityManager, agreementId: string): Promise<string[]> {
  const parts = await manager.findBy(SealPartEntity, { agreementId });
  const kept = new Set(
    parts.filter(({ kind }) => !contentKinds.includes(kind)).map(({ objectKey }) => objectKey),
  );
  return parts
    .filter(({ kind, deletedAt, objectKey }) => kind === 'consents' && !deletedAt && !kept.has(objectKey))
    .map(({ objectKey }) => objectKey);
}

/** The parts that hold the conversation are gone; their hashes stay. */
export async function markContentDeleted(
  manager: EntityManager,
  agreementId: string,
  at: Date,
): Promise<void> {
  await manager.update(
    SealPartEntity,
    { agreementId, kind: In(contentKinds), deletedAt: IsNull() },
    { deletedAt: at },
  );
}
