import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
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
import { givenSecrets, SANDBOX_IN_WORDS, weakSecrets } from './production.js';

/** The longest interval of a schedule in milliseconds, almost 25 days: what a timer of Node can wait for. */
export const LONGEST_INTERVAL_MS = 2 ** 31 - 1;

/** What every service needs to know. A service's own config extends this. */
export class BaseConfig {
  @IsIn(['local', 'test', 'production']) profile: 'local' | 'test' | 'production' = 'local';
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent']) logLevel: string = 'info';
  @IsString() host: string = '127.0.0.1';
  /** TCP port; 0 takes a free one. */
  @IsInt() @Min(0) @Max(65535) port: number;
  /** Where people reach the product: `https://example.com`. Paths of mailed links are put right behind it. */
  @Matches(/^https?:\/\/[^/\s?#]+$/, {
    message: 'must be an address such as https://example.com, without a slash or a path at its end',
  })
  publicUrl: string = 'http://localhost:8080';
  /** What this process signs its calls of other services with; no other process has it. */
  @IsString() @MinLength(32) serviceTokenSecret: string;
  /** Whose signatures count: `name:key`, comma-separated. Without it all share one secret: never in production. */
  @IsOptional() @IsString() serviceTokenPublicKeys?: string;
  @IsString() amqpUrl: string;
  @IsString() redisUrl: string;
  @IsOptional() @IsString() databaseUrl?: string;
  /** At least what one that holds two locks needs, and one for everybody else. */
  @IsInt() @Min(4) @Max(100) databasePoolSize: number = 10;
  /** How long a request waits for a free connection of the pool before it gets 503, in milliseconds. */
  @IsInt() @Min(100) databaseWaitMs: number = 2000;
  /** For tests: a file with the milliseconds by which deadlines see a later time. */
  @IsOptional() @IsString() clockFile?: string;
  /** For tests: where they arm failpoints. */
  @IsOptional() @IsString() failpointDir?: string;
  /** For tests: no schedule waits for longer than this, in milliseconds. As it is set here it shortens none. */
  @IsInt() @Min(100) scheduleMaxMs: number = LONGEST_INTERVAL_MS;
  /** People whom one account, and one IP address, may have mailed in a day for one reason. */
  @IsInt() @Min(1) strangersPerAccount: number = 5;
  @IsInt() @Min(1) strangersPerAddress: number = 20;
  /** Mails that one address gets in a day for one reason without having asked. */
  @IsInt() @Min(1) mailsPerStranger: number = 20;
  /** Delays between the attempts of an event handler, in milliseconds, as `1000,5000,25000,120000`. */
  @Matches(/^\d+(,\d+)*$/) eventRetryDelays: string = '1000,5000,25000,120000';
  /** Production is tried without real payments and without TLS only when this says so in words. */
  @IsOptional() @IsString() allowSandbox?: string;

  /** Why no process starts with these values together, whatever its profile. A service adds its own reasons. */
  refused(): string[] {
    return [];
  }

  /** Why production does not start with these values, beside weak secrets. A service adds its own reasons. */
  refusedInProduction(): string[] {
    const problems: string[] = [];
    if (this.serviceTokenPublicKeys === undefined) {
      problems.push('SERVICE_TOKEN_PUBLIC_KEYS is not set: every service could pass for every other one');
    }
    if (this.clockFile !== undefined) problems.push('CLOCK_FILE moves the time; it is for tests only');
    if (this.failpointDir !== undefined) {
      problems.push('FAILPOINT_DIR ends the process; it is for tests only');
    }
    if (!this.publicUrl.startsWith('https://') && this.allowSandbox !== SANDBOX_IN_WORDS) {
      problems.push(
        `PUBLIC_URL is not https: cookies and links would travel readably (to try it: ALLOW_SANDBOX="${SANDBOX_IN_WORDS}")`,
      );
    }
    return problems;
  }
}

/** Thrown at start when the environment is not usable. Names every bad variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The variables that a config class reads. */
export function configVariables(type: ClassConstructor<BaseConfig>): string[] {
  const found = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(found.map(({ propertyName }) => envName(propertyName)))].sort();
}

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
  const variables = new Map<string, string>();
  const take = (name: string, variable: string) => {
    const value = env[variable];
    if (value === undefined || value === '') return;
    values[camelCase(name)] = value;
    variables.set(camelCase(name), variable);
  };
  for (const variable of Object.keys(env)) take(variable, variable);
  for (const variable of Object.keys(env)) {
    if (variable.startsWith(prefix)) take(variable.slice(prefix.length), variable);
  }
  const config = plainToInstance(type, values, { enableImplicitConversion: true, exposeDefaultValues: true });
  const problems = validateSync(config, { whitelist: true }).map(
    (problem) => `${envName(problem.property)} (${Object.values(problem.constraints ?? {}).join(', ')})`,
  );
  if (problems.length > 0) throw new ConfigError(`${service}: bad configuration: ${problems.join('; ')}`);
  const refused = config.refused();
  if (config.profile === 'production') {
    const secrets = givenSecrets(config, (property) => variables.get(property) ?? envName(property));
    refused.push(...weakSecrets(secrets), ...config.refusedInProduction());
  }
  if (refused.length > 0) {
    throw new ConfigError(refused.map((problem) => `${service}: ${problem}`).join('\n'));
  }
  return config;
}

/** `PUBLIC_URL` is the property `publicUrl`. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

function envName(property: string): string {
  return property.replace(/([A-Z])/g, '_$1').toUpperCase();
}
