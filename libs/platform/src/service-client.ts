import { Agent, request } from 'undici';
import { type ErrorCode, errorCatalogue } from '#contracts';
import { AppError } from './app-error.js';
import { currentContext } from './context.js';
import { type Dependency, OutageError } from './outage.js';
import type { Principal, ServiceTokens } from './service-token.js';
import { assertOutsideTransaction } from './transaction-scope.js';

const DEADLINE_MS = 5000;
/** Bad gateway, service unavailable, gateway timeout. */
const UNABLE_TO_SERVE = new Set([502, 503, 504]);

export interface ServiceCall {
  method?: 'GET' | 'POST';
  body?: object;
  /** On whose behalf, as this request came; without it the service itself asks. */
  principal?: Principal;
}

/** Of a call on somebody's behalf: where that person is, so that what they do is on record with it. */
function originHeaders({ kind }: Principal): Record<string, string> {
  const { origin } = currentContext();
  if (origin === undefined || (kind !== 'user' && kind !== 'admin')) return {};
  return {
    ...(origin.address === null ? {} : { 'x-forwarded-for': origin.address }),
    ...(origin.device === null ? {} : { 'user-agent': origin.device }),
  };
}

/** Questions from one service to another: HTTP with a deadline, never over the broker. */
export class ServiceClient {
  private readonly agent = new Agent({
    connect: { timeout: 1000 },
    keepAliveTimeout: 10_000,
    connections: 50,
  });

  constructor(
    private readonly baseUrl: string,
    private readonly tokens: ServiceTokens,
    private readonly caller: string,
    private readonly callee: Dependency,
  ) {}

  /**
   * The parsed JSON answer. A catalogue error of the other service is thrown as it is. Silence becomes `unavailable`
   * because of an `OutageError`, and so does an answer that says the service cannot serve anybody now; an error of its
   * own becomes `unavailable` without one, since it may be about this question only.
   */
  async call<T>(path: string, options: ServiceCall = {}): Promise<T> {
    assertOutsideTransaction(`a call of ${path}`);
    const principal = options.principal ?? { kind: 'service', id: 0, sessionId: null, name: this.caller };
    let status: number;
    let body: unknown;
    try {
      const answer = await request(this.baseUrl + path, {
        method: options.method ?? 'GET',
        dispatcher: this.agent,
        headersTimeout: DEADLINE_MS,
        bodyTimeout: DEADLINE_MS,
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: {
          'x-service-token': this.tokens.issue(principal, this.callee),
          'x-correlation-id': currentContext().correlationId,
          ...originHeaders(principal),
          ...(options.body ? { 'content-type': 'application/json' } : {}),
        },
        body: options.body ? JSON.stringify(options.body) : null,
      });
      status = answer.statusCode;
      const text = await answer.body.text();
      body = text === '' ? null : JSON.parse(text);
    } catch (error) {
      throw new AppError('unavailable', { cause: new OutageError(this.callee, error) });
    }
    if (status < 400) return body as T;
    const code = (body as { code?: string } | null)?.code;
    if (status < 500 && code !== undefined && code in errorCatalogue) {
      throw new AppError(code as ErrorCode, { message: (body as { message?: string }).message });
    }
    const isAway = UNABLE_TO_SERVE.has(status);
    throw new AppError('unavailable', isAway ? { cause: new OutageError(this.callee) } : {});
  }

  async close(): Promise<void> {
    await this.agent.close();
  }
}
