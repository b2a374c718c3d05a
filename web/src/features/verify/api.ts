import { call } from '../../lib/api/api-client';
import type { Verification } from '../../lib/api/api-types';

/** Whether what is kept of an agreement is as it was sealed. */
export const verifyAgreement = (agreementId: string): Promise<Verification> =>
  call(`/api/verify/${encodeURIComponent(agreementId)}`);

/** The same for the agreement of which a file with this SHA-256 is a part. */
export const verifyHash = (sha256: string): Promise<Verification> => call(`/api/verify/hash/${sha256}`);
