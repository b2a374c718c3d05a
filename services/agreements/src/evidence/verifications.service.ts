import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { MINUTE_MS } from '#platform';
import { AgreementsConfig } from '../config.js';
import { LogSeal } from '../event-log/event-log.module.js';
import {
  commonKinds,
  namelessKinds,
  RecordingCopies,
  type RecordingCopy,
  SealEntity,
  SealKeys,
  SealPartEntity,
  TranscriptCopies,
  TranscriptCopyEntity,
} from '../seals/seals.module.js';
import { problemOfConsents } from './consent-record.js';
import { EvidenceRepository, type StoredEvidence, type StoredSeal } from './evidence.repository.js';
import { type Manifest, packetFrame, sha256 } from './packet.js';
import { unknownVerification, type Verification, type VerifiedPart } from './verification.view.js';

/** So many files with one hash are looked at. */
const MOST_ALIKE = 5;

/** Says of a sealed agreement whether what is kept of it is as it was sealed. Reads rows, never objects. */
@Injectable()
export class VerificationsService {
  private readonly logSeals: LogSeal;

  constructor(
    private readonly dataSource: DataSource,
    private readonly evidence: EvidenceRepository,
    private readonly keys: SealKeys,
    private readonly copies: RecordingCopies,
    private readonly transcriptCopies: TranscriptCopies,
    { logSealSecret }: AgreementsConfig,
  ) {
    this.logSeals = new LogSeal(logSealSecret);
  }

  async verify(agreementId: string): Promise<Verification> {
    const evidence = await this.read(agreementId);
    return evidence ? this.verifyEvidence(agreementId, evidence) : unknownVerification;
  }

  private verifyEvidence(agreementId: string, evidence: StoredEvidence): Verification {
    const { seals, parts } = evidence;
    const problem = this.findProblem(agreementId, evidence);
    const newest = seals.at(-1);
    if (!newest) {
      return isSealedInLog(evidence)
        ? { ...unknownVerification, status: 'altered', agreementId }
        : unknownVerification;
    }
    const copies = this.copies.checked(evidence.copies);
    const of = (seal: StoredSeal) => parts.filter(({ version }) => version === seal.version).map(viewPart);
    const current = of(newest);
    const earlier = seals.slice(0, -1);
    const known = new Set(current.map((part) => part.sha256));
    return {
      status: problem === null ? 'valid' : 'altered',
      ...{ agreementId, version: newest.version },
      completedAt: completedAtOf(newest),
      sealedAt: newest.sealedAt.toISOString(),
      ...{ keyId: newest.keyId, manifestSha256: newest.manifestSha256 },
      timestampAt: newest.timestampAt?.toISOString() ?? null,
      checkedAt: newest.checkedAt?.toISOString() ?? null,
      seals: seals.map(({ version, sealedAt, manifestSha256, keyId, timestampAt }) => ({
        ...{ version, manifestSha256 },
        sealedAt: sealedAt.toISOString(),
        keyLeakedAt: this.keys.doubtedSince(keyId, timestampAt)?.toISOString() ?? null,
      })),
      parts: current,
      earlierParts: earlier
        .flatMap((seal) => of(seal).map((part) => ({ ...part, version: seal.version })))
        .filter((part) => !known.has(part.sha256)),
      additions: seals.flatMap((seal) =>
        packetFrame(seal, [])
          .filter(({ path }) => path !== 'SHA256SUMS')
          .map(({ path, content }) => ({ path, sha256: sha256(content), version: seal.version })),
      ),
      copies: sealedCopies(copies, parts).map(({ format, party, sha256: hash, bytes }) => ({
        ...{ format, party, sha256: hash, bytes },
      })),
      ...{ transcriptCopy: null, isOfSeveral: false },
    };
  }

  /**
   * The agreement of which a file with this hash is a part, or a copy of its recording or transcript. A recording that
   * several have was uploaded again by somebody who had the file: the first that was sealed is answered.
   */
  async verifyHash(hash: string): Promise<Verification> {
    const { manager } = this.dataSource;
    const part = await manager.findOneBy(SealPartEntity, { sha256: hash });
    if (!part) {
      const seal = await manager.findOneBy(SealEntity, { manifestSha256: hash });
      return seal ? this.verify(seal.agreementId) : this.verifyCopy(hash);
    }
    // Asked of the row that was found: to leave these kinds out of the search would read one row of every seal.
    if (commonKinds.includes(part.kind)) return unknownVerification;
    if (!(await this.isInOthers(hash, part.agreementId))) return this.verify(part.agreementId);
    // Whoever asks has one of several agreements, and is told of none: it would be somebody else's.
    if (namelessKinds.includes(part.kind)) return { ...unknownVerification, isOfSeveral: true };
    const first = await this.evidence.firstSealedWith(hash);
    return { ...(await this.verify(first ?? part.agreementId)), isOfSeveral: true };
  }

