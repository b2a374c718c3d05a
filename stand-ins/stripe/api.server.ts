import { setTimeout as delay } from 'node:timers/promises';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import Stripe from 'stripe';
import { errors, StripeApiError } from './api.errors.js';
import { authenticate } from './api.keys.js';
import type { ApiCall, ApiContext, ApiRoute } from './api.route.js';
import { expand } from './expand.view.js';
import { canonicalForm, type FormFields, parseForm } from './form-body.js';
import type { IdempotencyKeys } from './idempotency.keys.js';
import { newId } from './object-ids.js';
import { Params } from './request.params.js';
import type { StandInLogger } from './webhook.sender.js';
import { renderJson } from './webhook.sender.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** `req_…`, also sent as `Request-Id`. */
    stripeRequestId: string;
  }
}

interface ServerParts {
  routes: readonly ApiRoute[];
  context: ApiContext;
  keys: IdempotencyKeys;
  /** How long an accepted POST takes before it is carried out, in milliseconds. */
  latencyMs: number;
  logger: StandInLogger | undefined;
}

interface Reply {
  status: number;
  body: string;
}

const EXPOSED = 'Request-Id, Stripe-Version, Stripe-Should-Retry, Idempotency-Key, Idempotent-Replayed';

/** The HTTP side: headers, keys, form bodies, idempotency and error shapes around the table of routes. */
export function createApiServer(parts: ServerParts): FastifyInstance {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(errors.malformed('Request bodies must be sent as application/x-www-form-urlencoded.'));
  });
  app.decorateRequest('stripeRequestId', '');
  app.addHook('onRequest', async (request, reply) => {
    request.stripeRequestId = newId('req');
    const version = request.headers['stripe-version'];
    void reply.headers({
      'request-id': request.stripeRequestId,
      'stripe-version': typeof version === 'string' ? version : Stripe.API_VERSION,
    });
    allowBrowser(request, reply);
  });
  app.options('/v1/*', async (_request, reply) => reply.code(204).send());
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    return sendError(errors.unknownPath(request.method, path), request, reply, parts);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, parts));
  for (const route of parts.routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => handle(route, request, reply, parts),
    });
  }
  return app;
}

/** Stripe.js calls the API from the page's own origin. */
function allowBrowser(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  void reply.header('vary', 'Origin');
  if (origin === undefined) return;
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  });
  if (request.method !== 'OPTIONS') return;
  void reply.headers({
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers':
      request.headers['access-control-request-headers'] ??
      'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '300',
  });
}

async function handle(
  route: ApiRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
): Promise<FastifyReply> {
  const { context, keys } = parts;
  const [path = '', query = ''] = request.url.split('?', 2);
  const fields = parseForm(
    [query, typeof request.body === 'string' ? request.body : ''].filter(Boolean).join('&'),
  );
  const keyHeader = request.headers['idempotency-key'];
  // Stripe ignores keys on GET and DELETE, which are idempotent by themselves.
  const key = route.method === 'POST' && typeof keyHeader === 'string' && keyHeader !== '' ? keyHeader : null;
  const isClient =
    authenticate(request.headers.authorization, fields, {
      allowsClients: route.allowsClients ?? false,
      ...context.keys,
    }) === 'client';
  const account = accountOf(route, request, context);
  const endpoint = account === null ? path : `${path} (${account})`;
  const keyed = key === null ? null : { id: key, endpoint, parameters: canonicalForm(fields) };
  if (key !== null) void reply.header('idempotency-key', key);

  const saved = keyed && keys.find(keyed);
  if (saved) {
    void reply.headers({ 'idempotent-replayed': 'true', 'original-request': saved.requestId });
    return send(reply, saved);
  }

  const requestId = request.stripeRequestId;
  const run = prepare(route, fields, request, { path, isClient, key, account }, context);
  if (keyed === null) {
    if (route.method === 'POST') await delay(parts.latencyMs);
    return send(reply, execute(run, requestId, parts));
  }
  keys.begin(keyed.id);
  await delay(parts.latencyMs);
  const result = execute(failing(path, run, context), requestId, parts);
  keys.finish(keyed, { requestId, ...result });
  return send(reply, result);
}

/** @throws StripeApiError 403 for an account that is not ours, 400 where the route serves only the platform */
function accountOf(route: ApiRoute, request: FastifyRequest, { store }: ApiContext): string | null {
  const account = request.headers['stripe-account'];
  if (typeof account !== 'string' || account === '') return null;
  if (store.in('accounts').get(account) === undefined) throw errors.noAccess(account);
  if (route.servesAccounts !== true) {
    throw errors.malformed(
      `The stand-in does not carry out ${route.method} ${route.path} for connected accounts.`,
    );
  }
  return account;
}

function prepare(
  route: ApiRoute,
  fields: FormFields,
  request: FastifyRequest,
  { path, isClient, key, account }: Pick<ApiCall, 'path' | 'isClient' | 'account'> & { key: string | null },
  context: ApiContext,
): () => object {
  const params = new Params(fields);
  const paths = params.texts('expand') ?? [];
  params.text('key');
  const { id = '' } = request.params as { id?: string };
  const origin = { requestId: request.stripeRequestId, idempotencyKey: key };
  const run = route.prepare({ params, id, path, origin, isClient, account }, context);
  params.finish();
  return () => expand(run(), paths, context.store);
}

/** What a POST comes to that is to fail; any other as it is. */
function failing(path: string, run: () => object, { failures }: ApiContext): () => object {
  const index = failures.findIndex((failure) => failure.path === path);
  const [failure] = index < 0 ? [] : failures.splice(index, 1);
  if (failure === undefined) return run;
  return () => {
    if (failure.isCarriedOut) run();
    throw errors.internal();
  };
}

/** Runs without a pause, so that a stop of the process leaves either all or nothing of it. */
function execute(run: () => object, requestId: string, { logger }: ServerParts): Reply {
  try {
    return { status: 200, body: renderJson(run()) };
  } catch (error) {
    return errorReply(error, requestId, logger);
  }
}

function errorReply(error: unknown, requestId: string, logger: StandInLogger | undefined): Reply {
  const known = error instanceof StripeApiError ? error : fromFramework(error);
  if (known.status >= 500) logger?.warn({ requestId, error: String(error) }, 'request failed');
  // A request without a valid key belongs to no account, so it has no log entry either.
  const log =
    known.status === 401 ? {} : { request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` };
  return { status: known.status, body: renderJson({ error: { ...known.body, ...log } }) };
}

/** Fastify's own refusals (body too large, …) keep their status. */
function fromFramework(error: unknown): StripeApiError {
  const { statusCode, message } = error as FastifyError;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return errors.internal();
  return new StripeApiError(statusCode, { message, type: 'invalid_request_error' });
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger }: ServerParts,
): FastifyReply {
  return send(reply, errorReply(error, request.stripeRequestId, logger));
}

function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(body);
}
