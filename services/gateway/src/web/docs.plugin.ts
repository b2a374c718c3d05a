import { readFile } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';

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
