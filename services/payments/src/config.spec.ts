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
  NOTIFICATIONS_URL: 'http://notifications',
  PUBLIC_URL: 'https://example.test',
  LINK_SECRET: 'Hq3-of-at-least-thirty-two-characters',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Zr7-of-at-least-thirty-two-characters',
};

const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

const check = (env: Record<string, string | undefined>) => () =>
  loadConfig(PaymentsConfig, 'payments', { ...real, ...env });

describe('the configuration of payments', () => {
  it('accepts real keys in production', () => {
    expect(check({ PROFILE: 'production' })).not.toThrow();
  });

  it.each([
    ['test keys', test],
    ['a restricted test key', { ...test, STRIPE_SECRET_KEY: 'rk_test_1' }],
    ['the sandbox form', { ...test, STRIPE_PUBLISHABLE_KEY: undefined }],
    ['a stand-in for Stripe', { ...test, STRIPE_API_BASE: 'http://127.0.0.1:12111' }],
    ['an allowance in other words', { ...test, ALLOW_SANDBOX: 'true' }],
  ])('refuses %s in production', (_what, env) => {
    expect(check({ PROFILE: 'production', ...env })).toThrow(/needs real Stripe keys/);
    expect(check({ PROFILE: 'local', ...env })).not.toThrow();
  });

  it('refuses live keys without the form that takes them, and at a stand-in', () => {
    for (const env of [
      { STRIPE_PUBLISHABLE_KEY: undefined },
      { STRIPE_API_BASE: 'http://127.0.0.1:12111' },
    ]) {
      expect(check({ PROFILE: 'production', ...env })).toThrow(/needs real Stripe keys/);
    }
  });

  it('lets production play when it is told in words that no money moves', () => {
    expect(check({ PROFILE: 'production', ...test, ALLOW_SANDBOX: 'no money moves' })).not.toThrow();
  });

  it.each(['sk_live_1', 'rk_live_1'])('takes %s in production alone, and not beside those words', (key) => {
    const live = { STRIPE_SECRET_KEY: key };
    expect(check({ PROFILE: 'production', ...live })).not.toThrow();
    for (const PROFILE of ['local', 'test', undefined]) {
      expect(check({ PROFILE, ...live })).toThrow(/^payments: STRIPE_SECRET_KEY is a live key/);
    }
    expect(check({ PROFILE: 'production', ...live, ALLOW_SANDBOX: 'no money moves' })).toThrow(
      /^payments: ALLOW_SANDBOX says that no money moves/,
    );
  });

  it.each([
    ['production', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['local', { ...test, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
  ])('refuses a live key beside a test key (%s): no form would be accepted', (PROFILE, env) => {
    expect(check({ PROFILE, ...env })).toThrow(ConfigError);
  });

  it("knows Stripe's own address also with a slash at its end", () => {
    expect(check({ PROFILE: 'production', STRIPE_API_BASE: 'https://api.stripe.com/' })().isTest).toBe(false);
  });
});
