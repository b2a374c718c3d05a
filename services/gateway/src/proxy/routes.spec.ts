import { isUpload, routeOf } from './routes.js';

describe('routes', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/auth/user', 'auth'],
    ['/api/agreements/temporary', 'agreements'],
    ['/api/agreements/1234567890123456', 'agreements'],
    ['/api/agreements/1234567890123456/audio', 'agreements'],
    ['/api/agreements/1234567890123456/transcript', 'transcription'],
    ['/api/agreements/1234567890123456/generate-transcript', 'transcription'],
    ['/api/users/1/agreements', 'agreements'],
    ['/api/create-payment-intent', 'payments'],
    ['/api/config', 'payments'],
    ['/api/payments/1234567890123456', 'payments'],
    ['/api/webhooks/stripe', 'payments'],
  ])('%s belongs to %s', (path, service) => {
    expect(routeOf(path)).toBe(service);
  });

  it.each([
    '/api',
    '/api/',
    '/api/auth',
    '/api/users',
    '/api/agreements',
    '/api/internal/agreements/1',
    '/internal/sessions/1',
    '/internal/agreements/1',
    '/api/config/more',
    '/api/config2',
    '/api/webhooks/other',
    '/api/webhooks/stripe/more',
    '/api/create-payment-intent/x',
    '/API/auth/login',
    '/x/api/auth/login',
    'http://example.test/api/auth/login',
    '/health',
    '/metrics',
    '',
  ])('%s belongs to nobody', (path) => {
    expect(routeOf(path)).toBeNull();
  });

  it('lets only the upload be large', () => {
    expect(isUpload('POST', '/api/agreements/temporary')).toBe(true);
    expect(isUpload('PUT', '/api/agreements/temporary')).toBe(false);
    expect(isUpload('POST', '/api/agreements/temporary/x')).toBe(false);
    expect(isUpload('POST', '/api/auth/login')).toBe(false);
  });
});
