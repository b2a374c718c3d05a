import { readFile, writeFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import openapiTS, { astToString } from 'openapi-typescript';
import { ErrorAnswer, previewService } from '#platform';
import { AgreementData } from '../../services/agreements/src/agreements/agreement.body.js';
import { agreementsService } from '../../services/agreements/src/service.js';
import { authService } from '../../services/auth/src/service.js';
import { gatewayService } from '../../services/gateway/src/service.js';
import { paymentsService } from '../../services/payments/src/service.js';
import { transcriptionService } from '../../services/transcription/src/service.js';
import { LiveAgreementEvent } from './live-event.js';

/**
 * Writes the one API document of all services and the web app's types, from the controllers alone: nothing is started.
 * With `--check` it only says whether they are up to date.
 */
// Several services in one process have equally named data sources; none of them is ever opened.
Logger.overrideLogger(false);

const about = new DocumentBuilder()
  .setTitle('Split Second Contract')
  .setDescription('Two people record a spoken agreement, get a transcript, and both receive proof.')
  .setVersion('1')
  .addBearerAuth()
  .addCookieAuth('ssc_session')
  .build();

async function describe(app: NestFastifyApplication): Promise<OpenAPIObject> {
  return SwaggerModule.createDocument(app, about, {
    extraModels: [ErrorAnswer, LiveAgreementEvent, AgreementData],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
}

const documents = await Promise.all(
  [
    await previewService(gatewayService),
    await previewService(authService),
    await previewService(agreementsService),
    await previewService(paymentsService),
    await previewService(transcriptionService),
  ].map(describe),
);
const merged: OpenAPIObject = {
  ...(documents[0] as OpenAPIObject),
  paths: Object.fromEntries(
    documents
      .flatMap((document) => Object.entries(document.paths))
      .filter(([path]) => path.startsWith('/api/'))
      .sort(([a], [b]) => a.localeCompare(b)),
  ),
  components: {
    ...documents[0]?.components,
    schemas: Object.fromEntries(
      documents
        .flatMap((document) => Object.entries(document.components?.schemas ?? {}))
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
  },
};
for (const path of Object.values(merged.paths)) {
  for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
    if (!operation) continue;
    operation.responses.default = {
      description: 'An error of the catalogue',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
    };
  }
}

const types = `/** Made from openapi.json by \`make api\`. */\n${astToString(await openapiTS(JSON.stringify(merged)))}`;
const files = { 'openapi.json': `${JSON.stringify(merged, null, 2)}\n`, 'web/src/lib/api.gen.ts': types };
const isCheck = process.argv.includes('--check');

for (const [path, content] of Object.entries(files)) {
  if (!isCheck) {
    await writeFile(path, content);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
    process.stderr.write(`${path} is not what the controllers say now. Run: make api\n`);
    process.exitCode = 1;
  }
}
