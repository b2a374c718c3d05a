import replyFrom from '@fastify/reply-from';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { AppError, currentContext, failpoint, LOGGER, ServiceTokens, sendError } from '#platform';
import type { GatewayConfig } from '../config.js';
import { Sessions } from '../sessions/sessions.js';
import { collectWhileReceiving } from './collect-while-receiving.js';
import { requestHeaders, responseHeaders } from './headers.js';
import { type CallKind, Limits } from './limits.js';
import {
  isAssistantQuestion,
  isChunk,
  isRemoteLookup,
  isUpload,
  isWebhook,
  routeOf,
  type Upstream,
} from './routes.js';
import { assertSameOrigin } from './same-origin.js';

/** A form with both files and its fields. */
const MAX_UPLOAD_BYTES = maxAudioBytes + maxPhotoBytes + 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** Transcripts are waited for up to a minute. */
const ANSWER_TIMEOUT_MS = 90_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Streams `/api/*` to the service that owns the path. Bodies are passed on as they arrive, never parsed. */
export async function registerProxy(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const sessions = app.get(Sessions);
  const limits = app.get(Limits);
  const tokens = app.get(ServiceTokens);
  const logger = app.get<Logger>(LOGGER);
  const upstreams: Record<Upstream, string> = {
    auth: config.authUrl,
    agreements: config.agreementsUrl,
    payments: config.paymentsUrl,
    transcription: config.transcriptionUrl,
    notifications: config.notificationsUrl,
  };

  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request.url);
    const upstream = routeOf(path);
    if (!upstream) throw new AppError('not_found');
    const takesFiles = isUpload(request.method, path);
    await limits.take(request.ip, kindOf(request.method, path));
    // Of a webhook its own service says how long it may be.
    if (!isWebhook(path)) assertSize(request, takesFiles ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES);
    assertSameOrigin(request, config.publicUrl);
    const principal = await sessions.principalOf(path, request.headers);
    const { correlationId, traceparent } = currentContext();
    const own = {
      'x-service-token': tokens.issue(principal),
      'x-correlation-id': correlationId,
      'x-forwarded-for': request.ip,
      ...(traceparent ? { traceparent } : {}),
    };
    if (takesFiles) reply.raw.once('close', collectWhileReceiving(request.raw.socket));
    failpoint('gateway.proxy.before-pass');
    return reply.from(upstreams[upstream] + request.url, {
      rewriteRequestHeaders: (original) => requestHeaders(original.headers, own),
      rewriteHeaders: (headers) => {
        failpoint('gateway.proxy.before-answer');
        return responseHeaders(headers);
      },
      onError: (failed, { error }) => {
        logger.warn({ err: error.message, upstream }, 'service not reachable');
        sendError(failed as FastifyReply, new AppError('unavailable', { retryAfterSeconds: 1 }), logger);
      },
    });
  };

  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const proxy: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, _request, reply) => sendError(reply, error, logger));
    await scope.register(replyFrom, {
      undici: {
        connections: 100,
        pipelining: 1,
        keepAliveTimeout: 10_000,
        headersTimeout: ANSWER_TIMEOUT_MS,
        bodyTimeout: ANSWER_TIMEOUT_MS,
        connect: { timeout: 2000 },
      },
      // A GET that met a closed connection is asked once more; nothing that changes anything is.
      retryMethods: ['GET', 'HEAD'],
      maxRetriesOn503: 0,
    });
    for (const method of METHODS)
      scope.route({ method, url: '/api/*', exposeHeadRoute: method === 'GET', handler: forward });
  };
  await fastify.register(proxy);
}

function kindOf(method: string, path: string): CallKind {
  if (isUpload(method, path) && !isChunk(method, path)) return 'upload';
  if (isAssistantQuestion(method, path)) return 'assistant';
  return isRemoteLookup(path) ? 'remote-lookup' : 'plain';
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  // Encoded slashes, dots and double slashes could mean one path to us and another to a service.
  if (/%2f|%5c|%2e|\/\/|\/\.\.?(\/|$)|\\/i.test(path)) throw new AppError('not_found');
  return path;
}

function assertSize(request: FastifyRequest, maxBytes: number): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) {
    throw new AppError(maxBytes === MAX_UPLOAD_BYTES ? 'file_too_large' : 'body_too_large');
  }
}
