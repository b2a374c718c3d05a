import type { AdminAgreement } from '../types';

export type AgreementAct = 'download' | 'extend' | 'cancel';

type Facts = Pick<AdminAgreement, 'status' | 'hasAudioRecording' | 'expiresAt' | 'contentDeletedAt'>;

/** What may still be done with a contract. A sealed or cancelled one is never changed. */
export function possibleActs(agreement: Facts): AgreementAct[] {
  const isKept = !agreement.contentDeletedAt;
  const acts: AgreementAct[] = [];
  if (agreement.hasAudioRecording && isKept) acts.push('download');
  if (agreement.expiresAt && isKept && agreement.status !== 'cancelled') acts.push('extend');
  if (agreement.status === 'awaiting_party') acts.push('cancel');
  return acts;
}
