import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#contracts';

/** What belongs together: one id through HTTP, events, jobs and logs. */
export interface RequestContext {
  readonly correlationId: string;
  /** The event that caused this work, if any. */
  readonly causationId: string | null;
  /** W3C trace context of the caller, passed on as it came. */
  readonly traceparent: string | null;
  /** The language in which a person uses the product, as a code of two letters; absent where nobody said. */
  readonly language?: string;
  /** Where the person is who asked for this; absent where nobody did, and in what is done later. */
  readonly origin?: Origin;
}

const storage = new AsyncLocalStorage<RequestContext>();
const CORRELATION_ID = /^[\w.:-]{8,64}$/;
/** What a person likes best stands first. */
const FIRST_LANGUAGE = /^\s*([a-z]{2})(?=$|[-,;\s])/i;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): RequestContext {
  return storage.getStore() ?? { correlationId: randomUUID(), causationId: null, traceparent: null };
}

/** Reads the context of an incoming call; anything that does not look like an id is replaced. */
export function contextFromHeaders(headers: Record<string, unknown>): RequestContext {
  const correlationId = headers['x-correlation-id'];
  const traceparent = headers.traceparent;
  const [, language] = FIRST_LANGUAGE.exec(String(headers['accept-language'] ?? '')) ?? [];
  return {
    correlationId:
      typeof correlationId === 'string' && CORRELATION_ID.test(correlationId) ? correlationId : randomUUID(),
    causationId: null,
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null,
    ...(language === undefined ? {} : { language: language.toLowerCase() }),
  };
}

/** The language in which whoever calls uses the product, where it is one of ours; null where nobody said. */
export function callerLanguage(): Language | null {
  const { language } = currentContext();
  return isLanguage(language) ? language : null;
}

/** Where a call came from, as the evidence keeps it. */
export interface Origin {
  /** IP address, as the gateway saw it. */
  address: string | null;
  /** What the browser calls itself. */
  device: string | null;
}

/** Nobody's browser: a clock or another service acted. */
export const noOrigin: Origin = { address: null, device: null };

const MAX_DEVICE = 300;

export function requestOrigin(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return { address: request.ip, device: agent?.slice(0, MAX_DEVICE) ?? null };
}
