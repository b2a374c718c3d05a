import { request } from '../../lib/api/api-client';
import { ApiError } from '../../lib/api/api-error';
import type {
  AgreementView,
  FallbackOptions,
  HumanOrder,
  ReminderAnswer,
  TicketAnswer,
} from '../../lib/api/api-types';

/** Mails party A the link to finish and pay once more. */
export function resend(agreementId: string): Promise<ReminderAnswer> {
  return request('post', '/api/agreements/{agreementId}/resend', { params: { path: { agreementId } } });
}

/** Mails party B a new link. */
export function remind(agreementId: string): Promise<ReminderAnswer> {
  return request('post', '/api/agreements/{agreementId}/remind', { params: { path: { agreementId } } });
}

/** Ends an agreement that nobody has sealed yet. */
export function cancelAgreement(agreementId: string, reason: string): Promise<AgreementView> {
  const text = reason.trim();
  return request('post', '/api/agreements/{agreementId}/cancel', {
    params: { path: { agreementId } },
    body: text ? { reason: text } : {},
  });
}

/** Sends the invitation to another address instead. */
export function correctPartyB(agreementId: string, email: string): Promise<AgreementView> {
  return request('patch', '/api/agreements/{agreementId}/party-b', {
    params: { path: { agreementId } },
    body: { email: email.trim() },
  });
}

/** Orders a transcript written by a person. */
export function requestHumanTranscript(agreementId: string): Promise<HumanOrder> {
  return request('post', '/api/request-manual-transcription', { body: { agreementId } });
}

/** Asks the support to look at a recording. */
export function requestCustomerService(agreementId: string): Promise<TicketAnswer> {
  return request('post', '/api/request-customer-service', { body: { agreementId } });
}

/** When a message may be sent again, from a refusal that came too soon; null when it does not say. */
export function nextAllowedFrom(error: unknown): string | null {
  const at = error instanceof ApiError ? error.body.nextAllowedAt : null;
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null;
}

function isOption(value: unknown): value is FallbackOptions['manualService'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'available' in value &&
    typeof value.available === 'boolean' &&
    'description' in value &&
    typeof value.description === 'string'
  );
}

/** What to do instead, from a failed transcription; null when the answer does not offer anything. */
export function fallbackFrom(error: unknown): FallbackOptions | null {
  if (!(error instanceof ApiError) || error.code !== 'transcription_failed') return null;
  const options = error.body.fallbackOptions;
  if (typeof options !== 'object' || options === null) return null;
  const { manualService, customerService } = options as Record<string, unknown>;
  return isOption(manualService) && isOption(customerService) ? { manualService, customerService } : null;
}
