import { PassThrough, type Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import {
  AppError,
  currentContext,
  failpoint,
  LOGGER,
  type Principal,
  ServiceTokens,
  sendError,
} from '#platform';
import type { GatewayConfig } from '../config.js';
import { Sessions } from '../sessions/sessions.js';
import { collectWhileReceiving } from './collect-while-receiving.js';
import { requestHeaders, responseHeaders } from './headers.js';
import { IncomingBodies, SMALL_BODY, UPLOAD } from './incoming-bodies.js';
import { type CallKind, Limits } from './limits.js';
import { normalizeUrl } from './request-path.js';
import {
  isAssistantQuestion,
  isChunk,
  isRemoteLookup,
  isWebhook,
  needsConfirmation,
  routeOf,
  streams,
  type Upstream,
  uploads,
} from './routes.js';
import { assertSameOrigin } from './same-origin.js';

/** A form with both files and its fields. */
const MAX_UPLOAD_BYTES = maxAudioBytes + maxPhotoBytes + 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** Stripe's; its own service says how long one may be. */
const MAX_WEBHOOK_BYTES = 1024 * 1024;
/** Transcripts are waited for up to a minute. */
const ANSWER_TIMEOUT_MS = 90_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** How a call's bytes pass. Each way has connections of its own to each service: none can be used up by another. */
type Way = 'small' | 'upload' | 'stream';
const CONNECTIONS: Record<Way, number> = { small: 200, upload: 400, stream: 400 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a call's bytes pass, for those that are passed on. */
    way?: Way;
  }
  interface FastifyRequest {
    passage: Passage;
  }
}

/** Where an admitted call goes, and for whom. */
interface Passage {
  /** Address at the service. */
  url: string;
  upstream: Upstream;
  principal: Principal;
  /** Why the body is not passed on any further. */
  refusal?: AppError;
}

/**
 * Passes `/api/*`, and what is published below `/.well-known`, on to the service that owns the path. Files are passed on as they arrive; other bodies have to be
 * whole before a connection to a service is taken.
 */
export async function registerProxy(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const sessions = app.get(Sessions);
  const limits = app.get(Limits);
  const bodies = app.get(IncomingBodies);
  const tokens = app.get(ServiceTokens);
  const logger = app.get<Logger>(LOGGER);
  const upstreams: Record<Upstream, string> = {
    auth: config.authUrl,
    agreements: config.agreementsUrl,
    payments: config.paymentsUrl,
    transcription: config.transcriptionUrl,
    notifications: config.notificationsUrl,
  };

  /** Everything that is decided before the body is read. */
  const admit = async (request: FastifyRequest, way: Way): Promise<void> => {
    const { path, search } = normalizeUrl(request.url);
    const upstream = routeOf(path);
    if (!upstream) throw new AppError('not_found');
    await limits.take(request.ip, kindOf(request.method, path, way));
    if (way === 'upload') assertSize(request, MAX_UPLOAD_BYTES, 'file_too_large');
    else assertSize(request, isWebhook(path) ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES, 'body_too_large');
    assertSameOrigin(request, config.publicUrl);
    const maxAgeMs = needsConfirmation(request.method, path) ? 0 : undefined;
    const principal = await sessions.principalOf(path, request.headers, maxAgeMs);
    request.passage = { url: upstreams[upstream] + path + search, upstream, principal };
  };

  const pass = (request: FastifyRequest, reply: FastifyReply, way: Way): FastifyReply => {
    const { url, upstream, principal } = request.passage;
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
    if (way !== 'upload' && !reply.raw.destroyed)
      reply.raw.once('close', limits.enter(request.ip, `${way} ${upstream}`));
    failpoint('gateway.proxy.before-pass');
    return reply.from(url, {
      ...whole,
      rewriteRequestHeaders: (_request, headers) => requestHeaders(headers, own, upstream),
      rewriteHeaders: (headers) => {
        failpoint('gateway.proxy.before-answer');
        return responseHeaders(headers);
      },
      // Closing the connection under a body that is still being sent would lose the answer to it.
      onResponse: (_request, answered, response) => {
        void answered.removeHeader('connection');
        void answered.send(response.stream);
      },
      onError: (failed, { error }) => {
        const { refusal } = request.passage;
        if (!refusal) logger.warn({ err: error.message, upstream }, 'service not reachable');
        const answer = refusal ?? new AppError('unavailable', { retryAfterSeconds: 1 });
        sendError(failed as FastifyReply, answer, logger);
      },
    });
  };

  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  // Of every request, also where nobody wants a body.
  fastify.addHook('onRequest', async (request, reply) => {
    bodies.watch(request, reply, request.routeOptions.config.way === 'upload' ? UPLOAD : SMALL_BODY);
  });
  const proxy =
    (way: Way, routes: readonly { method: (typeof METHODS)[number]; url: string }[]): FastifyPluginAsync =>
    async (scope) => {
      scope.decorateRequest('passage');
      scope.removeAllContentTypeParsers();
      if (way === 'upload') {
        scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) =>
          passing(request, body),
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
          connections: CONNECTIONS[way],
          pipelining: 1,
          keepAliveTimeout: 10_000,
          headersTimeout: ANSWER_TIMEOUT_MS,
          bodyTimeout: ANSWER_TIMEOUT_MS,
          connect: { timeout: 2000 },
        },
        destroyAgent: true,
        // A GET that met a closed connection is asked once more; nothing that changes anything is.
        retryMethods: ['GET', 'HEAD'],
        maxRetriesOn503: 0,
      });
      scope.addHook('onRequest', (request) => admit(request, way));
      for (const { method, url } of routes)
        scope.route({
          method,
          url,
          config: { way },
          exposeHeadRoute: method === 'GET',
          handler: (request, reply) => pass(request, reply, way),
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
 * The body of an upload on its way. A service may answer before it has read everything, because it refuses: what is
 * still to come is then received and dropped, as a browser reads no answer before it has sent all.
 */
function passing(request: FastifyRequest, body: Readable): Readable {
  const collected = collectWhileReceiving(request.raw.socket);
  const passed = new PassThrough();
  let bytes = 0;
  body.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_UPLOAD_BYTES && !passed.destroyed) {
      request.passage.refusal = new AppError('file_too_large');
      passed.destroy(request.passage.refusal);
    }
  });
  body.pipe(passed);
  body.once('close', () => {
    collected();
    if (!body.readableEnded) passed.destroy(new AppError('invalid_multipart'));
  });
  passed.once('close', () => {
    body.unpipe(passed);
    body.resume();
  });
  passed.on('error', () => undefined);
  return passed;
}

function kindOf(method: string, path: string, way: Way): CallKind {
  if (isChunk(method, path)) return 'chunk';
  if (way === 'upload') return 'upload';
  if (isAssistantQuestion(method, path)) return 'assistant';
  return isRemoteLookup(path) ? 'remote-lookup' : 'plain';
}

function assertSize(
  request: FastifyRequest,
  maxBytes: number,
  code: 'file_too_large' | 'body_too_large',
): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError(code);
}
