import { ConfigError, loadConfig } from '#platform';
import { PaymentsConfig } from './config.js';

const real = {
  PORT: '0',
  SERVICE_TOKEN_SECRET: 'k8Wm2Vq0-of-at-least-thirty-two-characters',
  SERVICE_TOKEN_PUBLIC_KEYS: 'gateway:…',
  AMQP_URL: 'amqp://broker',
  REDIS_URL: 'redis://redis',
  AGREEMENTS_URL: 'http://agreements',
  AUTH_URL: 'http://auth',
  PUBLIC_URL: 'https://example.test',
  LINK_SECRET: 'Hq3-of-at-least-thirty-two-characters',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Zr7-of-at-least-thirty-two-characters',
};

const check = (env: Record<string, string | undefined>) => () =>
  loadConfig(PaymentsConfig, 'payments', { ...real, ...env });

describe('the configuration of payments', () => {
  it('accepts real keys in production', () => {
    expect(check({ PROFILE: 'production' })).not.toThrow();
  });

  it.each([
    ['a stand-in for Stripe', { STRIPE_API_BASE: 'http://127.0.0.1:12111' }],
    ['test keys', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['the sandbox form', { STRIPE_PUBLISHABLE_KEY: undefined }],
    ['an allowance in other words', { STRIPE_SECRET_KEY: 'sk_test_1', ALLOW_SANDBOX: 'true' }],
  ])('refuses %s in production', (_what, env) => {
    expect(check({ PROFILE: 'production', ...env })).toThrow(ConfigError);
    expect(check({ PROFILE: 'local', ...env })).not.toThrow();
  });

  it('lets production play when it is told in words that no money moves', () => {
    expect(
      check({ PROFILE: 'production', STRIPE_SECRET_KEY: 'sk_test_1', ALLOW_SANDBOX: 'no money moves' }),
    ).not.toThrow();
  });
});
