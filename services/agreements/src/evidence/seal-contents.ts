import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity, type AgreementRow, AgreementsRepository } from '../agreements/agreements.module.js';
import { EventLog, type LogRow } from '../event-log/event-log.module.js';
import { findCurrentRecording, type RecordingEntity } from '../recordings/recordings.module.js';
import {
  consentKinds,
  contentKinds,
  type HeardConsents,
  heardFromLog,
  type PartKind,
  readHeard,
  SealEntity,
  SealKeys,
  SealPartEntity,
  withoutWords,
} from '../seals/seals.module.js';
import { Certificates, languagesOf } from './certificates.js';
import { consentRecord } from './consent-record.js';
import { packetLog, readableJson, sha256 } from './packet.js';
import { checker, guide } from './packet-files.js';
import { type SealedTranscript, ServiceRecords } from './service-records.js';

/** The facts of a completed agreement, none of which changes any more. Times are ISO 8601 in UTC. */
export interface AgreementRecord {
  agreementId: string;
  planType: string;
  /** Left out where there is none: what was sealed before there were titles stays as it was. */
  title?: string;
  partyA: { name: string; email: string };
  partyB: { name: string; email: string };
  amountCents: number | null;
  currency: string;
  isRemote: boolean;
  createdAt: string;
  paidAt: string | null;
  completedAt: string;
}

export function agreementRecord(row: AgreementRow): AgreementRecord {
  return {
    agreementId: row.agreementId,
    planType: row.planType,
    ...(row.title === null ? {} : { title: row.title }),
    partyA: { name: row.partyAName, email: row.partyAEmail },
    partyB: { name: row.partyBName, email: row.partyBEmail },
    amountCents: row.amountCents,
    currency: row.currency,
    isRemote: row.isRemote,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? '',
  };
}

/** A file that is made for the seal, and stored with it. */
interface MadePart {
  path: string;
  kind: PartKind;
  mime: string;
  content: Buffer;
}

/** A file that lies in the store since before. */
interface StoredPart {
  path: string;
  kind: PartKind;
  sha256: string;
  bytes: number;
  objectKey: string;
  deletedAt?: Date | null;
}

interface SealContents {
  agreement: AgreementRecord;
  log: LogRow[];
  stored: StoredPart[];
  made: MadePart[];
}

type SealOrder = Pick<SealEntity, 'agreementId' | 'version' | 'logSeq' | 'orderedAt'>;

/** What a record needs not know: it is drawn without words. */
const WITHOUT_WORDS: Omit<SealedTranscript, keyof HeardConsents> = {
  ...{ engine: null, draft: false, durationSeconds: 0, sha256: null, amountCheck: null, human: null },
  ...{ segments: [], speakers: [], terms: [] },
};

/** What is in the store is not what its row says: such a recording cannot be sealed. */
class StoredOtherwiseError extends Error {
  override readonly name = 'StoredOtherwiseError';
}

/** Gathers everything that a seal holds. */
@Injectable()
export class SealSources {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly log: EventLog,
    private readonly records: ServiceRecords,
    private readonly keys: SealKeys,
    private readonly certificates: Certificates,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * All parts as they are now; of the log, the rows up to the one at which the seal was ordered. Recordings and photo are
   * read once, to see that they are what was received.
   * @throws StoredOtherwiseError, AppError of the other services, OutageError when PDF files cannot be signed
   */
  async gather({ agreementId, version, logSeq, orderedAt }: SealOrder): Promise<SealContents> {
    this.certificates.requireSigner();
    const row = await this.agreements.require(agreementId);
    const log = await this.log.read(agreementId, logSeq);
    const texts = await this.records.transcript(agreementId, languagesOf(row));
    const payment = await this.records.payment(agreementId);
    const transcript = JSON.parse(texts.json) as SealedTranscript;
    const agreement = agreementRecord(row);
    const consents = consentRecord(log, row.partyBName);
    const { terms, amountCheck } = transcript;
    const stored = await this.stored(agreementId, row.photoKey);
    const files: MadePart[] = [
      json('agreement.json', 'agreement', agreement),
      // Whether they were heard agreeing stays; in which words is in the transcript, and goes with it.
      json('consents.json', 'consent-record', { ...consents, ...withoutWords(transcript) }),
      json('terms.json', 'terms', { terms, amountCheck }),
      { path: 'transcript.json', kind: 'transcript', ...jsonFile(Buffer.from(texts.json)) },
      { path: 'transcript.txt', kind: 'transcript', mime: 'text/plain', content: Buffer.from(texts.txt) },
      json('event-log.json', 'event-log', { agreementId, rows: packetLog(log) }),
      json('receipt.json', 'receipt', payment),
    ];
    const facts = {
      ...{ row, version, log, transcript, payment, fingerprints: fingerprintsOf(stored, files) },
      madeAt: orderedAt,
    };
    const certificate = await this.certificates.sealed(facts);
    const record = await this.certificates.record(facts);
    return {
      ...{ agreement, log, stored },
      made: [
        ...files,
        { path: 'certificate.pdf', kind: 'certificate', mime: 'application/pdf', content: certificate },
        ...this.around(record),
      ],
    };
  }

