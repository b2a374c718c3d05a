import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';

/** What every service needs to know. A service's own config extends this. */
export class BaseConfig {
  @IsIn(['local', 'test', 'production']) profile: 'local' | 'test' | 'production' = 'local';
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent']) logLevel: string = 'info';
  @IsString() host: string = '127.0.0.1';
  /** TCP port; 0 takes a free one. */
  @IsInt() @Min(0) @Max(65535) port: number;
  /** Where people reach the product: `https://example.com`, without a slash at the end. */
  @IsString() publicUrl: string = 'http://localhost:8080';
  @IsString() @MinLength(32) serviceTokenSecret: string;
  @IsString() amqpUrl: string;
  @IsString() redisUrl: string;
  @IsOptional() @IsString() databaseUrl?: string;
  @IsInt() @Min(1) @Max(100) databasePoolSize: number = 10;
  /** How long a request waits for a free connection of the pool before it gets 503, in milliseconds. */
  @IsInt() @Min(100) databaseWaitMs: number = 2000;
  /** For tests: a file with the milliseconds by which deadlines see a later time. */
  @IsOptional() @IsString() clockFile?: string;
  /** For tests: where they arm failpoints. */
  @IsOptional() @IsString() failpointDir?: string;
  /** The longest wait between two rounds of a schedule in milliseconds; shorter than what it asks for in tests. */
  @IsInt() @Min(100) scheduleMaxMs: number = 3_600_000;
  /** Delays between the attempts of an event handler, in milliseconds, as `1000,5000,25000,120000`. */
  @Matches(/^\d+(,\d+)*$/) eventRetryDelays: string = '1000,5000,25000,120000';
}

/** Thrown at start when the environment is not usable. Names every bad variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Values that only a local run may use; production refuses to start with them. */
const LOCAL_SECRET = /^(whsec_)?(local|test|change-me|secret)/i;

/**
 * Reads a service's config from the environment. `AUTH_PORT` overrides `PORT` for the service `auth`, so that all
 * services can share one environment.
 */
export function loadConfig<Config extends BaseConfig>(
  type: ClassConstructor<Config>,
  service: string,
  env: Record<string, string | undefined>,
): Config {
  const prefix = `${service.toUpperCase()}_`;
  const values: Record<string, string> = {};
  const take = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') values[camelCase(name)] = value;
  };
  for (const [name, value] of Object.entries(env)) take(name, value);
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith(prefix)) take(name.slice(prefix.length), value);
  }
  const config = plainToInstance(type, values, { enableImplicitConversion: true, exposeDefaultValues: true });
  const problems = validateSync(config, { whitelist: true }).map(
    (problem) => `${envName(problem.property)} (${Object.values(problem.constraints ?? {}).join(', ')})`,
  );
  if (problems.length > 0) throw new ConfigError(`${service}: bad configuration: ${problems.join('; ')}`);
  if (config.profile === 'production') {
    for (const [name, value] of Object.entries(config)) {
      if (name.endsWith('Secret') && typeof value === 'string' && LOCAL_SECRET.test(value)) {
        throw new ConfigError(`${service}: ${envName(name)} is a local default; set a secret of your own`);
      }
    }
  }
  if (config.profile === 'production' && config.clockFile !== undefined) {
    throw new ConfigError(`${service}: CLOCK_FILE moves the time; it is for tests only`);
  }
  if (config.profile === 'production' && config.failpointDir !== undefined) {
    throw new ConfigError(`${service}: FAILPOINT_DIR ends the process; it is for tests only`);
  }
  return config;
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

function envName(property: string): string {
  return property.replace(/([A-Z])/g, '_$1').toUpperCase();
}
