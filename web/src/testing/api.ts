import { readFileSync } from 'node:fs';
import type { paths } from '../lib/api/api.gen';
import type { ErrorBody } from '../lib/api/api-types';

/**
 * The server of a component test. Every answer has the shape that the OpenAPI document gives the call, or it does not
 * compile; a call that no test has answered, or that the document does not know, fails the test.
 */

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Operations = {
  [P in keyof paths & string]: {
    [V in Verb as NonNullable<paths[P][V]> extends { responses: unknown }
      ? `${Uppercase<V>} ${P}`
      : never]: NonNullable<paths[P][V]>;
  };
}[keyof paths & string];

type Union<T> = T extends unknown ? (value: T) => void : never;
type All = Union<Operations> extends (value: infer Every) => void ? Every : never;

/** A call of the document, such as `GET /api/agreements/{agreementId}`. */
export type CallName = keyof All & string;

type Responses<C extends CallName> = All[C] extends { responses: infer R } ? R : never;
type Good<C extends CallName> = Extract<keyof Responses<C>, 200 | 201 | 202 | 204>;
type Content<R> = R extends { content: { 'application/json': infer Body } }
  ? Body
  : R extends { content: Record<string, unknown> }
    ? Blob
    : undefined;

/** What a call answers when all is well. */
export type Answer<C extends CallName> = { [S in Good<C>]: Content<Responses<C>[S]> }[Good<C>];

/** One request that a screen has sent. */
interface SentCall {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as an object, a form as it is. */
  readonly body: unknown;
}

/** An answer, or how to make it from the request; a promise holds the call back. */
type Given<T> = T | Promise<T> | ((sent: SentCall) => T | Promise<T>);

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Handler = (sent: SentCall) => Promise<Reply>;

interface Media {
  example?: unknown;
}

interface OpenApi {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, Media> } | undefined> }>
  >;
}

const openApi = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;

/** Literal pieces before parameters, so that `/remote/{id}` is found before `/{id}/audio`. */
const templates = Object.keys(openApi.paths)
  .map((path) => ({
    path,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }))
  .sort((a, b) => a.names.length - b.names.length);

const handlers = new Map<string, Handler>();
const sent = new Map<string, SentCall[]>();
const unanswered: string[] = [];

function goodStatus<C extends CallName>(name: C): Good<C> {
  const [verb = '', path = ''] = name.split(' ');
  const statuses = Object.keys(openApi.paths[path]?.[verb.toLowerCase()]?.responses ?? {});
  return Number(statuses.find((status) => status.startsWith('2')) ?? 200) as Good<C>;
}

/** What the document shows as the answer of a call; a fresh copy each time. */
export function example<C extends CallName>(name: C, status: number = Number(goodStatus(name))): Answer<C> {
  const [verb = '', path = ''] = name.split(' ');
  const media = openApi.paths[path]?.[verb.toLowerCase()]?.responses[status]?.content?.['application/json'];
  if (!media || !('example' in media)) throw new Error(`The document has no example of ${name} ${status}`);
  return structuredClone(media.example) as Answer<C>;
}

/**
 * Answers a call from now on; without a body as the document's example does. An answer that is not the call's usual
 * one names its status.
 */
export function answer<C extends CallName>(
  name: C,
  given?: Given<Answer<C>>,
  { status = goodStatus(name), headers }: { status?: Good<C>; headers?: Record<string, string> } = {},
): void {
  handlers.set(name, async (request) => {
    if (given === undefined) {
      return {
        status: Number(status),
        headers,
        body: status === 204 ? undefined : example(name, Number(status)),
      };
    }
    const body = await (typeof given === 'function'
      ? (given as (sent: SentCall) => Answer<C> | Promise<Answer<C>>)(request)
      : given);
    return { status: Number(status), headers, body };
  });
}

/** Whether a test has said what a call answers. */
export function isAnswered(name: CallName): boolean {
  return handlers.has(name);
}

/** Refuses a call from now on, with an error of the catalogue and whatever the call adds to it. */
export function refuse(
  name: CallName,
  status: number,
  code: ErrorBody['code'],
  message: string,
  more: Partial<ErrorBody> & Record<string, unknown> = {},
): void {
  const body = { statusCode: status, code, message, correlationId: 'c-1', ...more };
  handlers.set(name, async () => ({ status, body }));
}

