import { IsOptional, IsString } from 'class-validator';
import { BaseConfig, ConfigError, loadConfig } from './config.js';

class BakeryConfig extends BaseConfig {
  @IsOptional() @IsString() linkSecret?: string;
  @IsOptional() @IsString() stripeWebhookSecret?: string;
  @IsOptional() @IsString() s3AccessKey?: string;
  @IsOptional() @IsString() s3SecretKey?: string;
  @IsOptional() @IsString() smtpUrl?: string;
  @IsOptional() @IsString() adminPassword?: string;
}

/** Nothing here is anybody's default. */
const own = (letter: string): string => `${letter}9-`.padEnd(40, letter);
const production = {
  PROFILE: 'production',
  PORT: '8080',
  PUBLIC_URL: 'https://example.test',
  SERVICE_TOKEN_SECRET: own('a'),
  SERVICE_TOKEN_PUBLIC_KEYS: 'gateway:…',
  LINK_SECRET: own('b'),
  STRIPE_WEBHOOK_SECRET: `whsec_${own('c')}`,
  S3_ACCESS_KEY: own('d'),
  S3_SECRET_KEY: own('e'),
  AMQP_URL: `amqp://ssc:${own('f')}@broker`,
  REDIS_URL: `redis://:${own('g')}@redis`,
  BAKERY_DATABASE_URL: `postgres://bakery:${own('h')}@postgres/bakery`,
  SMTP_URL: `smtp://bakery:${own('i')}@mail:587`,
  ADMIN_PASSWORD: own('k'),
};

const load = (values: Record<string, string> = {}) =>
  loadConfig(BakeryConfig, 'bakery', { ...production, ...values });

/** Why production does not start with these. */
function refusal(values: Record<string, string>): string {
  try {
    load(values);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'it started';
}

describe('production', () => {
  it('starts with values of its own', () => {
    expect(load().profile).toBe('production');
  });

  it.each([
    ['SERVICE_TOKEN_SECRET', 'local-service-token-secret-change-me'],
    ['LINK_SECRET', 'local-link-secret-change-me-please'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_local'],
    ['S3_ACCESS_KEY', 'local-access-key'],
    ['S3_SECRET_KEY', 'local-secret-key'],
    ['ADMIN_PASSWORD', 'change-me-at-the-first-login'],
    ['LINK_SECRET', `example-${'x'.repeat(40)}`],
    ['LINK_SECRET', `test-${'x'.repeat(40)}`],
  ])('refuses %s=%s, which is a default', (name, value) => {
    expect(refusal({ [name]: value })).toBe(`bakery: ${name} is a local default; set one of your own`);
  });

  it.each([
    ['AMQP_URL', 'amqp://ssc:local-broker-password@rabbitmq:5672'],
    ['REDIS_URL', 'redis://:local-redis-password@redis:6379'],
    ['BAKERY_DATABASE_URL', 'postgres://bakery:local-database-password@postgres:5432/bakery'],
    ['SMTP_URL', 'smtp://bakery:test@mail:587'],
  ])('refuses %s with the password of a default', (name, value) => {
    expect(refusal({ [name]: value })).toBe(
      `bakery: the password in ${name} is a local default; set one of your own`,
    );
  });

  it('refuses a secret that signs and is short, each of two of Stripe', () => {
    const short = 'STRIPE_WEBHOOK_SECRET signs and is shorter than 32 characters';
    expect(refusal({ STRIPE_WEBHOOK_SECRET: `whsec_${own('c')},whsec_9` })).toBe(`bakery: ${short}`);
    expect(refusal({ LINK_SECRET: `${own('e')},${'q'.repeat(31)}` })).toMatch(
      /LINK_SECRET signs and is shorter/,
    );
    expect(refusal({ LINK_SECRET: `${own('e')},` })).toMatch(/LINK_SECRET signs and is shorter/);
    expect(refusal({ LINK_SECRET: `${own('e')},${own('a')}` })).toMatch(/LINK_SECRET.* have the same value/);
    expect(refusal({ LINK_SECRET: `${own('y')},${own('z')}` })).toBe('it started');
    expect(refusal({ LINK_SECRET: 'q'.repeat(31) })).toMatch(/^bakery: LINK_SECRET signs and is shorter/);
  });

  it("refuses an administrator's password of less than 12 characters", () => {
    const refused = 'bakery: ADMIN_PASSWORD is shorter than 12 characters';
    expect(refusal({ ADMIN_PASSWORD: 'q'.repeat(11) })).toBe(refused);
    expect(refusal({ ADMIN_PASSWORD: 'q'.repeat(12) })).toBe('it started');
  });

  it.each([
    ['two secrets', { LINK_SECRET: own('a') }, /LINK_SECRET.* have the same value/],
    ['a secret and a password', { REDIS_URL: `redis://:${own('b')}@redis` }, /REDIS_URL.* have the same/],
  ])('refuses the same value for %s', (_what, values, reason) => {
    expect(refusal(values)).toMatch(reason);
  });

  it('refuses a public address without TLS, except where it is only tried', () => {
    const PUBLIC_URL = 'http://localhost:8080';
    expect(refusal({ PUBLIC_URL })).toMatch(/^bakery: PUBLIC_URL is not https/);
    expect(refusal({ PUBLIC_URL, ALLOW_SANDBOX: 'true' })).toMatch(/^bakery: PUBLIC_URL is not https/);
    expect(refusal({ PUBLIC_URL, ALLOW_SANDBOX: 'no money moves' })).toBe('it started');
  });

  it('names everything that it refuses, and shows no value', () => {
    const refused = refusal({
      LINK_SECRET: `local-${'w'.repeat(40)}`,
      S3_SECRET_KEY: own('d'),
      CLOCK_FILE: '/x',
    });
    expect(refused.split('\n')).toEqual([
      expect.stringContaining('LINK_SECRET'),
      expect.stringContaining('S3_SECRET_KEY and S3_ACCESS_KEY'),
      expect.stringContaining('CLOCK_FILE'),
    ]);
    expect(refused).not.toMatch(/wwww|dddd/);
  });
});
