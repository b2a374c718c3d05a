import { defineJob } from '#jobs';

export interface SealAgreementPayload {
  agreementId: string;
  version: number;
}

/** Makes the signed manifest of a completed agreement. */
export const sealAgreement = defineJob<SealAgreementPayload>('seal-agreement', {
  attempts: 6,
  backoffMs: 2000,
});
