import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { adminTexts } from '#texts/admin';
import type { components } from '../../lib/api/api.gen';
import { request, respond } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { type ListPath, type PageParams, pageByPage, readPage } from '../../lib/api/pages';
import { fileNameOf } from '../../lib/browser/files';
import { readStored } from '../../lib/browser/storage';
import { endAdminSession } from '../../lib/session/admin-session';
import { attendanceHeader } from './attendance';

const PAGE_SIZE = 50;

export const paths = {
  stats: '/api/admin/stats',
  users: '/api/admin/users',
  agreements: '/api/admin/agreements',
  payments: '/api/admin/payments',
  escrows: '/api/admin/held-payments',
  ledger: '/api/admin/ledger',
  tickets: '/api/admin/tickets',
  humanTranscripts: '/api/admin/manual-transcriptions',
  jobs: '/api/admin/jobs',
  deadLetters: '/api/admin/dead-letters',
  system: '/api/admin/system',
  health: '/api/admin/health',
  auditLog: '/api/admin/acts',
  mails: '/api/admin/mails',
  queues: '/api/admin/queues',
} as const;

export const eventsPath = (agreementId: string) => `/api/agreements/${agreementId}/events`;

/**
 * Runs an administrator's call. An answer "not signed in" ends the administrator's session, and only that:
 * the user's session of this browser is another one.
 */
export async function asAdmin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') {
      endAdminSession();
      throw new ApiError(error.status, 'admin_session_ended', error.message, error.serverMessage);
    }
    throw error;
  }
}

/** A call of an administrator. Its types are those of `request`, which the compiler does not work out twice. */
export const adminRequest = ((method: never, path: never, init?: { headers?: Record<string, string> }) => {
  const headers = { ...attendanceHeader(), ...init?.headers };
  return asAdmin(() => request(method, path, { ...init, headers } as never));
}) as typeof request;

export const statsQuery = queryOptions({
  queryKey: [paths.stats] as const,
  queryFn: ({ signal }) => adminRequest('get', paths.stats, { signal }),
});

/** A list of the administration. */
export type AdminList = ListPath & `/api/admin/${string}`;

/** A list page by page, newest first; empty filters are left out. */
export function listQuery<P extends AdminList>(path: P, filters: Record<string, string> = {}) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  const params = { query: { limit: PAGE_SIZE, ...chosen } } as PageParams<P>;
  return infiniteQueryOptions({
    queryKey: [path, chosen] as const,
    // Everybody adds to it all the time: it is read again whenever it is opened.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      asAdmin(() => readPage(path, params, pageParam, signal, attendanceHeader())),
    ...pageByPage,
  });
}

/** What happened to an agreement; administrators also see from where. */
export function adminEventsQuery(agreementId: string) {
  return queryOptions({
    // Not the key a user's screen has for the same address: the rows differ.
    queryKey: [eventsPath(agreementId), 'admin'] as const,
    // Other people and services write it all the time: it is read again whenever it is opened.
    staleTime: 0,
    queryFn: ({ signal }) =>
      adminRequest('get', '/api/agreements/{agreementId}/events', {
        params: { path: { agreementId } },
        signal,
        headers: { Authorization: `Bearer ${readStored('adminToken') ?? ''}` },
      }),
  });
}

export function mailsQuery(agreementId: string) {
  return queryOptions({
    queryKey: [paths.mails, agreementId] as const,
    staleTime: 0,
    queryFn: ({ signal }) => adminRequest('get', paths.mails, { params: { query: { agreementId } }, signal }),
  });
}

export function ticketQuery(number: string) {
  return queryOptions({
    queryKey: [paths.tickets, number] as const,
    // Another administrator may have answered it meanwhile.
    staleTime: 0,
    queryFn: ({ signal }) =>
      adminRequest('get', `${paths.tickets}/{number}`, { params: { path: { number } }, signal }),
  });
}

export function disableUser(id: number, reason: string): Promise<AdminUser> {
  return adminRequest('post', `${paths.users}/{id}/disable`, { params: { path: { id } }, body: { reason } });
}

export function enableUser(id: number, reason: string): Promise<AdminUser> {
  return adminRequest('post', `${paths.users}/{id}/enable`, { params: { path: { id } }, body: { reason } });
}

/** A recording with the name that the server gives its file. */
export interface DownloadedAudio {
  sound: Blob;
  fileName: string;
}

/** The recording of a party: as WebM, or as it was recorded while nothing is paid. */
export function downloadAudio(
  agreementId: string,
  reason: string,
  party: 'a' | 'b' = 'a',
): Promise<DownloadedAudio> {
  const params = { path: { agreementId }, query: { reason, ...(party === 'b' ? { party } : {}) } };
  return asAdmin(async () => {
    const answer = await respond('get', '/api/admin/download-audio/{agreementId}', { params });
    // Only the server knows what kind of file it is; without its word the name claims none.
    return { sound: await answer.blob(), fileName: fileNameOf(answer) ?? `${agreementId}_recording` };
  });
}

