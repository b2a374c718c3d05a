import { queryOptions } from '@tanstack/react-query';
import { call, languageHeader, upload } from '../../lib/api/api-client';
import type { CodeKey, ConsentAnswer, RemoteAgreement, SoundOutline } from '../../lib/api/api-types';
import { fileNameFor } from '../recording/engine/chunk-recorder';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { spokenIn } from '../recording/spoken';
import { type Ticks, WORDING_VERSION } from './answer-card';

/** How often, and how long at most, to ask for what is still being prepared. */
const ASK_EVERY_MS = 3000;
const MOST_ASKED = 20;

function path(agreementId: string, rest = ''): string {
  return `/api/agreements/remote/${encodeURIComponent(agreementId)}${rest}`;
}

function withKey(address: string, key: string | null): string {
  return key ? `${address}?${new URLSearchParams({ key })}` : address;
}

/** What the invited person may know before answering. */
export function invitationQuery(agreementId: string, key: string | null) {
  return queryOptions({
    queryKey: [withKey(path(agreementId), key)],
    queryFn: ({ queryKey, signal }) => call<RemoteAgreement>(queryKey[0] ?? '', { signal }),
  });
}

/** Address of party A's recording. */
export function invitationAudioUrl(agreementId: string, key: string | null): string {
  return withKey(path(agreementId, '/audio'), key);
}

/** The shape of party A's recording. It is prepared within seconds after the payment, and empty until then. */
export function outlineQuery(agreementId: string, key: string | null) {
  return queryOptions({
    queryKey: [withKey(path(agreementId, '/outline'), key)],
    queryFn: ({ queryKey, signal }) => call<SoundOutline>(queryKey[0] ?? '', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.peaks.length === 0 && dataUpdateCount < MOST_ASKED ? ASK_EVERY_MS : false,
  });
}

/** Address of the photo, opened with the same key. */
export function invitationPhotoUrl(photoUrl: string, key: string | null): string {
  return withKey(photoUrl, key);
}

/** Has the link mailed to the invited address. The answer says nothing about it. */
export function sendLink(agreementId: string): Promise<void> {
  return call(path(agreementId, '/send-link'), { method: 'POST' });
}

/** Has a code mailed to the invited address. */
export function sendCode(agreementId: string): Promise<void> {
  return call(path(agreementId, '/code'), { method: 'POST' });
}

/** The key for the digits of the mail. */
export function confirmCode(agreementId: string, code: string): Promise<CodeKey> {
  return call<CodeKey>(path(agreementId, '/code/confirm'), { method: 'POST', body: { code } });
}

/** Tells that the invitation is being read. */
export function noteView(agreementId: string, key: string | null): Promise<void> {
  return call(path(agreementId, '/view'), { method: 'POST', body: key ? { key } : {} });
}

/** Ends the agreement with a reason that party A reads. */
export function decline(agreementId: string, key: string | null, reason: string): Promise<unknown> {
  return call(path(agreementId, '/decline'), {
    method: 'POST',
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
  return upload<ConsentAnswer>(path(input.agreementId, '/consent'), form, {
    headers: languageHeader(),
    onProgress: input.onProgress,
    signal: input.signal,
  });
}