  /** Whether another sealed agreement has the same file. */
  private isInOthers(file: string, agreementId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(SealPartEntity, { sha256: file, agreementId: Not(agreementId) });
  }

  /** The same recording always makes the same copies, so several agreements may have one. */
  private async verifyCopy(hash: string): Promise<Verification> {
    for (const { agreementId, originalSha256 } of await this.evidence.sealedWithCopy(hash, MOST_ALIKE)) {
      const verification = await this.verify(agreementId);
      // A row alone is no proof: its signature and the recording in a seal are.
      if (!verification.copies.some((copy) => copy.sha256 === hash)) continue;
      return { ...verification, isOfSeveral: await this.isInOthers(originalSha256, agreementId) };
    }
    return this.verifyTranscriptCopy(hash);
  }

  /** Subtitles name no agreement, so two of them may be the same file: the first that is sealed is answered. */
  private async verifyTranscriptCopy(hash: string): Promise<Verification> {
    const found = await this.dataSource.manager.find(TranscriptCopyEntity, {
      where: { sha256: hash },
      order: { exportedAt: 'ASC' },
      take: MOST_ALIKE,
    });
    for (const copy of found) {
      if (!this.transcriptCopies.isSigned(copy)) continue;
      const { agreementId, format, language, bytes, exportedAt, areSpeakersNamed } = copy;
      const evidence = await this.read(agreementId);
      if (!evidence || !isOfSealed(copy, evidence)) continue;
      const transcriptCopy = {
        version: versionOfWords(copy, evidence),
        format,
        language,
        bytes,
        exportedAt: exportedAt.toISOString(),
        areSpeakersNamed,
      };
      return { ...this.verifyEvidence(agreementId, evidence), transcriptCopy };
    }
    return unknownVerification;
  }

  /** All that the database has of its evidence, as it is at one moment. */
  read(agreementId: string): Promise<StoredEvidence | null> {
    return this.evidence.read(agreementId);
  }

  /** What is wrong with the rows of an agreement, or was found wrong by `EvidenceCheck`; null when nothing is. */
  findProblem(agreementId: string, evidence: StoredEvidence): string | null {
    const { seals, parts, log } = evidence;
    for (const seal of seals) {
      const mine = parts.filter(({ version }) => version === seal.version);
      const problem = this.problemOfSeal(seal, mine) ?? seal.problem;
      if (problem !== null) return `seal ${seal.version}: ${problem}`;
    }
    return (
      this.problemOfLog(agreementId, evidence) ??
      (seals.length > 0 ? problemOfConsents(evidence.consents, log.rows) : null) ??
      problemOfCopies(this.copies.checked(evidence.copies))
    );
  }

  private problemOfSeal(seal: StoredSeal, parts: readonly SealPartEntity[]): string | null {
    const content = Buffer.from(seal.manifest);
    if (!this.keys.isSigned(content, seal.keyId, Buffer.from(seal.signature, 'base64url'))) {
      return 'the manifest does not fit its signature';
    }
    if (sha256(content) !== seal.manifestSha256) return 'the hash of the manifest is another';
    const manifest = JSON.parse(seal.manifest) as Manifest;
    const isOther =
      manifest.agreementId !== seal.agreementId ||
      manifest.version !== seal.version ||
      manifest.keyId !== seal.keyId ||
      manifest.log.rows !== seal.logSeq ||
      manifest.orderedAt !== seal.orderedAt.toISOString();
    if (isOther) {
      return 'the manifest is of another seal';
    }
    if (manifest.parts.length !== parts.length) return 'the list of parts is not that of the manifest';
    const listed = new Map(parts.map((part) => [part.path, part]));
    const wrong = manifest.parts.find((part) => {
      const row = listed.get(part.path);
      return row?.sha256 !== part.sha256 || row.bytes !== part.bytes || row.kind !== part.kind;
    });
    if (wrong) return `${wrong.path} is not listed as in the manifest`;
    const { timestampToken, timestampSignature, logHead, logHeadSignature } = seal;
    if ((logHead === null) !== (logHeadSignature === null)) return 'the daily head is not whole';
    if (
      logHead !== null &&
      !this.keys.isSigned(Buffer.from(logHead), seal.keyId, Buffer.from(logHeadSignature ?? '', 'base64url'))
    ) {
      return 'the daily head is not the one that was signed';
    }
    if ((timestampToken === null) !== (timestampSignature === null)) return 'the time stamp is not whole';
    if (timestampToken === null || timestampSignature === null) return null;
    const signature = Buffer.from(timestampSignature, 'base64url');
    return this.keys.isSigned(timestampToken, seal.keyId, signature)
      ? null
      : 'the time stamp is not the one that was received';
  }

