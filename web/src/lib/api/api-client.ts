import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import { readStored } from '../browser/storage';
import type { paths } from './api.gen';
import { ApiError, errorFromAnswer, unreadable } from './api-error';

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

interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Sends one request and returns the raw answer; throws ApiError when it is not OK or cannot be reached. Calls go through
 * `request` and `respond`, which know the types.
 */
export async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { ...languageHeader(), ...authHeaders(path), ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  const asked = fetch(path, {
    method,
    headers,
    credentials: 'include',
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  });
  const answer = await arrived(asked);
  if (answer.ok) return answer;
  const error = await errorFromAnswer(answer.status, answer.statusText, await arrived(answer.text()));
  // A visitor was refused; with the session that came here it may be allowed once more.
  const isOver = answer.headers.has('x-session-ended');
  throw asNow(isOver ? new ApiError(401, 'unauthenticated', error.message) : error, path, headers);
}

/**
 * An error as it concerns whoever is signed in now: that a session has ended is no news once another one was opened while
 * the call was on its way.
 */
export function asNow(error: ApiError, path: string, sent: Record<string, string>): ApiError {
  const { Authorization: now } = authHeaders(path);
  if (error.code !== 'unauthenticated' || !now || now === sent.Authorization) return error;
  return new ApiError(error.status, 'session_replaced', error.message, error.serverMessage);
}

/** What comes over the network; a way to the server that breaks off, also within an answer, is an ApiError. */
async function arrived<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', '0: Network unreachable');
  }
}

/**
 * The JSON of an answer, or undefined for an empty one.
 * @throws ApiError `unreachable` when it breaks off, `unreadable_answer` when it is something else, such as the page
 * of a hotel's network
 */
export async function jsonOf<T>(answer: Response): Promise<T> {
  const text = await arrived(answer.text());
  try {
    return (text ? JSON.parse(text) : undefined) as T;
  } catch {
    throw unreadable(answer.status);
  }
}

type Api = Client<paths, 'application/json'>;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;
type Init<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>;
type InitParam<M extends Method, P extends PathOf<M>> =
  undefined extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>];
/** What a call takes in its path and behind its question mark. */
export type Params<M extends Method, P extends PathOf<M>> = NonNullable<Init<M, P>>['params'];
export type Answer<M extends Method, P extends PathOf<M>> = [MethodResponse<Api, M, P>] extends [never]
  ? undefined
  : MethodResponse<Api, M, P>;

export interface AnyParams {
  header?: Record<string, string>;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** A path with its parameters in their places, each safe there. */
export function filled(path: string, { path: values, query }: AnyParams = {}): string {
  const known = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values?.[name])));
  return known.length > 0 ? `${address}?${new URLSearchParams(known)}` : address;
}

/** The address of what a call answers: for sound and pictures, and as the key of what was read. */
export function addressOf<P extends PathOf<'get'>>(path: P, params: Params<'get', P>): string {
  return filled(path, params as AnyParams);
}

/** Like `request`, with the answer as it came: for files, and for what stands in its headers. */
export function respond<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[init]: InitParam<M, P>
): Promise<Response> {
  const { params, ...options } = (init ?? {}) as SendOptions & { params?: AnyParams };
  const headers = { ...params?.header, ...options.headers };
  return send(method.toUpperCase(), filled(path, params), { ...options, headers });
}

/**
 * Sends what openapi.json describes and returns its JSON, or undefined for an empty answer: path, parameters, body and
 * answer are checked by the types of openapi-fetch, which the call is shaped after. The library itself is 2.6 kB on
 * every page, more than the budgets of the first screens leave, and would give up the errors, timeouts and sessions of
 * `send`.
 */
export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...init: InitParam<M, P>
): Promise<Answer<M, P>> {
  return jsonOf(await respond(method, path, ...init));
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
