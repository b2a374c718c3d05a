import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai';
import { assertOutsideTransaction } from '#platform';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** A client of OpenAI, or of a compatible server at `baseURL`. It tries once: whether to ask again is the caller's business. */
export function openAiClient({ apiKey, baseURL }: { apiKey: string; baseURL?: string | undefined }): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseURL ?? DEFAULT_BASE_URL,
    organization: null,
    project: null,
    maxRetries: 0,
    // What is said goes to the configured host and nowhere else.
    fetchOptions: { redirect: 'error' },
    fetch: (input, init) => {
      assertOutsideTransaction('a call of OpenAI');
      return fetch(input, init);
    },
  });
}

interface ApiFailure {
  code: 'quota' | 'authentication' | 'unavailable' | 'rejected' | 'timeout';
  /** Whether the same request may succeed later. */
  isRetryable: boolean;
  message: string;
  /** How long the service asks to be left alone. */
  retryAfterMs?: number;
}

/** Nobody waits longer than this because a header says so. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/** What a failed call of OpenAI's API, or of a server like it, means. */
export function readApiFailure(error: unknown): ApiFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof APIConnectionTimeoutError) return { code: 'timeout', isRetryable: true, message };
  if (error instanceof APIError && error.status !== undefined) {
    const retryAfterMs = readRetryAfter(error.headers);
    return {
      ...readStatus(error.status, error.code),
      message,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    };
  }
  return { code: 'unavailable', isRetryable: true, message };
}

function readStatus(
  status: number,
  code: string | null | undefined,
): Pick<ApiFailure, 'code' | 'isRetryable'> {
  if (status === 401 || status === 403) return { code: 'authentication', isRetryable: false };
  // Too many requests pass by themselves; an empty account does not.
  if (status === 429) return { code: 'quota', isRetryable: code !== 'insufficient_quota' };
  if (status === 408 || status === 409 || status >= 500) return { code: 'unavailable', isRetryable: true };
  return { code: 'rejected', isRetryable: false };
}

/** Seconds, or the date until which to wait. */
function readRetryAfter(headers: Headers | undefined): number | null {
  const value = headers?.get('retry-after')?.trim();
  if (!value) return null;
  const milliseconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  if (!Number.isFinite(milliseconds)) return null;
  return Math.round(Math.min(Math.max(milliseconds, 0), LONGEST_RETRY_AFTER_MS));
}
