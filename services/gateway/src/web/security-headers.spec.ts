import { policyOf, securityHeaders } from './security-headers.js';

describe('what every answer carries', () => {
  it('keeps it from being framed, sniffed and read by other sites, and asks for https where people come over it', () => {
    expect(securityHeaders(true)).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(securityHeaders(false)['strict-transport-security']).toBeUndefined();
  });

  it.each([
    '/api/health',
    '/api/agreements/1/audio?key=x',
    '/health',
    '/socket.io/?EIO=4',
    '/api/docs/events',
    '/api/docsx',
  ])('lets nothing run in %s', (url) => {
    expect(policyOf(url)).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it.each(['/api/docs', '/api/docs/swagger-ui.css'])('lets %s have its own scripts alone', (url) => {
    expect(policyOf(url)).toMatch(/script-src 'self'; .*frame-ancestors 'none'/);
  });

  it.each(['/assets/worker.js', '/robots.txt'])('lets %s fetch from here alone', (url) => {
    expect(policyOf(url)).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
  });
});
