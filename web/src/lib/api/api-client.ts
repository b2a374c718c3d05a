import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import { readStored } from '../browser/storage';
import type { paths } from './api.gen';
import { ApiError, errorFromAnswer } from './api-error';

/**
 * Says the language of this document: mails, files and answers are made in it, and what is recorded in it is probably
 * spoken in the same.
 */
export function languageHeader(): Record<string, string> {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return language ? { 'Accept-Language': language } : {};
}

const PUBLIC_PATHS = ['/api/auth/login', '/api/auth/signup'];

const ADMIN_LOGIN_PATH = '/api/admin/login';
const ADMIN_PREFIX = '/api/admin/';

/**
 * Headers every call carries: the administrator's token under /api/admin/, else the user's;
 * none where a session is only being opened.
 */
export function authHeaders(path: string): Record<string, string> {
  const isOpening = path === ADMIN_LOGIN_PATH || PUBLIC_PATHS.includes(path);
  const token = isOpening ? null : readStored(path.startsWith(ADMIN_PREFIX) ? 'adminToken' : 'userToken');
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends one request and returns the raw answer; throws ApiError when it is not OK or cannot be reached. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { ...languageHeader(), ...authHeaders(path), ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      credentials: 'include',
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', '0: Network unreachable');
  }
  if (!answer.ok) throw await errorFromAnswer(answer.status, answer.statusText, await answer.text());
  return answer;
}

type Api = Client<paths, 'application/json'>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;
type Init<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>;
type InitParam<M extends Method, P extends PathOf<M>> =
  undefined extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>];
type Answer<M extends Method, P extends PathOf<M>> = [MethodResponse<Api, M, P>] extends [never]
  ? undefined
  : MethodResponse<Api, M, P>;

interface AnyInit extends Omit<CallOptions, 'method'> {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
}

/**
 * Sends what openapi.json describes and returns its JSON: path, parameters, body and answer are checked by the types of
 * openapi-fetch, which the call is shaped after. The library itself is 2.6 kB on every page, more than the budgets of the
 * first screens leave, and would give up the errors, timeouts and sessions of `send`.
 */
export function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[init]: InitParam<M, P>
): Promise<Answer<M, P>> {
  const { params, ...options } = (init ?? {}) as AnyInit;
  const query = Object.entries(params?.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.path?.[name])));
  return call(query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled, {
    ...options,
    method: method.toUpperCase() as CallOptions['method'],
  });
}

/** Sends one request and returns its JSON; undefined for an empty answer. Prefer `request`, which knows the types. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const text = await (await send(path, options)).text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** How long an upload may stand still, in milliseconds. */
const STALL_MS = 30_000;
/** How long an answer may take once everything is sent, in milliseconds; the gateway itself gives up earlier. */
const ANSWER_MS = 95_000;

interface UploadOptions {
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  /** 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Another limit for the answer, in milliseconds. */
  answerMs?: number;
}

/** Sends a form or bare bytes with progress (fetch cannot report it); one that stands still counts as unreachable. */
export function upload<T>(path: string, body: FormData | Blob, options: UploadOptions = {}): Promise<T> {
  const { method = 'POST', answerMs = ANSWER_MS, signal } = options;
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
    request.open(method, path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries({ ...authHeaders(path), ...options.headers })) {
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
        errorFromAnswer(request.status, request.statusText, request.responseText).then(reject, reject);
        return;
      }
      try {
        resolve(JSON.parse(request.responseText) as T);
      } catch {
        reject(new ApiError(request.status, 'unreadable_answer', `${request.status}: unreadable answer`));
      }
    };
    signal?.addEventListener('abort', abort);
    giveUpIn(STALL_MS);
    request.send(body);
  });
}

const LONGEST_MESSAGE = 500;
const LONGEST_STACK = 4000;

/** Tells the server's log what went wrong on this page; without network the browser's own log is all there is. */
export function reportError(error: unknown, where: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  request('post', '/api/page-errors', {
    body: {
      // Which screen it was is enough: numbers of agreements come after it.
      page: /^\/[a-z-]{0,40}/.exec(window.location.pathname)?.[0] ?? '/',
      message: message.slice(0, LONGEST_MESSAGE) || 'no message',
      stack: `${stack ?? ''}\n${where}`.trim().slice(0, LONGEST_STACK) || 'no stack',
    },
  }).catch(() => undefined);
}
