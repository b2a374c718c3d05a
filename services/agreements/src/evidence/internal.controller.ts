import { Controller, Param } from '@nestjs/common';
import { getSealedFiles } from '#contracts';
import { InternalCall } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { EvidenceService } from './evidence.service.js';

/** What other services ask of the evidence. The gateway has no route to it. */
@Controller()
export class EvidenceInternalController {
  constructor(private readonly evidence: EvidenceService) {}

  /** Certificate and transcript as they were sealed, in base64. @throws AppError `not_ready` */
  @InternalCall(getSealedFiles)
  async sealedFiles(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const { certificate, transcript } = await this.evidence.sealedFiles(agreementId);
    return { certificate: certificate.toString('base64'), transcript: transcript.toString('base64') };
  }
}
