import 'reflect-metadata';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ClassConstructor } from 'class-transformer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AccessGuard } from './access.guard.js';
import { AppError } from './app-error.js';
import { Clock } from './clock.js';
import { BaseConfig, ConfigError, loadConfig } from './config.js';
import { contextFromHeaders, requestOrigin, runInContext } from './context.js';
import { DrainingAdapter } from './draining.adapter.js';
import { ErrorFilter, sendError } from './error.filter.js';
import { HealthController, HealthRegistry } from './health.js';
import { createLogger, NestLogger } from './logger.js';
import { Outages } from './outages.js';
import { ServiceTokens } from './service-token.js';
import { reportNetworkInTransactions } from './transaction-scope.js';
import { createValidationPipe } from './validation.js';

/** A service: its name, its config class, its module, and what it does with the bare application before it listens. */
export interface ServiceDefinition<Config extends BaseConfig = BaseConfig> {
  name: string;
  config: ClassConstructor<Config>;
  module: Type<unknown>;
  /** Bytes of a JSON body; uploads are streamed and have limits of their own. */
  bodyLimit?: number;
  /** Whether Nest parses JSON bodies. The gateway only passes them on. */
  parsesBodies?: boolean;
  /** Keeps the bytes of JSON bodies beside the parsed ones, for signatures. */
  keepsRawBody?: boolean;
  /** Reachable from outside: tells strangers whether it is up, and nothing of its parts. */
  isPublic?: boolean;
  /** Whose `x-forwarded-for` counts. Without it: our own network, where the gateway is. */
  trustedProxies?(config: Config): string | false;
  prepare?(app: NestFastifyApplication, config: Config): Promise<void>;
}

export interface RunningService {
  name: string;
  url: string;
  app: NestFastifyApplication;
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
const CONNECTIONS_CHECKED_EVERY_MS = 5000;

export const LOGGER = Symbol('logger');
export const SERVICE_NAME = Symbol('service name');

@Global()
@Module({})
class ServiceModule {
  static for(definition: ServiceDefinition<BaseConfig>, config: BaseConfig, logger: Logger): DynamicModule {
    const shared = [
      { provide: definition.config, useValue: config },
      ...(definition.config === BaseConfig ? [] : [{ provide: BaseConfig, useValue: config }]),
      { provide: LOGGER, useValue: logger },
      { provide: SERVICE_NAME, useValue: definition.name },
      { provide: ServiceTokens, useValue: serviceTokens(definition.name, config) },
      HealthRegistry,
      {
        provide: Outages,
        inject: [HealthRegistry],
        useFactory: (health: HealthRegistry) => new Outages(health, logger),
      },
      Clock,
    ];
    return {
      module: ServiceModule,
      imports: [definition.module],
      controllers: [HealthController],
      providers: [...shared, { provide: APP_GUARD, useClass: AccessGuard }],
      exports: shared,
    };
  }
}

/** @throws ConfigError when the service's keys do not fit */
export function serviceTokens(
  name: string,
  { serviceTokenSecret: secret, serviceTokenPublicKeys: publicKeys }: BaseConfig,
): ServiceTokens {
  return new ServiceTokens({ name, secret, publicKeys });
}

/** What the router cannot take apart as an address that it can: every percent sign means itself. */
function literalUrl(url: string): string {
  return `/${url.replace(/^\//, '').replaceAll('%', '%25')}`;
}

/** Builds the application without listening: the same for a process, for tests and for the API document. */
export async function createService<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
  env: Record<string, string | undefined>,
): Promise<{ app: NestFastifyApplication; config: Config; logger: Logger }> {
  const config = loadConfig(definition.config, definition.name, env);
  const logger = createLogger(definition.name, config.logLevel);
  const adapter = new DrainingAdapter({
    bodyLimit: definition.bodyLimit ?? 256 * 1024,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    // Whoever opens a connection says soon what he wants; how fast a body comes is the gateway's to judge.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS },
    frameworkErrors: (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply) => {
      if (error.code !== 'FST_ERR_BAD_URL') {
        sendError(reply, new AppError('invalid_input', { cause: error }), logger);
        return;
      }
      // No hook runs here: as another address it passes them all, those that watch bodies and set headers, too.
      const { url = '' } = request.raw;
      Object.assign(request.raw, { originalUrl: url, url: literalUrl(url) });
      fastify.routing(request.raw, reply.raw);
    },
    trustProxy: definition.trustedProxies?.(config) ?? 'loopback,linklocal,uniquelocal',
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.addHook('onRequest', (request, reply, done) => {
    const context = { ...contextFromHeaders(request.headers), origin: requestOrigin(request) };
    void reply.header('x-correlation-id', context.correlationId);
    runInContext(context, done);
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    ServiceModule.for(definition as unknown as ServiceDefinition<BaseConfig>, config, logger),
    adapter,
    {
      logger: new NestLogger(logger),
      abortOnError: false,
      bodyParser: definition.parsesBodies ?? true,
      rawBody: definition.keepsRawBody ?? false,
      // Those that are left once the adapter has drained, live ones too.
      forceCloseConnections: true,
    },
  );
  app.get(HealthRegistry).isPublic = definition.isPublic ?? false;
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new ErrorFilter(logger));
  await definition.prepare?.(app, config);
  return { app, config, logger };
}

/** A service's routes without its insides: enough to describe its API, nothing is started or connected. */
export function previewService<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
): Promise<NestFastifyApplication> {
  const config = Object.assign(new definition.config(), {
    serviceTokenSecret: 'only described, never called'.padEnd(32),
  });
  return NestFactory.create<NestFastifyApplication>(
    ServiceModule.for(
      definition as unknown as ServiceDefinition<BaseConfig>,
      config,
      createLogger(definition.name, 'silent'),
    ),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
}

/** Starts a service inside this process and answers when it listens. */
export async function startService<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
  env: Record<string, string | undefined>,
): Promise<RunningService> {
  const { app, config, logger } = await createService(definition, env);
  try {
    await app.startAllMicroservices();
    await app.listen(config.port, config.host);
  } catch (error) {
    // Connections that are open already would keep the process alive.
    await app.close().catch(() => undefined);
    throw error;
  }
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  logger.info({ url }, 'listening');
  return { name: definition.name, url, app, close: () => app.close() };
}

const DRAIN_SECONDS = 15;

/** The whole of a `main.ts`: start, and on SIGTERM or SIGINT stop taking work, drain, close. */
export async function runService<Config extends BaseConfig>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  let service: RunningService;
  try {
    service = await startService(definition, process.env);
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : (error as Error)?.stack;
    process.stderr.write(`${definition.name} could not start: ${text}\n`);
    process.exit(1);
  }
  if (service.app.get(BaseConfig).profile === 'production') {
    const logger = service.app.get<Logger>(LOGGER);
    reportNetworkInTransactions((error) =>
      logger.error({ err: error }, 'a transaction waits for the network'),
    );
  }
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    service.app.get(HealthRegistry).stopping();
    setTimeout(() => process.exit(1), DRAIN_SECONDS * 1000).unref();
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
