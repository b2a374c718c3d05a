import { IsInt } from 'class-validator';
import { BaseConfig, ConfigError, loadConfig } from './config.js';

class BakeryConfig extends BaseConfig {
  @IsInt() ovenCount: number = 1;
}

const env = {
  PORT: '8080',
  SERVICE_TOKEN_SECRET: 'x'.repeat(32),
  AMQP_URL: 'amqp://localhost',
  REDIS_URL: 'redis://localhost',
};

describe('loadConfig', () => {
  it('reads numbers, keeps defaults and prefers the value of the service', () => {
    const config = loadConfig(BakeryConfig, 'bakery', { ...env, BAKERY_PORT: '8090', OVEN_COUNT: '3' });
    expect(config).toBeInstanceOf(BakeryConfig);
    expect(config).toMatchObject({ port: 8090, ovenCount: 3, profile: 'local', databasePoolSize: 10 });
  });

  it('ignores what belongs to other services', () => {
    expect(loadConfig(BaseConfig, 'bakery', { ...env, AUTH_PORT: '1', HOME: '/root' }).port).toBe(8080);
  });

  it('treats an empty variable as missing', () => {
    expect(loadConfig(BaseConfig, 'bakery', { ...env, LOG_LEVEL: '' }).logLevel).toBe('info');
  });

  it('names every bad variable and never its value', () => {
    const bad = { ...env, PORT: 'eighty', AMQP_URL: undefined, SERVICE_TOKEN_SECRET: 'hunter2' };
    const load = () => loadConfig(BaseConfig, 'bakery', bad);
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/bakery.*PORT.*SERVICE_TOKEN_SECRET.*AMQP_URL/);
    expect(load).not.toThrow(/hunter2|eighty/);
  });

  it('refuses a pool in which whoever holds a lock would wait for its own connection', () => {
    const load = () => loadConfig(BaseConfig, 'bakery', { ...env, DATABASE_POOL_SIZE: '2' });
    expect(load).toThrow(/DATABASE_POOL_SIZE/);
  });

  it.each([
    'https://example.test/',
    'https://example.test/contracts',
    'https://example.test?from=mail',
    'example.test',
    'ftp://example.test',
  ])('refuses the public address %s, behind which no path could be put', (address) => {
    const load = (PUBLIC_URL: string) => loadConfig(BaseConfig, 'bakery', { ...env, PUBLIC_URL });
    expect(() => load(address)).toThrow(/^bakery: .*PUBLIC_URL \(must be an address such as/);
    for (const taken of ['https://example.test', 'http://localhost:8080', 'http://[::1]:8080'])
      expect(load(taken).publicUrl).toBe(taken);
  });

  it.each(['', 'soon', '1000,', '1000;5000'])('refuses the retry delays %j', (delays) => {
    const load = () => loadConfig(BaseConfig, 'bakery', { ...env, BAKERY_EVENT_RETRY_DELAYS: delays || ',' });
    expect(load).toThrow(/EVENT_RETRY_DELAYS/);
  });

  it('lets production run only with a secret of its own', () => {
    const secret = `local-only-${'x'.repeat(32)}`;
    const load = (profile: string) =>
      loadConfig(BaseConfig, 'bakery', { ...env, PROFILE: profile, SERVICE_TOKEN_SECRET: secret });
    expect(load('local').profile).toBe('local');
    expect(() => load('production')).toThrow(/SERVICE_TOKEN_SECRET is a local default/);
  });

  it.each(['FAILPOINT_DIR', 'CLOCK_FILE'])('lets no production run with %s', (name) => {
    const load = (PROFILE: string) =>
      loadConfig(BaseConfig, 'bakery', { ...env, PROFILE, [name]: '/somewhere' });
    expect(load('test').profile).toBe('test');
    expect(() => load('production')).toThrow(`bakery: ${name}`);
  });
});
