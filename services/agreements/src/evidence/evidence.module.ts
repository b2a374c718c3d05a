import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { EventLogModule } from '../event-log/event-log.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SealsModule, sealAgreement } from '../seals/seals.module.js';
import { ServiceClientsModule } from '../service-clients.module.js';
import { AgreementCheck } from './agreement-check.js';
import { Certificates } from './certificates.js';
import { DraftCertificates } from './draft-certificates.js';
import { EvidenceController, VerifyController } from './evidence.controller.js';
import { EvidenceRepository } from './evidence.repository.js';
import { CheckEvidence, EvidenceCheckEntity, FindUnsealed, SignLogHeads } from './evidence.schedules.js';
import { EvidenceService } from './evidence.service.js';
import { EvidenceCheck } from './evidence-check.js';
import { EvidenceInternalController } from './internal.controller.js';
import { LogHeadEntity, LogHeads } from './log-heads.js';
import { PdfCertificateWatch, PdfSigner } from './pdf-signer.js';
import { SealAgreement } from './seal-agreement.job.js';
import { SealSources } from './seal-contents.js';
import { ServiceRecords } from './service-records.js';
import { VerificationsService } from './verifications.service.js';

/** What shows an agreement without us: what a seal holds, certificate and packet, and whether all of it is as it was sealed. */
@Module({
  imports: [AgreementsModule, EventLogModule, RecordingsModule, SealsModule, ServiceClientsModule],
  controllers: [EvidenceController, EvidenceInternalController, VerifyController],
  providers: [
    EvidenceService,
    EvidenceRepository,
    VerificationsService,
    SealAgreement,
    SealSources,
    ServiceRecords,
    Certificates,
    DraftCertificates,
    PdfSigner,
    PdfCertificateWatch,
    LogHeads,
    AgreementCheck,
    EvidenceCheck,
    FindUnsealed,
    SignLogHeads,
    CheckEvidence,
  ],
})
export class EvidenceModule {}

export const evidenceWork = {
  jobs: [sealAgreement],
  handlers: [SealAgreement],
  schedules: [FindUnsealed, SignLogHeads, CheckEvidence],
};

export const evidenceEntities = [LogHeadEntity, EvidenceCheckEntity];