/** Refuses a call like a visitor's, and tells that the session which it came with has ended. */
export function refuseEnded(name: CallName, status: number, code: ErrorBody['code'], message: string): void {
  const body = { statusCode: status, code, message, correlationId: 'c-1' };
  handlers.set(name, async () => ({ status, body, headers: { 'x-session-ended': '1' } }));
}

/** Refuses what `isRefused` says of a call that is answered already; the rest of it is answered as before. */
export function refuseSome(
  name: CallName,
  isRefused: (sent: SentCall) => boolean,
  ...[status, code, message]: [status: number, code: ErrorBody['code'], message: string]
): void {
  const others = handlers.get(name);
  if (!others) throw new Error(`Nothing answers ${name} yet`);
  refuse(name, status, code, message);
  const refusal = handlers.get(name) ?? others;
  handlers.set(name, (request) => (isRefused(request) ? refusal : others)(request));
}

/** Lets a call fail the way a lost network does. */
export function unreachable(name: CallName): void {
  handlers.set(name, () => Promise.reject(new TypeError('Failed to fetch')));
}

/** Holds a call back until the test lets it go with an answer. */
export function hold<C extends CallName>(name: C): (body: Answer<C>) => void {
  let letGo: (body: Answer<C>) => void = () => undefined;
  answer(
    name,
    new Promise<Answer<C>>((resolve) => {
      letGo = resolve;
    }),
  );
  return letGo;
}

/** Answers an address of somebody else's server, such as the payment provider's. */
export function answerElsewhere(address: string, given: unknown, status = 200): void {
  handlers.set(address, async () => ({ status, body: await given }));
}

/** What was sent to an address of somebody else's server. */
export function sentElsewhere(address: string): readonly SentCall[] {
  return sent.get(address) ?? [];
}

/** What was sent to a call so far, oldest first. */
export function sentTo(name: CallName): readonly SentCall[] {
  return sent.get(name) ?? [];
}

/** Forgets answers and requests; answers which calls nobody had an answer for. */
export function resetApi(): string[] {
  handlers.clear();
  sent.clear();
  return unanswered.splice(0);
}

function readBody(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined);
}

async function reply(verb: string, address: string, headers: Headers, body: unknown): Promise<Reply> {
  const url = new URL(address, window.location.href);
  const template = templates.find(({ pattern }) => pattern.test(url.pathname));
  const isOurs = url.origin === window.location.origin;
  const name = isOurs ? `${verb} ${template?.path ?? url.pathname}` : url.href;
  const values = template?.pattern.exec(url.pathname)?.slice(1) ?? [];
  const call: SentCall = {
    query: Object.fromEntries(url.searchParams),
    params: Object.fromEntries(
      values.map((value, i) => [template?.names[i] ?? '', decodeURIComponent(value)]),
    ),
    headers: Object.fromEntries(headers),
    body: readBody(body),
  };
  const handler = handlers.get(name);
  if (!handler) {
    unanswered.push(name);
    throw new TypeError(`No answer for ${name}`);
  }
  sent.set(name, [...(sent.get(name) ?? []), call]);
  return handler(call);
}

function asText(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}

/** Stands in for `fetch`. */
export async function fetchFromTest(
  input: RequestInfo | URL,
  { method = 'GET', headers, body, signal }: RequestInit = {},
): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
  const {
    status,
    headers: answeredHeaders,
    body: answered,
  } = await Promise.race([aborted, reply(method, String(input), new Headers(headers), body)]);
  if (answered instanceof Blob) {
    const bytes = new Response('', { status, headers: answeredHeaders });
    return Object.assign(bytes, { blob: () => Promise.resolve(answered) });
  }
  return new Response(status === 204 ? null : asText(answered), { status, headers: answeredHeaders });
}

/** Stands in for XMLHttpRequest, which only uploads use: everything is sent at once, then answered. */
export class RequestFromTest {
  readonly upload: {
    onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void;
    onload?: () => void;
  } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  private verb = 'POST';
  private address = '';
  private isAborted = false;
  private readonly headers = new Headers();

  open(verb: string, address: string): void {
    this.verb = verb;
    this.address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(body: FormData | Blob): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 1 });
    this.upload.onload?.();
    reply(this.verb, this.address, this.headers, body)
      .then(
        ({ status, body: answered }) => {
          if (this.isAborted) return;
          this.status = status;
          this.responseText = asText(answered);
          this.onload?.();
        },
        () => this.isAborted || this.onerror?.(),
      )
      .finally(() => this.onloadend?.());
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }
}