  /** Whether the chain is whole to its sealed end, and goes through the row at which each seal was ordered. */
  private problemOfLog(agreementId: string, { log, seals }: StoredEvidence): string | null {
    const { head, rows, breaksAt } = log;
    if (breaksAt !== null) return `the log breaks at row ${breaksAt}`;
    const isEmpty = head.seq === 0;
    if (!isEmpty && !this.logSeals.isSeal(agreementId, head, head.seal)) {
      return 'the end of the log is not signed';
    }
    const missed = seals.find((seal) => {
      const { log: sealed } = JSON.parse(seal.manifest) as Manifest;
      return rows[sealed.rows - 1]?.hash !== sealed.head;
    });
    if (missed) return `the log does not go through the end that seal ${missed.version} has`;
    const logged = rows.filter(({ type }) => type === 'sealed');
    const unlogged = seals.find(
      ({ version, manifestSha256, sealedAt }) =>
        !logged.some(
          ({ detail, at }) =>
            detail.version === version &&
            detail.manifestSha256 === manifestSha256 &&
            Math.abs(Date.parse(at) - sealedAt.getTime()) < MINUTE_MS,
        ),
    );
    if (unlogged) return `the log does not know seal ${unlogged.version}`;
    return logged.length === seals.length ? null : 'a seal that the log tells of is gone';
  }
}

const isSealedInLog = ({ log }: StoredEvidence): boolean => log.rows.some(({ type }) => type === 'sealed');

/** Copies of what is sealed; those of a recording that was replaced before are none. */
function sealedCopies(copies: readonly RecordingCopy[], parts: readonly SealPartEntity[]): RecordingCopy[] {
  const sealed = new Set(parts.map((part) => part.sha256));
  return copies.filter((copy) => copy.isSigned && sealed.has(copy.originalSha256));
}

/** Whether a seal holds the row of the log that names the words which the copy was made from. */
function isOfSealed(
  { transcriptSha256, humanSha256 }: TranscriptCopyEntity,
  { seals, log }: StoredEvidence,
): boolean {
  const sealedRows = log.rows.slice(0, seals.at(-1)?.logSeq ?? 0);
  const names = (hash: string, type: RegExp, field: string) =>
    sealedRows.some((row) => type.test(row.type) && row.detail[field] === hash);
  return (
    names(transcriptSha256, /^(completed|transcribed-again)$/, 'transcriptSha256') &&
    (humanSha256 === null || names(humanSha256, /^manual-delivered$/, 'sha256'))
  );
}

/** The last seal whose log ends with the words that the copy was made from; null where they were replaced before any. */
function versionOfWords(
  { transcriptSha256, humanSha256 }: TranscriptCopyEntity,
  { seals, log }: StoredEvidence,
): number | null {
  const holds = ({ logSeq }: StoredSeal) => {
    const newest = (type: RegExp) => log.rows.slice(0, logSeq).findLast((row) => type.test(row.type))?.detail;
    const written = newest(/^manual-delivered$/)?.sha256 ?? null;
    // What a person wrote stands in the place of what a machine did.
    return written === null && humanSha256 === null
      ? newest(/^(completed|transcribed-again)$/)?.transcriptSha256 === transcriptSha256
      : written === humanSha256;
  };
  return seals.findLast(holds)?.version ?? null;
}

export function problemOfCopies(copies: readonly RecordingCopy[]): string | null {
  const unsigned = copies.find(({ isSigned }) => !isSigned);
  return unsigned
    ? `the ${unsigned.format} copy of party ${unsigned.party}'s recording is not as it was noted`
    : null;
}

const completedAtOf = ({ manifest }: StoredSeal): string | null => {
  try {
    return (JSON.parse(manifest) as Manifest).completedAt;
  } catch {
    return null;
  }
};

const viewPart = ({ kind, path, sha256: hash, bytes, deletedAt }: SealPartEntity): VerifiedPart => ({
  ...{ kind, path, sha256: hash, bytes },
  isDeleted: deletedAt !== null,
});
