import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { AppError, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { type AgreementRow, AgreementsService } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { isMade, type MadeSeal, readObject, SealEntity, SealPartEntity } from '../seals/seals.module.js';
import { partyOfEvidenceKey } from '../signed-links.js';
import { Certificates } from './certificates.js';
import { packetStream, sha256 } from './packet.js';

interface PacketFile {
  fileName: string;
  content: Readable;
}

/** Who may see the evidence of an agreement, and the packet itself. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsService,
    private readonly config: AgreementsConfig,
    private readonly certificates: Certificates,
    @Inject(OBJECT_STORE) readonly store: ObjectStore,
  ) {}

  /**
   * The agreement for its owner, for the browser that recorded it while nobody owns it, or for whoever holds a mailed key.
   * @throws AppError `agreement_not_found`
   */
  async open(
    agreementId: string,
    caller: Principal,
    access: { claim: string | null; key: string | null },
  ): Promise<AgreementRow> {
    const { key, claim } = access;
    const keyOf = key === null ? null : partyOfEvidenceKey(this.config.linkSecret, agreementId, key);
    return this.agreements.readWithKey(agreementId, caller, { claim, keyOf });
  }

  /**
   * The packet of the newest seal, while its parts are kept.
   * @throws AppError `payment_required`, `not_ready` before the seal, `recording_expired`
   */
  async packet(row: AgreementRow): Promise<PacketFile> {
    const { agreementId } = row;
    await this.agreements.assertAccess(row);
    const seal = await this.newestSeal(agreementId);
    if (!seal) throw new AppError('not_ready', { retryAfterSeconds: 5 });
    const parts = await this.partsOf(seal);
    return {
      fileName: `evidence_${agreementId}.zip`,
      content: packetStream(seal, parts, this.store),
    };
  }

  /**
   * The certificate as a PDF: the sealed one, or the record without words once they are deleted; before the seal a draft,
   * and one that is marked when the agreement was cancelled.
   */
  async certificate(row: AgreementRow): Promise<PacketFile> {
    const seal = await this.newestSeal(row.agreementId);
    if (!seal) {
      // Under another name: kept beside the sealed one it would be taken for it, and is no part of the seal.
      const draft = Readable.from([await this.certificates.unsealed(row)]);
      return { fileName: `draft_${row.agreementId}.pdf`, content: draft };
    }
    const kind = row.contentDeletedAt === null ? 'certificate' : 'record';
    const part = (await this.partsOf(seal)).find((one) => one.kind === kind);
    if (!part) throw new AppError('not_found');
    return { fileName: `certificate_${row.agreementId}.pdf`, content: await this.store.get(part.objectKey) };
  }

  /**
   * Certificate and transcript of the newest seal, for the mail that brings them.
   * @throws AppError `not_ready` while nothing is sealed, and when what is kept is not what was sealed
   */
  async sealedFiles(agreementId: string): Promise<{ certificate: Buffer; transcript: Buffer }> {
    const seal = await this.newestSeal(agreementId);
    const parts = seal ? await this.partsOf(seal) : [];
    const [certificate, transcript] = await Promise.all(
      ['certificate.pdf', 'transcript.txt'].map((path) => this.unchanged(parts, path)),
    );
    if (!certificate || !transcript) throw new AppError('not_ready');
    return { certificate, transcript };
  }

  private async unchanged(parts: readonly SealPartEntity[], path: string): Promise<Buffer | null> {
    const part = parts.find((one) => one.path === path && one.deletedAt === null);
    if (!part) return null;
    const content = await readObject(this.store, part.objectKey);
    return content !== null && sha256(content) === part.sha256 ? content : null;
  }

  async newestSeal(agreementId: string): Promise<MadeSeal | null> {
    const seal = await this.dataSource.manager.findOne(SealEntity, {
      where: { agreementId, sealedAt: Not(IsNull()) },
      order: { version: 'DESC' },
    });
    return seal && isMade(seal) ? seal : null;
  }

  partsOf({ agreementId, version }: MadeSeal): Promise<SealPartEntity[]> {
    return this.dataSource.manager.find(SealPartEntity, {
      where: { agreementId, version },
      order: { path: 'ASC' },
    });
  }
}