  /**
   * What a seal holds that is asked for when the conversation is deleted, because of what party B says afterwards: the
   * facts as they are now, and of the conversation the hashes that the seal before has. Null where nothing was sealed.
   * @throws AppError of the other services
   */
  async gatherFacts({ agreementId, version, logSeq, orderedAt }: SealOrder): Promise<SealContents | null> {
    const { manager } = this.dataSource;
    const before = await manager.findOne(SealEntity, {
      where: { agreementId, sealedAt: Not(IsNull()) },
      order: { version: 'DESC' },
    });
    if (!before) return null;
    const parts = await manager.findBy(SealPartEntity, { agreementId, version: before.version });
    const row = await this.agreements.require(agreementId);
    const log = await this.log.read(agreementId, logSeq);
    const payment = await this.records.payment(agreementId);
    const agreement = agreementRecord(row);
    const heard = await this.heard(agreementId, parts);
    const stored = parts
      .filter(({ kind }) => contentKinds.includes(kind) && !['certificate', 'consents'].includes(kind))
      .map(({ path, kind, sha256: hash, bytes, objectKey, deletedAt }) => ({
        ...{ path, kind, sha256: hash, bytes, objectKey, deletedAt },
      }));
    const files: MadePart[] = [
      json('agreement.json', 'agreement', agreement),
      json('consents.json', 'consent-record', { ...consentRecord(log, row.partyBName), ...heard }),
      json('event-log.json', 'event-log', { agreementId, rows: packetLog(log) }),
      json('receipt.json', 'receipt', payment),
    ];
    const record = await this.certificates.record({
      ...{ row, version, log, payment, fingerprints: fingerprintsOf(stored, files) },
      transcript: { ...WITHOUT_WORDS, spokenConsents: [], voiceMatch: null, ...heard },
      madeAt: orderedAt,
    });
    return { ...{ agreement, log, stored }, made: [...files, ...this.around(record)] };
  }

  /**
   * Whether the parties were heard agreeing: the transcript is gone, so as the seal before has it, or the log, which took
   * it over when that file went.
   */
  private async heard(agreementId: string, parts: readonly SealPartEntity[]): Promise<HeardConsents> {
    const part = parts.find(({ kind }) => consentKinds.includes(kind));
    const sealed = part && part.deletedAt === null ? await readHeard(this.store, part) : null;
    if (sealed) return sealed;
    const kept = (await this.log.read(agreementId)).findLast(({ type }) => type === 'spoken-consents-kept');
    if (kept) return heardFromLog(kept.detail);
    throw new StoredOtherwiseError('the consents of the seal before are not as they were sealed');
  }

  /** The record, and what helps to read and check a packet. */
  private around(record: Buffer): MadePart[] {
    return [
      { path: 'record.pdf', kind: 'record', mime: 'application/pdf', content: record },
      { path: 'GUIDE.txt', kind: 'guide', mime: 'text/plain', content: guide },
      { path: 'check.mjs', kind: 'checker', mime: 'text/javascript', content: checker },
      {
        ...{ path: 'public-key.pem', kind: 'public-key', mime: 'application/x-pem-file' },
        content: Buffer.from(this.keys.currentKey.pem),
      },
    ];
  }

  private async stored(agreementId: string, photoKey: string | null): Promise<StoredPart[]> {
    const { manager } = this.dataSource;
    const parts: StoredPart[] = [];
    for (const party of ['a', 'b'] as const) {
      const recording = await findCurrentRecording(manager, agreementId, party);
      if (recording) parts.push(await this.checked(recordingPart(recording)));
    }
    if (photoKey !== null) {
      const { photoSha256 } = await manager.findOneByOrFail(AgreementEntity, { agreementId });
      const { bytes } = await this.store.head(photoKey);
      const part = { path: 'photo.jpg', kind: 'photo' as const, objectKey: photoKey, bytes };
      parts.push(await this.checked({ ...part, sha256: photoSha256 ?? '' }));
    }
    return parts;
  }

  private async checked(part: StoredPart): Promise<StoredPart> {
    const actual = await hashObject(this.store, part.objectKey);
    if (actual === part.sha256) return part;
    throw new StoredOtherwiseError(`${part.objectKey} has the SHA-256 ${actual}, not ${part.sha256}`);
  }
}

const fingerprintsOf = (stored: readonly StoredPart[], made: readonly MadePart[]) => [
  ...stored.map(({ path, sha256: hash }) => ({ name: path, sha256: hash })),
  ...made.map(({ path, content }) => ({ name: path, sha256: sha256(content) })),
];

/** SHA-256 of an object; its bytes pass by, none of them are kept. @throws ObjectNotFoundError */
export async function hashObject(store: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of store.read(key)) hash.update(chunk);
  return hash.digest('hex');
}

/** Where a file that is made for a seal lies: the same content always in the same place. */
export const madeKey = (agreementId: string, content: Buffer): string =>
  `seals/${agreementId}/${sha256(content)}.bin`;

function recordingPart({ party, objectKey, sha256: hash, bytes }: RecordingEntity): StoredPart {
  const extension = objectKey.split('.').at(-1) ?? 'bin';
  return {
    path: `audio/party-${party}.${extension}`,
    kind: party === 'a' ? 'audio' : 'consent-audio',
    ...{ sha256: hash, bytes, objectKey },
  };
}

const jsonFile = (content: Buffer) => ({ mime: 'application/json', content });
const json = (path: string, kind: PartKind, content: unknown): MadePart => ({
  ...{ path, kind },
  ...jsonFile(readableJson(content)),
});
