import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import openapiTS, { astToString } from 'openapi-typescript';
import {
  basePlan,
  coveredPlans,
  graceSeconds,
  maxAudioBytes,
  maxPhotoBytes,
  overrunSeconds,
  publishedTerms,
  renewalGraceDays,
} from '#contracts';
import { ErrorAnswer, previewService } from '#platform';
import { agreementsService } from '../../services/agreements/src/service.js';
import { AgreementData } from '../../services/agreements/src/uploads/agreement-form.js';
import { authService } from '../../services/auth/src/service.js';
import { gatewayService } from '../../services/gateway/src/service.js';
import { notificationsService } from '../../services/notifications/src/service.js';
import { paymentsService } from '../../services/payments/src/service.js';
import { transcriptionService } from '../../services/transcription/src/service.js';
import { describeEvents } from './asyncapi.js';
import { addExamples } from './examples.js';
import { LiveAgreementEvent } from './live-event.js';

/**
 * Writes the one API document of all services and the web app's types, from the controllers alone, the document of their
 * events, and the prices and limits that the web app knows from the start: nothing is started.
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
  .addCookieAuth('ssc_admin', { type: 'apiKey', in: 'cookie', name: 'ssc_admin' }, 'admin cookie')
  .build();

async function describe(app: NestFastifyApplication): Promise<OpenAPIObject> {
  return SwaggerModule.createDocument(app, about, {
    extraModels: [ErrorAnswer, LiveAgreementEvent, AgreementData],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** @throws Error when two services describe different things by one name. */
function mergeSchemas(parts: OpenAPIObject[]): Schemas {
  const all = new Map<string, Schemas[string]>();
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part.components?.schemas ?? {}))) {
    const known = all.get(name);
    if (known && !isDeepStrictEqual(known, schema))
      throw new Error(`Two different schemas are named ${name}`);
    all.set(name, schema);
  }
  return Object.fromEntries([...all].sort(([a], [b]) => a.localeCompare(b)));
}

/** Examples are for people who read; the web app's types and each call's list of errors would only grow by them. */
const withoutExamples = (key: string, value: unknown): unknown =>
  key === 'example' || key === 'examples' || /^4\d\d$/.test(key) ? undefined : value;

/** The message of an event that must be understood for ever. */
const goldenMessage = (key: string): unknown =>
  JSON.parse(readFileSync(`libs/contracts/test/golden/${key}.json`, 'utf8'));

const documents = await Promise.all(
  [
    await previewService(gatewayService),
    await previewService(authService),
    await previewService(agreementsService),
    await previewService(paymentsService),
    await previewService(transcriptionService),
    await previewService(notificationsService),
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
    schemas: mergeSchemas(documents),
  },
};
addExamples(merged);

const types = `/** Made from openapi.json by \`make api\`. */\n${astToString(await openapiTS(JSON.stringify(merged, withoutExamples)))}`;
const { prices, plans, escrow } = publishedTerms();
/** Constants of a module of the web app, by name. */
const constants = (values: Record<string, unknown>): string =>
  [
    '/** Made from libs/contracts/src/plans.ts by `make api`: what is true until `/api/config` has answered. */',
    ...Object.entries(values).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;`,
    ),
    '',
  ].join('\n');
const files = {
  'openapi.json': `${JSON.stringify(merged, null, 2)}\n`,
  'asyncapi.json': `${JSON.stringify(describeEvents(goldenMessage), null, 2)}\n`,
  'web/src/lib/api/api.gen.ts': types,
  // Two modules: the first is on every page, the second is not.
  'web/src/features/payments/prices.gen.ts': constants({ publishedPrices: prices }),
  'web/src/features/payments/plans.gen.ts': constants({
    basePlan,
    coveredPlans,
    renewalGraceDays,
    publishedPlans: plans,
    publishedEscrow: escrow,
    graceSeconds,
    overrunSeconds,
    maxAudioBytes,
    maxPhotoBytes,
  }),
};
const isCheck = process.argv.includes('--check');

for (const [path, content] of Object.entries(files)) {
  if (!isCheck) {
    await writeFile(path, content);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
    process.stderr.write(`${path} is not what the controllers say now. Run: make api\n`);
    process.exitCode = 1;
  }
}
