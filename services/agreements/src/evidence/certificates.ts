import { Injectable } from '@nestjs/common';
import { type AgreementRow, formatCents } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { EventLog, type LogRow } from '../event-log/event-log.module.js';
import { drawCertificate } from './certificate.js';
import { type CertificateContent, RECORDING_A } from './certificate-page.js';
import { consentRecord } from './consent-record.js';
import { DraftCertificates } from './draft-certificates.js';
import { packetLog, sha256 } from './packet.js';
import { PdfSigner } from './pdf-signer.js';
import type { PaymentRecord, SealedTranscript } from './service-records.js';

/** What a seal knows when its certificate is made. */
interface SealedFacts {
  row: AgreementRow;
  version: number;
  madeAt: Date;
  log: readonly LogRow[];
  transcript: SealedTranscript;
  payment: PaymentRecord;
  fingerprints: CertificateContent['fingerprints'];
}

/** Certificates as PDF files. */
@Injectable()
export class Certificates {
  constructor(
    private readonly eventLog: EventLog,
    private readonly config: AgreementsConfig,
    private readonly signer: PdfSigner,
    private readonly drafts: DraftCertificates,
  ) {}

  /** Before anything is read for a file that could not be signed. @throws OutageError */
  requireSigner(): void {
    this.signer.requireCertificate();
  }

  /** The one that goes into a seal. */
  sealed(facts: SealedFacts): Promise<Buffer> {
    return this.draw(facts, false);
  }

  /** The same without words: it stays when they are deleted. */
  record(facts: SealedFacts): Promise<Buffer> {
    return this.draw(facts, true);
  }

  private draw(facts: SealedFacts, isWithoutWords: boolean): Promise<Buffer> {
    const { row, version, madeAt, log, transcript, payment, fingerprints } = facts;
    const content: CertificateContent = {
      ...this.common(row, log),
      state: 'sealed',
      ...{ version, madeAt, transcript, payment, fingerprints, isWithoutWords },
      cancelled: null,
    };
    return drawCertificate(content, this.signer);
  }

  /** Of one that is not sealed: a draft, or marked as cancelled. The same until something happens to it. @throws AppError `unavailable` */
  async unsealed(row: AgreementRow): Promise<Buffer> {
    const log = await this.eventLog.read(row.agreementId);
    const last = log.at(-1)?.at;
    const { cancelledAt, statusReason, cancelNote, recordingSha256 } = row;
    const content: CertificateContent = {
      ...this.common(row, log),
      state: cancelledAt ? 'cancelled' : 'draft',
      cancelled: cancelledAt && {
        ...{ at: cancelledAt.toISOString(), reason: statusReason ?? '', note: cancelNote },
      },
      version: null,
      madeAt: last === undefined ? row.createdAt : new Date(last),
      ...{ transcript: null, payment: null, isWithoutWords: false },
      fingerprints: recordingSha256 === null ? [] : [{ name: RECORDING_A, sha256: recordingSha256 }],
    };
    // What it says, the end of the log among it, and nothing else.
    const key = sha256(JSON.stringify(content));
    return this.drafts.get(key, () => drawCertificate(content, this.signer));
  }

  private common(row: AgreementRow, log: readonly LogRow[]) {
    const amount = formatCents(row.amountCents);
    return {
      languages: languagesOf(row),
      agreementId: row.agreementId,
      title: row.title,
      parties: {
        a: { name: row.partyAName, email: row.partyAEmail },
        b: { name: row.partyBName, email: row.partyBEmail },
      },
      amount: amount === null ? null : `${amount} ${row.currency}`,
      isRemote: row.isRemote,
      storedAt: row.recordedAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      completedAt: row.completedAt?.toISOString() ?? null,
      consents: consentRecord(log, row.partyBName),
      log: packetLog(log),
      verifyUrl: `${this.config.publicUrl}/verify/${row.agreementId}`,
    };
  }
}

/** Party A's, who owns it; and party B's, once it is known to be another: both are sent the same file. */
export function languagesOf({
  partyALanguage,
  partyBLanguage,
}: AgreementRow): CertificateContent['languages'] {
  return partyBLanguage === null || partyBLanguage === partyALanguage
    ? [partyALanguage]
    : [partyALanguage, partyBLanguage];
}
