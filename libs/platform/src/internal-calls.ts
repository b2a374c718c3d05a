import { applyDecorators, Get, Post } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Agent, request } from 'undici';
import {
  type AnswerOf,
  addressOf,
  type CallDefinition,
  type Callee,
  type CalleeOf,
  type ErrorCode,
  errorCatalogue,
  type RequestOf,
} from '#contracts';
import { Access, Askers } from './access.guard.js';
import { AppError } from './app-error.js';
import { currentContext } from './context.js';
import { OutageError } from './outage.js';
import type { Principal, ServiceTokens } from './service-token.js';
import { assertOutsideTransaction } from './transaction-scope.js';

/**
 * In milliseconds. As long as the callee lets a call wait for a row (`lock_timeout`), and short enough that a person hears
 * within ten seconds.
 */
const DEADLINE_MS = 8000;
/** Bad gateway, service unavailable, gateway timeout. */
const UNABLE_TO_SERVE = new Set([502, 503, 504]);

/** What a call needs. In a person's name it takes the principal as this request came with it. */
type Question<Definition extends CallDefinition> = RequestOf<Definition> &
  (Definition['askedBy'] extends 'service' ? unknown : { principal: Principal });

interface AnyQuestion {
  params?: Record<string, string | number>;
  query?: object;
  body?: object;
  principal?: Principal;
}

/** Only those can be asked who answer the call. */
type AnsweredBy<Service, Definition extends CallDefinition> = [Service] extends [CalleeOf<Definition>]
  ? unknown
  : never;

/**
 * Answers a call: method, address and who may ask are those of its definition, and the method under it has to return the
 * answer. Definitions may share an address where the query or the asking service ({@link mayAsk}) tells them apart.
 */
export function InternalCall<Definitions extends readonly [CallDefinition, ...CallDefinition[]]>(
  ...definitions: Definitions
) {
  type Answer = AnswerOf<Definitions[number]>;
  const [{ method, path, askedBy }] = definitions;
  if (definitions.some((other) => other.method !== method || other.path !== path)) {
    throw new Error(`What is answered together with ${method} ${path} has another address`);
  }
  const askers = definitions.every((one) => one.askers)
    ? [Askers(definitions.flatMap((one) => one.askers ?? []))]
    : [];
  const decorate = applyDecorators(
    (method === 'GET' ? Get : Post)(path),
    Access(askedBy),
    ...askers,
    ApiExcludeEndpoint(),
  );
  return <Handler extends (...args: never[]) => Answer | Promise<Answer>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => decorate(target, name, descriptor);
}

/** Whether a call may be answered to this service, where another one at its address may be answered to more of them. */
export function mayAsk({ askers }: CallDefinition, { kind, name = '' }: Principal): boolean {
  return kind === 'service' && (askers === undefined || askers.some((asker) => asker === name));
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
export class ServiceClient<Service extends Callee = Callee> {
  private readonly agent = new Agent({
    connect: { timeout: 1000 },
    keepAliveTimeout: 10_000,
    connections: 50,
  });

  constructor(
    private readonly baseUrl: string,
    private readonly tokens: ServiceTokens,
    private readonly caller: string,
    private readonly callee: Service,
  ) {}

  /**
   * The parsed JSON answer. A catalogue error of the other service is thrown as it is. Silence becomes `unavailable`
   * because of an `OutageError`, and so does an answer that says the service cannot serve anybody now, or that it refuses
   * the token; an error of its own becomes `unavailable` without one, since it may be about this question only.
   */
  async call<Definition extends CallDefinition>(
    definition: Definition & AnsweredBy<Service, Definition>,
    ...[question]: unknown extends Question<Definition> ? [] : [Question<Definition>]
  ): Promise<AnswerOf<Definition>> {
    const { params = {}, query = {}, body: content, principal: person }: AnyQuestion = question ?? {};
    const address = addressOf(definition, { params, query });
    assertOutsideTransaction(`a call of ${address}`);
    const principal = person ?? { kind: 'service', id: 0, sessionId: null, name: this.caller };
    let status: number;
    let body: unknown;
    try {
      const answer = await request(this.baseUrl + address, {
        method: definition.method,
        dispatcher: this.agent,
        headersTimeout: DEADLINE_MS,
        bodyTimeout: DEADLINE_MS,
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: {
          'x-service-token': this.tokens.issue(principal, this.callee),
          'x-correlation-id': currentContext().correlationId,
          ...originHeaders(principal),
          ...(content ? { 'content-type': 'application/json' } : {}),
        },
        body: content ? JSON.stringify(content) : null,
      });
      status = answer.statusCode;
      const text = await answer.body.text();
      body = text === '' ? null : JSON.parse(text);
    } catch (error) {
      throw new AppError('unavailable', { cause: new OutageError(this.callee, error) });
    }
    if (status < 400) return body as AnswerOf<Definition>;
    const code = (body as { code?: string } | null)?.code;
    // Only a visitor can be asked to log in. Of everybody else the token itself is refused: while its secret is changed,
    // and where the clocks of two machines differ.
    if (code === 'unauthenticated' && principal.kind !== 'visitor') {
      const cause = new OutageError(this.callee, new Error(`${this.callee} refuses the service token`));
      throw new AppError('unavailable', { cause });
    }
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
