import {
  type Answer,
  type AnyParams,
  asNow,
  authHeaders,
  filled,
  type Params,
  type PathOf,
} from './api-client';
import { ApiError, errorFromAnswer, unreadable } from './api-error';

/** How long an upload may stand still, in milliseconds. */
const STALL_MS = 30_000;
/** How long an answer may take once everything is sent, in milliseconds; the gateway itself gives up earlier. */
const ANSWER_MS = 95_000;

interface UploadOptions<M extends 'post' | 'put', P extends PathOf<M>> {
  params?: Params<M, P>;
  headers?: Record<string, string>;
  /** 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Another limit for the answer, in milliseconds. */
  answerMs?: number;
}

/**
 * Sends a form or bare bytes with progress, which `fetch` cannot report: the one call that does not go through
 * `request`. One that stands still counts as unreachable.
 */
export function upload<M extends 'post' | 'put', P extends PathOf<M>>(
  method: M,
  path: P,
  body: FormData | Blob,
  options: UploadOptions<M, P> = {},
): Promise<Answer<M, P>> {
  const { answerMs = ANSWER_MS, signal } = options;
  const params = options.params as AnyParams | undefined;
  const address = filled(path, params);
  const headers: Record<string, string> = { ...authHeaders(address), ...params?.header, ...options.headers };
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new DOMException('Aborted', 'AbortError'));
      return;
    }
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUpIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new ApiError(0, 'unreachable', '0: No answer'));
        request.abort();
      }, ms);
    };
    const abort = () => request.abort();
    request.open(method.toUpperCase(), address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      giveUpIn(STALL_MS);
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.upload.onload = () => giveUpIn(answerMs);
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    request.onerror = () => reject(new ApiError(0, 'unreachable', '0: Network unreachable'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        errorFromAnswer(request.status, request.statusText, request.responseText)
          .then((error) => reject(asNow(error, address, headers)))
          .catch(reject);
        return;
      }
      try {
        resolve(JSON.parse(request.responseText));
      } catch {
        reject(unreadable(request.status));
      }
    };
    signal?.addEventListener('abort', abort);
    giveUpIn(STALL_MS);
    request.send(body);
  });
}
