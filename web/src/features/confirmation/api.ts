import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client';
import type { ConfirmationView } from '../../lib/api/api-types';

function path(agreementId: string, rest = ''): string {
  return `/api/agreements/remote/${encodeURIComponent(agreementId)}/confirmation${rest}`;
}

const withKey = (address: string, key: string) => `${address}?${new URLSearchParams({ key })}`;

/** The contract that somebody is asked about. */
export function confirmationQuery(agreementId: string, key: string) {
  return queryOptions({
    queryKey: [withKey(path(agreementId), key)],
    queryFn: ({ queryKey, signal }) => call<ConfirmationView>(queryKey[0] ?? '', { signal }),
  });
}

/** Address of the recording, opened with the same key. */
export const confirmationAudioUrl = (agreementId: string, key: string) =>
  withKey(path(agreementId, '/audio'), key);

export interface Statement {
  answer: 'yes' | 'no';
  reason?: string;
}

/** Says whether it was them. */
export function say(agreementId: string, key: string, { answer, reason }: Statement) {
  const words = reason?.trim();
  return call<ConfirmationView>(path(agreementId), {
    method: 'POST',
    body: { key, answer, ...(words ? { reason: words } : {}) },
  });
}
