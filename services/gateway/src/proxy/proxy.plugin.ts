import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  AppError,
  currentContext,
  failpoint,
  LOGGER,
  type Principal,
  ServiceTokens,
  sendError,
  TOKEN_CHALLENGE,
} from '#platform';
import type { GatewayConfig } from '../config.js';
import {
  type CallKind,
  FileTransfers,
  IncomingBodies,
  Limits,
  SMALL_BODY,
  UPLOAD,
} from '../limits/limits.module.js';
import { assertSameOrigin, SESSION_ENDED, Sessions } from '../sessions/sessions.module.js';
import type { Upstream } from '../upstreams/upstreams.module.js';
import { requestHeaders, responseHeaders } from './headers.js';
import { leadToReason } from './mailed-files.js';
import { normalizeUrl } from './request-path.js';
import {
  beginsUpload,
  isAssistantQuestion,
  isCertificate,
  isChunk,
  isPacket,
  isRemoteLookup,
  isWebhook,
  needsConfirmation,
  routeOf,
  streams,
  uploads,
} from './routes.js';
import { UnknownProxies } from './unknown-proxies.js';
import { MAX_UPLOAD_BYTES, passUpload } from './upload-body.js';

const MAX_BODY_BYTES = 256 * 1024;
/** Stripe's; its own service says how long one may be. */
const MAX_WEBHOOK_BYTES = 1024 * 1024;
/** Transcripts are waited for up to a minute. */
const ANSWER_TIMEOUT_MS = 90_000;
/** Before a read that met a closed connection is asked once more. Nothing else is: it may have been done. */
const RETRY_DELAY_MS = 1;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Connections to each service, by how a call's bytes pass: slow uploads and downloads use up none of the others. */
type Pool = 'small' | 'upload' | 'stream';
const SMALL_CONNECTIONS = 200;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which connections a call takes, for those that are passed on. */
    pool?: Pool;
  }
  interface FastifyRequest {
    forwarding: Forwarding;
  }
}

/** Where an admitted call goes, and for whom. */
interface Forwarding {
  /** Address at the service. */
  url: string;
  upstream: Upstream;
  principal: Principal;
  /** Why the body is not passed on any further. */
  refusal?: AppError;
}

/**
 * Passes `/api/*`, and what is published below `/.well-known`, on to the service that owns the path. Files are passed on
 * as they arrive; other bodies have to be whole before a connection to a service is taken.
 */
