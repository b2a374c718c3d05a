import { t } from '../../i18n/en';
import type { AgreementDraft } from '../../lib/api-types';

export const PLAN_TYPE = 'split-second-contract';
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** The text fields of the details form. */
export interface Details {
  partyAName: string;
  partyAEmail: string;
  partyBName: string;
  partyBEmail: string;
  agreementAmount: string;
}

export const REQUIRED_DETAILS = ['partyAName', 'partyAEmail', 'partyBName', 'partyBEmail'] as const;

export const EMPTY_DETAILS: Details = {
  partyAName: '',
  partyAEmail: '',
  partyBName: '',
  partyBEmail: '',
  agreementAmount: '',
};

/** The first field that still has to be filled; null when recording may start. */
export function firstEmpty(details: Details): keyof Details | null {
  return REQUIRED_DETAILS.find((field) => details[field].trim() === '') ?? null;
}

/** Whether the optional amount is empty or money. */
export function isAmountFine(amount: string): boolean {
  return amount.trim() === '' || /^\d{1,9}([.,]\d{1,2})?$/.test(amount.trim());
}

/** The problem of a chosen photo, or null. */
export function photoProblem(photo: File): string | null {
  return photo.type.startsWith('image/') && photo.size <= MAX_PHOTO_BYTES ? null : t.details.badPhoto;
}

/** What goes to the server beside the sound. */
export function toDraft(details: Details, backupTranscript: string): AgreementDraft {
  const amount = details.agreementAmount.trim().replace(',', '.');
  return {
    partyAName: details.partyAName.trim(),
    partyAEmail: details.partyAEmail.trim(),
    partyBName: details.partyBName.trim(),
    partyBEmail: details.partyBEmail.trim(),
    ...(amount ? { agreementAmount: amount } : {}),
    planType: PLAN_TYPE,
    backupTranscript,
    temporary: true,
    isRemoteContract: false,
    escrowHoldPeriod: '24hrs',
  };
}

/** Restores the form that was kept beside a take. */
export function detailsFrom(form: Record<string, string>): Details {
  const kept = Object.keys(EMPTY_DETAILS).map((field) => [field, form[field] ?? '']);
  return { ...EMPTY_DETAILS, ...Object.fromEntries(kept) };
}
