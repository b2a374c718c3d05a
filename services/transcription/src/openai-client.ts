import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
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
  /** Why nobody could be reached. */
  cause?: Error;
  /** How long the service asks to be left alone. */
  retryAfterMs?: number;
}

/** A name such as `insufficient_quota`: nothing that a person wrote. */
const CODE = /^[a-z_]{1,60}$/;

/** Nobody waits longer than this because a header says so. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * What a failed call of OpenAI's API, or of a server like it, means. It is logged: a server quotes what it was asked, and
 * JSON that cannot be read is quoted by its error, so of both no word is told.
 */
export function readApiFailure(error: unknown): ApiFailure {
  if (error instanceof APIConnectionError) {
    const code = error instanceof APIConnectionTimeoutError ? 'timeout' : 'unavailable';
    return { code, isRetryable: true, message: error.message, cause: error };
  }
  if (error instanceof APIError && error.status !== undefined) {
    const retryAfterMs = readRetryAfter(error.headers);
    return {
      ...readStatus(error.status, error.code),
      message: `the service answers ${error.status}${CODE.test(error.code ?? '') ? ` (${error.code})` : ''}`,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    };
  }
  return { code: 'unavailable', isRetryable: true, message: 'the answer cannot be read' };
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
