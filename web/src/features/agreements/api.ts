import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, request, respond, send } from '../../lib/api/api-client';
import type { AgreementView, GeneratedTranscript, TranscriptView } from '../../lib/api/api-types';
import { type ListPage, pageByPage, readPage } from '../../lib/api/pages';
import { fileNameOf } from '../../lib/browser/files';

/** Contracts that are asked for, and drawn, at a time. */
export const PAGE_SIZE = 50;
const WORKING_STAGES = new Set(['queued', 'preparing', 'transcribing', 'sealing']);
const WORKING_REFETCH_MS = 5000;
const TOLD_REFETCH_MS = 30_000;

export const agreementsKey = (userId: number) => [`/api/users/${userId}/agreements`] as const;
export const statsKey = (userId: number) => [`/api/users/${userId}/stats`] as const;
export const transcriptKey = (agreementId: string) => [`/api/agreements/${agreementId}/transcript`] as const;
export const eventsKey = (agreementId: string) => [`/api/agreements/${agreementId}/events`] as const;
/** Whether a key of the cache is of one agreement alone: of itself, its transcript or its log. */
export const isAgreementKey = (key: readonly unknown[]) =>
  /^\/api\/agreements\/[^/]+(\/transcript|\/events)?$/.test(String(key[0]));

/** One page of the list. */
export type AgreementsPage = ListPage<AgreementView>;

/** One agreement, for its owner and for the browser that recorded it. */
export function agreementQuery(agreementId: string) {
  return queryOptions({
    queryKey: [`/api/agreements/${encodeURIComponent(agreementId)}`] as const,
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/{agreementId}', { params: { path: { agreementId } }, signal }),
  });
}

const OUTLINE_REFETCH_MS = 3000;
/** A recording is prepared within seconds of its arrival, or not at all for a while. */
const OUTLINE_TRIES = 5;

/** Loudness of party A's recording over time, paid or not; empty while it is not prepared. */
export function outlineQuery(agreementId: string) {
  return queryOptions({
    queryKey: [`/api/agreements/${encodeURIComponent(agreementId)}/outline`] as const,
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/{agreementId}/outline', { params: { path: { agreementId } }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.peaks.length === 0 && dataUpdateCount < OUTLINE_TRIES ? OUTLINE_REFETCH_MS : false,
  });
}

/** How many agreements the user has in each state. */
export function statsQuery(userId: number) {
  return queryOptions({
    queryKey: statsKey(userId),
    queryFn: ({ signal }) =>
      request('get', '/api/users/{id}/stats', { params: { path: { id: userId } }, signal }),
  });
}

/** The user's agreements, newest first, page by page. */
export function agreementsQuery(userId: number) {
  return infiniteQueryOptions({
    queryKey: agreementsKey(userId),
    queryFn: ({ pageParam, signal }) =>
      readPage(
        '/api/users/{id}/agreements',
        { path: { id: userId }, query: { limit: PAGE_SIZE } },
        pageParam,
        signal,
      ),
    ...pageByPage,
  });
}

/** Also made again beside the words of before: no live event tells when that has failed. */
const isBeingMade = (transcript: TranscriptView | undefined): boolean =>
  transcript !== undefined && (transcript.isRenewing || WORKING_STAGES.has(transcript.status));

/**
 * The transcript; while it is being made asked again every few seconds, when it is opened and when one comes back.
 * @param isTold live events tell how far it is: then it is asked for now and again only, should one get lost
 */
export function transcriptQuery(agreementId: string, isTold = false) {
  return queryOptions({
    queryKey: transcriptKey(agreementId),
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/{agreementId}/transcript', {
        params: { path: { agreementId } },
        signal,
      }),
    refetchInterval: ({ state }) =>
      isBeingMade(state.data) && (isTold ? TOLD_REFETCH_MS : WORKING_REFETCH_MS),
    refetchOnMount: (query) => (isBeingMade(query.state.data) ? 'always' : true),
    refetchOnWindowFocus: (query) => (isBeingMade(query.state.data) ? 'always' : false),
  });
}

/** What happened to an agreement, oldest first. */
export function eventsQuery(agreementId: string) {
  return queryOptions({
    queryKey: eventsKey(agreementId),
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/{agreementId}/events', { params: { path: { agreementId } }, signal }),
  });
}

/** Asks for the transcript; the answer has it when it exists, else the work has begun. */
export function generateTranscript(agreementId: string): Promise<GeneratedTranscript> {
  return request('post', '/api/agreements/{agreementId}/generate-transcript', {
    params: { path: { agreementId } },
    headers: { Prefer: 'respond-async' },
  });
}

/** Address of party A's sound for an audio element; the session cookie opens it. */
export function audioUrl(agreementId: string): string {
  return addressOf('/api/agreements/{agreementId}/audio', {
    path: { agreementId },
    query: { format: 'mp3' },
  });
}

/** Address of party B's spoken consent. */
export function consentAudioUrl(agreementId: string): string {
  return addressOf('/api/agreements/{agreementId}/audio', {
    path: { agreementId },
    query: { format: 'mp3', party: 'b' },
  });
}

export function previewUrl(agreementId: string): string {
  return addressOf('/api/agreements/{agreementId}/preview', { path: { agreementId } });
}

/** Fetches the sound as a file to keep. */
export async function downloadAudio(agreementId: string): Promise<Blob> {
  const query = { t: String(Date.now()), format: 'mp3', download: '1' } as const;
  const params = { path: { agreementId }, query };
  return (await respond('get', '/api/agreements/{agreementId}/audio', { params })).blob();
}

/** The certificate of a contract as a PDF, or all of its evidence in one file. */
export async function downloadEvidence(
  agreementId: string,
  file: 'summary.pdf' | 'evidence.zip',
): Promise<{ content: Blob; fileName: string }> {
  const params = { path: { agreementId } };
  const answer = await respond('get', `/api/agreements/{agreementId}/${file}` as const, { params });
  // Only the server knows whether it is sealed or a draft; without its word the name claims neither.
  return { content: await answer.blob(), fileName: fileNameOf(answer) ?? `${agreementId}_${file}` };
}

/** Why an audio element could not play: asks for the first byte and reads the answer. */
export async function explainAudio(url: string): Promise<void> {
  await send('GET', url, { headers: { Range: 'bytes=0-0' } });
}