export async function registerProxy(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const sessions = app.get(Sessions);
  const limits = app.get(Limits);
  const bodies = app.get(IncomingBodies);
  const transfers = app.get(FileTransfers);
  const tokens = app.get(ServiceTokens);
  const logger = app.get<Logger>(LOGGER);
  const unknownProxies = new UnknownProxies(config.proxies, logger);
  const urlOf: Record<Upstream, string> = {
    auth: config.authUrl,
    agreements: config.agreementsUrl,
    payments: config.paymentsUrl,
    transcription: config.transcriptionUrl,
    notifications: config.notificationsUrl,
  };

  /** Everything that is decided before the body is read. */
  const admit = async (request: FastifyRequest, reply: FastifyReply, pool: Pool): Promise<void> => {
    const { path, search } = normalizeUrl(request.originalUrl);
    const upstream = routeOf(path);
    if (!upstream) throw new AppError('not_found');
    await limits.take(request.ip, kindOf(request.method, path, pool));
    if (pool === 'upload') assertSize(request, MAX_UPLOAD_BYTES, 'file_too_large');
    else assertSize(request, isWebhook(path) ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES, 'body_too_large');
    assertSameOrigin(request, config.publicUrl);
    const maxAgeMs = needsConfirmation(request.method, path) ? 0 : undefined;
    const principal = await sessions.principalOf(path, request.headers, maxAgeMs);
    if (pool !== 'small' && !reply.raw.destroyed) transfers.begin(`${pool} ${upstream}`, request, reply);
    request.forwarding = { url: urlOf[upstream] + path + search, upstream, principal };
  };

  const pass = (request: FastifyRequest, reply: FastifyReply, pool: Pool): FastifyReply => {
    const { url, upstream, principal } = request.forwarding;
    const { correlationId, traceparent } = currentContext();
    const own = {
      'x-service-token': tokens.issue(principal),
      'x-correlation-id': correlationId,
      'x-forwarded-for': request.ip,
      ...(traceparent ? { traceparent } : {}),
    };
    const whole = Buffer.isBuffer(request.body)
      ? { body: request.body, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
      : null;
    if (pool !== 'upload' && !reply.raw.destroyed)
      reply.raw.once('close', limits.enter(request.ip, `${pool} ${upstream}`));
    failpoint('gateway.proxy.before-pass');
    return reply.from(url, {
      ...whole,
      retryDelay: ({ err, attempt }) =>
        attempt === 0 && isRead(request) && isConnectionClosed(err) ? RETRY_DELAY_MS : null,
      rewriteRequestHeaders: (_request, headers) => requestHeaders(headers, own, upstream),
      rewriteHeaders: (headers) => {
        failpoint('gateway.proxy.before-answer');
        return responseHeaders(headers);
      },
      // Closing the connection under a body that is still being sent would lose the answer to it.
      onResponse: (_request, answered, response) => {
        void answered.removeHeader('connection');
        if (isTokenRefused(response)) {
          response.stream.resume();
          logger.error({ upstream }, 'the service refuses the token of the gateway');
          sendError(answered as FastifyReply, new AppError('unavailable'), logger);
          return;
        }
        if (isSessionMissed(request, response.statusCode)) void answered.header(SESSION_ENDED, '1');
        void answered.send(response.stream);
      },
      onError: (failed, { error }) => {
        const { refusal } = request.forwarding;
        if (!refusal) logger.warn({ err: error.message, upstream }, 'service not reachable');
        const answer = refusal ?? new AppError('unavailable', { retryAfterSeconds: 1 });
        sendError(failed as FastifyReply, answer, logger);
      },
    });
  };

  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  // Of every request, also where nobody wants a body.
  fastify.addHook('onRequest', async (request, reply) => {
    unknownProxies.look(request.raw);
    bodies.watch(request, reply, request.routeOptions.config.pool === 'upload' ? UPLOAD : SMALL_BODY);
  });
  const proxy =
    (pool: Pool, routes: readonly { method: (typeof METHODS)[number]; url: string }[]): FastifyPluginAsync =>
    async (scope) => {
      scope.decorateRequest('forwarding');
      scope.removeAllContentTypeParsers();
      if (pool === 'upload') {
        scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) =>
          passUpload(request, body),
        );
      } else {
        const options = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const;
        scope.addContentTypeParser('*', options, async (request: FastifyRequest, body: Buffer) => {
          if (body.length > MAX_BODY_BYTES && !isWebhook(request.url)) throw new AppError('body_too_large');
          return body;
        });
      }
      scope.setErrorHandler((error, _request, reply) => sendError(reply, error, logger));
      await scope.register(replyFrom, {
        undici: {
          connections: pool === 'small' ? SMALL_CONNECTIONS : config.fileConnections,
          pipelining: 1,
          keepAliveTimeout: 10_000,
          headersTimeout: ANSWER_TIMEOUT_MS,
          bodyTimeout: ANSWER_TIMEOUT_MS,
          connect: { timeout: 2000 },
        },
        destroyAgent: true,
      });
      scope.addHook('onRequest', (request, reply) => admit(request, reply, pool));
      if (pool === 'stream') scope.addHook('onSend', leadToReason);
      for (const { method, url } of routes)
        scope.route({
          method,
          url,
          config: { pool },
          exposeHeadRoute: method === 'GET',
          handler: (request, reply) => pass(request, reply, pool),
        });
    };
  await fastify.register(proxy('upload', uploads));
  await fastify.register(proxy('stream', streams));
  await fastify.register(
    proxy('small', [
      ...METHODS.map((method) => ({ method, url: '/api/*' })),
      { method: 'GET', url: '/.well-known/split-second-contract/*' },
    ]),
  );
}

/**
 * Whether a service refuses the gateway's own token, as while its secret is changed or where two clocks differ. That says
 * nothing about the caller, whom a 401 would log out.
 */
function isTokenRefused(answer: { statusCode: number; headers?: IncomingHttpHeaders }): boolean {
  return answer.statusCode === 401 && answer.headers?.['www-authenticate'] === TOKEN_CHALLENGE;
}

/** Whoever may see these is signed in; party B's screens, and what a mailed key opens, are the same for everybody. */
const OF_ACCOUNTS = /^\/api\/(?:agreements\/(?!remote\/)|escrow\/|auth\/verify-address)(?!.*[?&]key=)/;

/** Whether a token came that does not count, and nothing is wrong but that. */
function isSessionMissed(
  { headers, originalUrl, forwarding: { principal } }: FastifyRequest,
  statusCode: number,
): boolean {
  const isToken = headers.authorization?.startsWith('Bearer ') ?? false;
  if (!isToken || principal.kind !== 'visitor') return false;
  return (statusCode === 404 || statusCode === 401) && OF_ACCOUNTS.test(originalUrl);
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Whether a service closed the connection instead of answering, as it does with one that was idle or when it ends. */
function isConnectionClosed(error: (Error & { code?: unknown }) | null | undefined): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error?.code));
}

function kindOf(method: string, path: string, pool: Pool): CallKind {
  if (isChunk(method, path)) return 'chunk';
  if (pool === 'upload' || beginsUpload(method, path)) return 'upload';
  if (isAssistantQuestion(method, path)) return 'assistant';
  if (isCertificate(path)) return 'certificate';
  if (isPacket(path)) return 'packet';
  return isRemoteLookup(path) ? 'remote-lookup' : 'plain';
}

function assertSize(
  request: FastifyRequest,
  maxBytes: number,
  code: 'file_too_large' | 'body_too_large',
): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError(code);
}
