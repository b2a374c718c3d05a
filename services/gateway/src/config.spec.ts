import { loadConfig } from '#platform';
import { GatewayConfig } from './config.js';
import { gatewayService } from './service.js';

const env = {
  PROFILE: 'production',
  PORT: '0',
  PUBLIC_URL: 'https://example.test',
  SERVICE_TOKEN_SECRET: 'a9-of-at-least-thirty-two-characters',
  SERVICE_TOKEN_PUBLIC_KEYS: 'gateway:…',
  SESSION_TOKEN_SECRET: 'b9-of-at-least-thirty-two-characters',
  AMQP_URL: 'amqp://broker',
  REDIS_URL: 'redis://redis',
  AUTH_URL: 'http://auth',
  AGREEMENTS_URL: 'http://agreements',
  PAYMENTS_URL: 'http://payments',
  TRANSCRIPTION_URL: 'http://transcription',
  NOTIFICATIONS_URL: 'http://notifications',
};
const load = (values: Record<string, string> = {}) =>
  loadConfig(GatewayConfig, 'gateway', { ...env, ...values });

describe('the proxies in front of the gateway', () => {
  it('are named in production, or said to be none', () => {
    expect(load).toThrow('gateway: TRUSTED_PROXIES is not set');
    expect(load({ TRUSTED_PROXIES: '10.0.0.2' }).trustedProxies).toBe('10.0.0.2');
    expect(load({ TRUSTED_PROXIES: 'none' }).trustedProxies).toBe('none');
    expect(load({ PROFILE: 'local' }).trustedProxies).toBeUndefined();
  });

  it('alone name the address of a client', () => {
    const trusted = (values: Record<string, string>) => gatewayService.trustedProxies?.(load(values));
    expect(trusted({ TRUSTED_PROXIES: '10.0.0.2,10.0.0.3' })).toBe('10.0.0.2,10.0.0.3');
    expect(trusted({ TRUSTED_PROXIES: 'none' })).toBe(false);
    expect(trusted({ PROFILE: 'local' })).toBe(false);
    expect(load({ TRUSTED_PROXIES: '10.0.0.2, 10.0.0.3' }).proxies).toEqual(['10.0.0.2', '10.0.0.3']);
    expect(load({ TRUSTED_PROXIES: 'none' }).proxies).toEqual([]);
  });
});
