import { queryOptions } from '@tanstack/react-query';
import { addressOf, languageHeader, request, respond } from '../../lib/api/api-client';
import type { CodeKey, ConsentAnswer } from '../../lib/api/api-types';
import { upload } from '../../lib/api/upload';
import { fileNameFor } from '../recording/engine/chunk-recorder';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { spokenIn } from '../recording/spoken';
import { type Ticks, WORDING_VERSION } from './answer-card';

/** How often, and how long at most, to ask for what is still being prepared. */
const ASK_EVERY_MS = 3000;
const MOST_ASKED = 20;

/** The agreement, and the key of the mailed link where there is one. */
const paramsOf = (agreementId: string, key: string | null) => ({
  path: { agreementId },
  query: key ? { key } : {},
});

/** What the invited person may know before answering. */
export function invitationQuery(agreementId: string, key: string | null) {
  const params = paramsOf(agreementId, key);
  return queryOptions({
    queryKey: [addressOf('/api/agreements/remote/{agreementId}', params)],
    queryFn: ({ signal }) => request('get', '/api/agreements/remote/{agreementId}', { params, signal }),
  });
}

/** Whether a key of the cache is of something that was read about an invitation, with or without its link. */
export function isOfInvitation([address]: readonly unknown[], agreementId: string): boolean {
  return String(address).startsWith(
    addressOf('/api/agreements/remote/{agreementId}', paramsOf(agreementId, null)),
  );
}

/** Address of party A's recording. */
export function invitationAudioUrl(agreementId: string, key: string | null): string {
  return addressOf('/api/agreements/remote/{agreementId}/audio', paramsOf(agreementId, key));
}

/** Why party A's recording could not be played: asks for its first byte. @throws ApiError when that is refused */
export async function askForSound(agreementId: string, key: string | null): Promise<void> {
  const params = paramsOf(agreementId, key);
  const headers = { Range: 'bytes=0-0' };
  await respond('get', '/api/agreements/remote/{agreementId}/audio', { params, headers });
}

/** The shape of party A's recording. It is prepared within seconds after the payment, and empty until then. */
export function outlineQuery(agreementId: string, key: string | null) {
  const params = paramsOf(agreementId, key);
  return queryOptions({
    queryKey: [addressOf('/api/agreements/remote/{agreementId}/outline', params)],
    queryFn: ({ signal }) =>
      request('get', '/api/agreements/remote/{agreementId}/outline', { params, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.peaks.length === 0 && dataUpdateCount < MOST_ASKED ? ASK_EVERY_MS : false,
  });
}

/** Address of the photo, opened with the same key. */
export function invitationPhotoUrl(photoUrl: string, key: string | null): string {
  return key ? `${photoUrl}?${new URLSearchParams({ key })}` : photoUrl;
}

/** Has the link mailed to the invited address. The answer says nothing about it. */
export function sendLink(agreementId: string): Promise<undefined> {
  return request('post', '/api/agreements/remote/{agreementId}/send-link', {
    params: { path: { agreementId } },
  });
}

/** Has a code mailed to the invited address. */
export function sendCode(agreementId: string): Promise<undefined> {
  return request('post', '/api/agreements/remote/{agreementId}/code', { params: { path: { agreementId } } });
}

/** The key for the digits of the mail. */
export function confirmCode(agreementId: string, code: string): Promise<CodeKey> {
  return request('post', '/api/agreements/remote/{agreementId}/code/confirm', {
    params: { path: { agreementId } },
    body: { code },
  });
}

/** Tells that the invitation is being read. */
export function noteView(agreementId: string, key: string | null): Promise<undefined> {
  return request('post', '/api/agreements/remote/{agreementId}/view', {
    params: { path: { agreementId } },
    body: key ? { key } : {},
  });
}

/** Ends the agreement with a reason that party A reads. */
export function decline(agreementId: string, key: string | null, reason: string): Promise<unknown> {
  return request('post', '/api/agreements/remote/{agreementId}/decline', {
    params: { path: { agreementId } },
    body: { ...(reason.trim() ? { reason: reason.trim() } : {}), ...(key ? { key } : {}) },
  });
}

interface ConsentInput {
  agreementId: string;
  key: string | null;
  statements: Ticks;
  draft: DraftRecording;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends the spoken consent; the statements go first, so that the server can refuse early. */
export function sendConsent(input: ConsentInput): Promise<ConsentAnswer> {
  const form = new FormData();
  const { key, statements, draft } = input;
  form.append(
    'consent',
    JSON.stringify({
      ...(key ? { key } : {}),
      ...{ wordingVersion: WORDING_VERSION, statements, spoken: spokenIn(draft) },
    }),
  );
  form.append('audio', draft.blob, fileNameFor(draft.mime));
  return upload('post', '/api/agreements/remote/{agreementId}/consent', form, {
    params: { path: { agreementId: input.agreementId } },
    headers: languageHeader(),
    onProgress: input.onProgress,
    signal: input.signal,
  });
}
