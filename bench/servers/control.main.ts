import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import replyFrom from '@fastify/reply-from';
import { hash, verify } from '@node-rs/argon2';
import Fastify, { type FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { BaseConfig, Clock, databaseOptions } from '#platform';
import { AgreementEntity } from '../../services/agreements/src/agreements/agreement.entity.js';
import { viewRow } from '../../services/agreements/src/agreements/agreement.view.js';
import {
  type AgreementRow,
  AgreementsRepository,
} from '../../services/agreements/src/agreements/agreements.repository.js';
import { reportTo } from './probe.js';

/** The parameters of the auth service. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
const HOST = '127.0.0.1';
const KEEP_ALIVE_MS = 65_000;

const fastify = (): FastifyInstance =>
  Fastify({ logger: false, forceCloseConnections: true, keepAliveTimeout: KEEP_ALIVE_MS });

const statusSchema = {
  response: { 200: { type: 'object', properties: { status: { type: 'string' } } } },
} as const;

/** The least that answers like a liveness route. */
async function health(): Promise<FastifyInstance> {
  const app = fastify();
  app.get('/health/live', { schema: statusSchema }, async () => ({ status: 'up' }));
  return app;
}

/** The agreement by its number: one named statement, nobody is asked who they are. */
async function sql(): Promise<FastifyInstance> {
  const { DATABASE_URL = '' } = process.env;
  const dataSource = await new DataSource(databaseOptions(DATABASE_URL, 1, [AgreementEntity])).initialize();
  const { byNumberSql } = new AgreementsRepository(dataSource, new Clock(new BaseConfig()));
  await dataSource.destroy();
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  const app = fastify();
  app.addHook('onClose', () => pool.end());
  app.get<{ Params: { id: string } }>('/api/agreements/:id', async (request, reply) => {
    const { rows } = await pool.query<AgreementRow>({
      name: 'agreement',
      text: byNumberSql,
      values: [request.params.id],
    });
    const [row] = rows;
    return row ? viewRow(row) : reply.code(404).send({ code: 'agreement_not_found' });
  });
  return app;
}

/** What stands behind a proxy when only the proxy is measured; it also vouches for every session. */
async function upstream(): Promise<FastifyInstance> {
  const app = fastify();
  app.get('/api/config', async () => ({ prices: { contract: 500 }, limits: { basic: 180, standard: 600 } }));
  app.get('/internal/sessions/:sid', async () => ({ isActive: true, userId: 7, role: 'user' }));
  return app;
}

/** A proxy that only passes on. */
async function proxy(): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(replyFrom, {
    base: process.env.UPSTREAM_URL ?? '',
    undici: { connections: 100, pipelining: 1, keepAliveTimeout: 10_000 },
  });
  app.get('/api/*', (request, reply) => reply.from(request.url));
  return app;
}

/** Takes any body as it comes and answers its hash. */
async function upload(): Promise<FastifyInstance> {
  const app = fastify();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/', { bodyLimit: 200 * 1024 * 1024 }, async (request, reply) => {
    const sum = createHash('sha256');
    await pipeline(request.body as IncomingMessage, sum);
    return reply.code(201).send({ sha256: sum.digest('hex') });
  });
  return app;
}

/** Compares one password with its hash, two at a time, and does nothing else. */
async function verifyPassword(): Promise<FastifyInstance> {
  const app = fastify();
  const limit = pLimit(2);
  const stored = await hash('three brown horses', ARGON2ID);
  app.post<{ Body: { password: string } }>('/verify', async (request, reply) => {
    const matches = await limit(() => verify(stored, request.body.password));
    return reply.code(matches ? 200 : 401).send({ matches });
  });
  return app;
}

const controls = { verify: verifyPassword, health, sql, upstream, proxy, upload };

const name = process.argv[2] ?? '';
if (name === 'http') {
  const body = JSON.stringify({ status: 'up' });
  const server = createServer((_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, HOST, () => {
    reportTo(`http://${HOST}:${(server.address() as AddressInfo).port}`, async () => {
      server.closeAllConnections();
      server.close();
    });
  });
} else {
  const app = await controls[name as keyof typeof controls]();
  reportTo(await app.listen({ port: 0, host: HOST }), () => app.close());
}
