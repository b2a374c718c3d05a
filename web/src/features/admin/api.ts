import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminTexts } from '#texts/admin';
import type { components } from '../../lib/api/api.gen';
import { type CallOptions, call, send, upload } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { AgreementEvent } from '../../lib/api/api-types';
import { readStored } from '../../lib/browser/storage';
import { endAdminSession } from '../../lib/session/admin-session';

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
async function asAdmin<T>(work: () => Promise<T>): Promise<T> {
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

/** A call of an administrator. */
export function adminCall<T>(path: string, options?: CallOptions): Promise<T> {
  return asAdmin(() => call<T>(path, options));
}

/** An action of an administrator; its body says what and why. */
export function adminAction<T>(path: string, body: unknown): Promise<T> {
  return adminCall<T>(path, { method: 'POST', body });
}

/** Opens an administrator's session. */
export function adminLogin(values: { email: string; password: string }): Promise<AdminLoginAnswer> {
  return call<AdminLoginAnswer>('/api/admin/login', {
    method: 'POST',
    body: { email: values.email.trim(), password: values.password },
  });
}

/** Ends the administrator's session on the server. */
export function adminLogout(): Promise<void> {
  return call<void>('/api/admin/logout', { method: 'POST' });
}

export const statsQuery = queryOptions({
  queryKey: [paths.stats] as const,
  queryFn: ({ signal }) => adminCall<AdminStats>(paths.stats, { signal }),
});

interface ListPage<T> {
  items: T[];
  nextCursor: string | null;
}

/** A list page by page, newest first; empty filters are left out. */
export function listQuery<T>(path: string, filters: Record<string, string> = {}) {
  return infiniteQueryOptions({
    queryKey: [path, filters] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<ListPage<T>> =>
      asAdmin(async () => {
        const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
        for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
        if (pageParam) query.set('cursor', pageParam);
        const answer = await send(`${path}?${query}`, { signal });
        return {
          items: (await answer.json()) as T[],
          nextCursor: answer.headers.get('x-next-cursor'),
        };
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** What happened to an agreement; administrators also see from where. */
export function adminEventsQuery(agreementId: string) {
  const path = eventsPath(agreementId);
  return queryOptions({
    // Not the key a user's screen has for the same address: the rows differ.
    queryKey: [path, 'admin'] as const,
    // Other people and services write it all the time: it is read again whenever it is opened.
    staleTime: 0,
    queryFn: ({ signal }) =>
      adminCall<AgreementEvent[]>(path, {
        signal,
        headers: { Authorization: `Bearer ${readStored('adminToken') ?? ''}` },
      }),
  });
}

export function mailsQuery(agreementId: string) {
  return queryOptions({
    queryKey: [paths.mails, agreementId] as const,
    staleTime: 0,
    queryFn: ({ signal }) =>
      adminCall<SentMail[]>(`${paths.mails}?${new URLSearchParams({ agreementId })}`, { signal }),
  });
}

export function ticketQuery(number: string) {
  return queryOptions({
    queryKey: [paths.tickets, number] as const,
    queryFn: ({ signal }) => adminCall<Ticket>(`${paths.tickets}/${encodeURIComponent(number)}`, { signal }),
  });
}

export function disableUser(id: number, reason: string): Promise<AdminUser> {
  return adminAction(`${paths.users}/${id}/disable`, { reason });
}

export function enableUser(id: number, reason: string): Promise<AdminUser> {
  return adminAction(`${paths.users}/${id}/enable`, { reason });
}

/** The recording as WebM. */
export function downloadAudio(agreementId: string, reason: string): Promise<Blob> {
  return asAdmin(async () => {
    const query = new URLSearchParams({ reason });
    return (await send(`/api/admin/download-audio/${agreementId}?${query}`)).blob();
  });
}

export function cancelAgreement(agreementId: string, reason: string): Promise<AdminAgreement> {
  return adminAction(`${paths.agreements}/${agreementId}/cancel`, { reason });
}

export function extendAgreement(agreementId: string, days: number, reason: string): Promise<AdminAgreement> {
  return adminAction(`${paths.agreements}/${agreementId}/extend`, { reason, days });
}

export function answerTicket(number: string, message: string): Promise<Ticket> {
  return adminAction(`${paths.tickets}/${encodeURIComponent(number)}/answer`, { message });
}

/** Sends the money of a payment back. */
export function refundPayment(id: string, reason: string): Promise<AdminPayment> {
  return adminAction(`${paths.payments}/${encodeURIComponent(id)}/refund`, { reason });
}

/** Delivers a person's transcript: typed text, or a text file. */
export function fulfilOrder(
  orderId: string,
  content: string | File,
  reason: string,
): Promise<HumanTranscriptOrder> {
  const form = new FormData();
  form.set('reason', reason);
  if (typeof content === 'string') form.set('text', content);
  else form.set('transcript', content, content.name);
  return asAdmin(() =>
    upload<HumanTranscriptOrder>(`${paths.humanTranscripts}/${encodeURIComponent(orderId)}/fulfil`, form),
  );
}

export function retryJob(job: Pick<Job, 'service' | 'id'>, reason: string): Promise<Job> {
  return adminAction(`${paths.jobs}/${job.service}/${encodeURIComponent(job.id)}/retry`, { reason });
}

export function replayDeadLetter(
  deadLetter: Pick<DeadLetter, 'service' | 'id'>,
  reason: string,
): Promise<unknown> {
  return adminAction(
    `${paths.deadLetters}/${deadLetter.service}/${encodeURIComponent(deadLetter.id)}/replay`,
    {
      reason,
    },
  );
}

/** Shapes of the administrators' calls: names for what is generated from openapi.json. */
type Schemas = components['schemas'];

export type AdminLoginAnswer = Schemas['AdminLoginAnswer'];
export type AdminStats = Schemas['AdminStats'];
export type AdminUser = Schemas['AdminUser'];
export type AdminAgreement = Schemas['AdminAgreementView'];
export type AdminPayment = Schemas['AdminPaymentView'];
export type Ticket = Schemas['Ticket'];
export type HumanTranscriptOrder = Schemas['AdminManualOrderView'];
export type Job = Schemas['AdminJob'];
export type DeadLetter = Schemas['AdminDeadLetter'];
export type AdminSystem = Schemas['AdminSystem'];
export type AdminHealth = Schemas['SystemHealth'];
export type Outage = Schemas['AdminAway'];
export type Verification = Schemas['AdminVerification'];
export type AuditLogEntry = Schemas['AdminAct'];
export type SentMail = Schemas['AdminMail'];

/** Drops everything that was read as an administrator; what the user of this browser has read stays. */
export function forgetAdminData(queries: QueryClient): void {
  queries.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') || queryKey[1] === 'admin',
  });
}

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
  if (error.code === 'unreachable') return { title: failures.unreachable, text: failures.maybeDone };
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