export function cancelAgreement(agreementId: string, reason: string): Promise<AdminAgreement> {
  return adminRequest('post', `${paths.agreements}/{agreementId}/cancel`, {
    params: { path: { agreementId } },
    body: { reason },
  });
}

/** Adds days to the end that was shown, and to no other. */
export function extendAgreement(
  { agreementId, expiresAt }: Pick<AdminAgreement, 'agreementId' | 'expiresAt'>,
  days: number,
  reason: string,
): Promise<AdminAgreement> {
  return adminRequest('post', `${paths.agreements}/{agreementId}/extend`, {
    params: { path: { agreementId } },
    body: { reason, days, ...(expiresAt ? { from: expiresAt } : {}) },
  });
}

/** Has recordings, photo and transcript deleted before their time. */
export function deleteContent(
  agreementId: string,
  partyBAgrees: boolean,
  reason: string,
): Promise<AdminAgreement> {
  return adminRequest('post', `${paths.agreements}/{agreementId}/delete-content`, {
    params: { path: { agreementId } },
    body: { reason, partyBAgrees },
  });
}

/** @param seen how many answers its writer has seen */
export function answerTicket(number: string, message: string, seen: number): Promise<Ticket> {
  return adminRequest('post', `${paths.tickets}/{number}/answer`, {
    params: { path: { number } },
    body: { message, seen },
  });
}

/** Sends the money of a payment back. */
export function refundPayment(id: string, reason: string): Promise<AdminPayment> {
  return adminRequest('post', `${paths.payments}/{id}/refund`, {
    params: { path: { id } },
    body: { reason },
  });
}

export function retryJob({ service, id }: Pick<Job, 'service' | 'id'>, reason: string): Promise<Job> {
  return adminRequest('post', `${paths.jobs}/{service}/{id}/retry`, {
    params: { path: { service, id } },
    body: { reason },
  });
}

export function replayDeadLetter(
  { service, id }: Pick<DeadLetter, 'service' | 'id'>,
  reason: string,
): Promise<unknown> {
  return adminRequest('post', `${paths.deadLetters}/{service}/{id}/replay`, {
    params: { path: { service, id } },
    body: { reason },
  });
}

/** Shapes of the administrators' calls: names for what is generated from openapi.json. */
type Schemas = components['schemas'];

export type AdminLoginAnswer = Schemas['AdminLoginAnswer'];
export type AdminStats = Schemas['AdminStats'];
export type AdminUser = Schemas['AdminUser'];
export type AdminAgreement = Schemas['AdminAgreementView'];
export type AdminPayment = Schemas['AdminPaymentView'];
export type Ticket = Schemas['Ticket'];
export type HumanTranscriptOrder = Schemas['AdminHumanOrderView'];
export type Job = Schemas['AdminJob'];
export type DeadLetter = Schemas['AdminDeadLetter'];
export type AdminSystem = Schemas['AdminSystem'];
export type AdminHealth = Schemas['SystemHealth'];
export type Outage = Schemas['AdminAway'];
export type Verification = Schemas['AdminVerification'];
export type AuditLogEntry = Schemas['AdminAct'];
export type SentMail = Schemas['AdminMail'];

export interface Failure {
  title: string;
  text: string;
}

function joined(error: unknown, safe: string): string {
  const sentence = sentenceOf(error, '');
  return sentence ? `${sentence} ${safe}` : safe;
}

/** What to say when an action failed: what happened, whether it may have been done anyway, what to do. */
export function actionFailure(error: unknown): Failure {
  const { failures } = adminTexts;
  if (!(error instanceof ApiError)) return { title: failures.notDone, text: failures.unexpected };
  if (error.code === 'unreachable' || error.code === 'unreadable_answer')
    return { title: failures.unreachable, text: failures.maybeDone };
  if (error.code === 'admin_session_ended')
    return { title: failures.sessionEnded, text: failures.signInAgain };
  if (error.status >= 500) return { title: failures.serverTrouble, text: joined(error, failures.lookFirst) };
  const first = error.problems[0]?.message;
  if (first) return { title: failures.notDone, text: `${first} ${failures.unchanged}` };
  const advice = error.status === 409 ? failures.changedMeanwhile : failures.unchanged;
  return { title: failures.notDone, text: joined(error, advice) };
}

/** What to say when something could not be read. Reading changes nothing, so trying again is safe. */
export function loadFailure(error: unknown): string {
  const { failures } = adminTexts;
  if (error instanceof ApiError && error.code === 'unreachable') return failures.loadUnreachable;
  return joined(error instanceof ApiError ? error : null, failures.loadSafe);
}
