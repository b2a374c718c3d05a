import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform';
import type { GatewayConfig } from '../config.js';
import { chooseLanguage, prerenderedAt, ROOT_LANGUAGE, readDocuments, readPrerendered } from './documents.js';
import { isPage, preloadLinks, readScreenFiles } from './screen-files.js';
import {
  contentSecurityPolicy,
  openerPolicy,
  policyOf,
  securityHeaders,
  YEAR_SECONDS,
} from './security-headers.js';

/** Of brotli, for documents: a fifth larger than at its best, in under a millisecond. */
const DOCUMENT_QUALITY = 4;
const WORKER = '/sw.js';
const OPENER_POLICY_HEADER = 'cross-origin-opener-policy';
/** The worker fetches pages and files of ours, and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Security headers on every answer; the built web app on everything that is not the API. */
export async function registerWeb(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const isSecure = config.publicUrl.startsWith('https:');
  const always = securityHeaders(isSecure);
  fastify.addHook('onSend', async (request, reply) => {
    // That of a document, which may be looser, stays.
    const ownOpenerPolicy = reply.getHeader(OPENER_POLICY_HEADER);
    void reply.headers(always);
    if (ownOpenerPolicy !== undefined) void reply.header(OPENER_POLICY_HEADER, ownOpenerPolicy);
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', policyOf(request.url));
    }
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
  if (!config.webRoot) return;

  const root = resolve(config.webRoot);
  const documents = await readDocuments(root);
  const known = [...documents.keys()];
  const folderOf = (language: string) => (language === ROOT_LANGUAGE ? root : join(root, language));
  const eachLanguage = async <T>(read: (folder: string) => Promise<T>): Promise<ReadonlyMap<string, T>> =>
    new Map(
      await Promise.all(known.map(async (language) => [language, await read(folderOf(language))] as const)),
    );
  const screens = await eachLanguage(readScreenFiles);
  const prerendered = await eachLanguage(readPrerendered);
  const sandboxOrigin = config.stripePublishableKey ? null : new URL(config.stripePublicBase).origin;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64');
    const path = request.url.split('?', 1)[0] ?? '/';
    const language = chooseLanguage(request.headers, known);
    const prerenderedPage = prerenderedAt(request.url, prerendered.get(language) ?? {});
    // What brings its screen along asks for the app when that is painted.
    const links = prerenderedPage ? undefined : preloadLinks(path, screens.get(language) ?? {});
    if (links) void reply.header('link', links);
    void reply
      .code(isPage(path, screens.get(language) ?? {}) ? 200 : 404)
      .header('content-security-policy', contentSecurityPolicy(path, nonce, sandboxOrigin))
      .header(OPENER_POLICY_HEADER, openerPolicy(path, sandboxOrigin))
      .header(
        'permissions-policy',
        'microphone=(self), screen-wake-lock=(self), camera=(self), geolocation=()',
      )
      .header('cache-control', 'no-cache')
      .header('content-language', language)
      .header('vary', 'Accept-Language, Cookie')
      .type('text/html; charset=utf-8');
    void reply.compress(
      (prerenderedPage ?? documents.get(language) ?? '').replaceAll('__CSP_NONCE__', nonce),
    );
    return reply;
  };

  const assets: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyCompress, {
      global: false,
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: DOCUMENT_QUALITY } },
    });
    await scope.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      index: false,
      decorateReply: true,
    });
    scope.get('/', sendPage);
    scope.get('/*', async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (path.startsWith('/api/') || path.startsWith('/socket.io/') || path.startsWith('/internal/')) {
        throw new AppError('not_found');
      }
      // A worker of last month would answer for pages of today.
      if (path === WORKER)
        return reply
          .header('cache-control', 'no-cache')
          .header('content-security-policy', WORKER_POLICY)
          .sendFile(WORKER.slice(1), root, { cacheControl: false });
      // A name with an extension is a file (icon, manifest); everything else is a page of the app.
      if (/\.[a-z0-9]+$/i.test(path))
        return reply.sendFile(path.slice(1), root, { maxAge: 3_600_000, immutable: false });
      return sendPage(request, reply);
    });
  };
  await fastify.register(assets);
}

/** `/api/docs`, `/api/openapi.json` and `/api/docs/events`: for people who build against the API, not in production. */
export async function registerDocs(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  if (config.profile === 'production') return;
  const events = await readFile(config.asyncapiFile, 'utf8').catch(() => null);
  if (events !== null) {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    fastify.get('/api/docs/events', (_request, reply) => reply.type('application/json').send(events));
  }
  const text = await readFile(config.openapiFile, 'utf8').catch(() => null);
  if (text === null) return;
  SwaggerModule.setup('api/docs', app, JSON.parse(text) as OpenAPIObject, {
    jsonDocumentUrl: 'api/openapi.json',
    customSiteTitle: 'Split Second Contract API',
  });
}
