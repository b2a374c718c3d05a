import { t } from '#texts/common';
import { contactTexts } from '#texts/contact';
import { call } from '../../lib/api/api-client';
import type { TicketAnswer } from '../../lib/api/api-types';
import { isEmail } from '../../lib/is-email';
import { nameTrouble } from '../../lib/name-problem';
import type { Problems } from '../auth/validation';

export const ISSUES = [
  'audio_recording',
  'transcription',
  'payment_billing',
  'escrow_release',
  'agreement_access',
  'plan_features',
  'legal_questions',
  'technical_support',
  'account_access',
  'contract_disputes',
  'feature_request',
  'other',
] as const satisfies readonly (keyof typeof contactTexts.issues)[];

export const MESSAGE_MAX = 5000;

export interface ContactValues {
  name: string;
  email: string;
  issueType: string;
  message: string;
}

/** Checks the contact form: everything is needed. */
export function checkContact(values: ContactValues): Problems<keyof ContactValues> {
  const problems: Problems<keyof ContactValues> = {};
  const trouble = values.name.trim() === '' ? contactTexts.nameRequired : nameTrouble(values.name, t.names);
  if (trouble) problems.name = trouble;
  if (!isEmail(values.email)) problems.email = contactTexts.emailInvalid;
  if (!ISSUES.some((issue) => issue === values.issueType)) problems.issueType = contactTexts.issueRequired;
  if (values.message.trim() === '') problems.message = contactTexts.messageRequired;
  if (values.message.trim().length > MESSAGE_MAX) problems.message = contactTexts.messageLong(MESSAGE_MAX);
  return problems;
}

/** Sends a message to the support; the answer names the ticket. */
export function sendContact(values: ContactValues): Promise<TicketAnswer> {
  return call<TicketAnswer>('/api/contact', {
    method: 'POST',
    body: {
      name: values.name.trim(),
      email: values.email.trim(),
      issueType: values.issueType,
      message: values.message.trim(),
      timestamp: new Date().toISOString(),
    },
  });
}
