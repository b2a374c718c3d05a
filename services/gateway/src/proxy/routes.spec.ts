import { isAdminPath } from '../sessions/sessions.module.js';
import { isRemoteLookup, needsConfirmation, routeOf } from './routes.js';

describe('routes', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/auth/user', 'auth'],
    ['/api/agreements/temporary', 'agreements'],
    ['/api/agreements/1234567890123456', 'agreements'],
    ['/api/agreements/1234567890123456/audio', 'agreements'],
    ['/api/agreements/1234567890123456/transcript', 'transcription'],
    ['/api/agreements/1234567890123456/generate-transcript', 'transcription'],
    ['/api/agreements/1234567890123456/transcript/export', 'transcription'],
    ['/api/agreements/1234567890123456/transcript/speakers/1', 'transcription'],
    ['/api/agreements/1234567890123456/transcript/renewal', 'transcription'],
    ['/api/contract-assistant', 'transcription'],
    ['/api/users/1/agreements', 'agreements'],
    ['/api/create-payment-intent', 'payments'],
    ['/api/config', 'payments'],
    ['/api/speech', 'transcription'],
    ['/api/payments/1234567890123456', 'payments'],
    ['/api/webhooks/stripe', 'payments'],
    ['/api/auth/forgot-password', 'auth'],
    ['/api/admin/login', 'auth'],
    ['/api/admin/logout', 'auth'],
    ['/api/admin/change-password', 'auth'],
    ['/api/admin/sessions', 'auth'],
    ['/api/admin/sessions/end-others', 'auth'],
    ['/api/admin/users', 'auth'],
    ['/api/admin/users/7/disable', 'auth'],
    ['/api/admin/acts', 'auth'],
    ['/api/admin/agreements', 'agreements'],
    ['/api/admin/agreements/1234567890123456/extend', 'agreements'],
    ['/api/admin/download-audio/1234567890123456', 'agreements'],
    ['/api/admin/payments', 'payments'],
    ['/api/admin/payments/0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10/refund', 'payments'],
    ['/api/admin/held-payments', 'payments'],
    ['/api/admin/held-payments/0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10/decide', 'payments'],
    ['/api/admin/ledger', 'payments'],
    ['/api/create-subscription', 'payments'],
    ['/api/create-escrow-intent', 'payments'],
    ['/api/create-connect-account', 'payments'],
    ['/api/escrow/1234567890123456', 'payments'],
    ['/api/escrow/1234567890123456/release', 'payments'],
    ['/api/user/pending-payments', 'payments'],
    ['/api/user/receipts', 'payments'],
    ['/api/user/credits', 'payments'],
    ['/api/user/subscription', 'payments'],
    ['/api/user/subscription/cancel', 'payments'],
    ['/api/admin/manual-transcriptions', 'transcription'],
    ['/api/admin/manual-transcriptions/7/fulfil', 'transcription'],
    ['/api/admin/tickets', 'notifications'],
    ['/api/admin/tickets/T-100001/answer', 'notifications'],
    ['/api/admin/mails', 'notifications'],
    ['/api/agreements/remote/1234567890123456', 'agreements'],
    ['/api/agreements/remote/1234567890123456/consent', 'agreements'],
    ['/api/agreements/1234567890123456/party-b', 'agreements'],
    ['/api/recordings', 'agreements'],
    ['/api/recordings/1/chunks/0', 'agreements'],
    ['/api/transcribe', 'agreements'],
    ['/api/request-manual-transcription', 'transcription'],
    ['/api/contact', 'notifications'],
    ['/api/page-errors', 'notifications'],
    ['/api/request-customer-service', 'notifications'],
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
    '/api/admin',
    '/api/admin/',
    '/api/admin/stats',
    '/api/admin/system',
    '/api/admin/jobs',
    '/api/admin/dead-letters',
    '/api/admin/queues',
    '/api/admin/queues/static/main.js',
    '/api/admin/internal',
    '/api/admin/usersx',
    '/api/admin/payments/1',
    '/api/admin/loginx',
    '/api/recordingsx',
    '/api/contact/x',
    '/API/auth/login',
    '/x/api/auth/login',
    'http://example.test/api/auth/login',
    '/health',
    '/metrics',
    '',
  ])('%s belongs to nobody', (path) => {
    expect(routeOf(path)).toBeNull();
  });

  it.each([
    ['PATCH', '/api/auth/profile', true],
    ['POST', '/api/escrow/1234567890123456/release', true],
    ['POST', '/api/create-connect-account', true],
    ['POST', '/api/escrow/1234567890123456/received', false],
    ['GET', '/api/auth/profile', false],
  ])('%s %s asks whether the password was given: %s', (method, path, expected) => {
    expect(needsConfirmation(method, path)).toBe(expected);
  });

  it('knows looks at invitations and administrators’ calls', () => {
    expect(isRemoteLookup('/api/agreements/remote/1234567890123456')).toBe(true);
    expect(isRemoteLookup('/api/agreements/1234567890123456')).toBe(false);
    expect(isAdminPath('/api/admin/users')).toBe(true);
    expect(isAdminPath('/api/administrators')).toBe(false);
  });
});
