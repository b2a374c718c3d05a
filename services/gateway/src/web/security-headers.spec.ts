import { contentSecurityPolicy, openerPolicy, policyOf, securityHeaders } from './security-headers.js';

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

const directives = (path: string, sandbox: string | null) =>
  Object.fromEntries(
    contentSecurityPolicy(path, 'bm9uY2U=', sandbox)
      .split('; ')
      .map((directive) => [
        directive.slice(0, directive.indexOf(' ')),
        directive.slice(directive.indexOf(' ') + 1),
      ]),
  );

describe('content security policy', () => {
  it('allows nothing inline but by its nonce, nothing from elsewhere and no frame around it', () => {
    const policy = directives('/', null);
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'nonce-bm9uY2U='",
      'style-src': "'self' 'nonce-bm9uY2U='",
      'connect-src': "'self'",
      'frame-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    for (const path of ['/', '/record', '/checkout', '/escrow/1']) {
      for (const sandbox of [null, 'http://localhost:12111']) {
        const text = contentSecurityPolicy(path, 'bm9uY2U=', sandbox);
        expect(text).not.toMatch(/unsafe|\*(?!\.)|https?:(?!\/\/)/);
      }
    }
  });

  it.each(['/checkout', '/checkout/1234567890123456', '/subscribe', '/escrow/1'])(
    'lets %s reach Stripe',
    (path) => {
      expect(directives(path, null)['script-src']).toContain('https://js.stripe.com');
      expect(directives(path, null)['connect-src']).toBe("'self' https://api.stripe.com");
      const sandbox = directives(path, 'http://localhost:12111');
      expect(sandbox['connect-src']).toBe("'self' http://localhost:12111");
      expect(sandbox['script-src']).toBe("'self' 'nonce-bm9uY2U='");
    },
  );

  it.each(['/', '/checkouts', '/x/checkout', '/record?next=/checkout', '/Checkout'])(
    'lets %s reach nobody',
    (path) => {
      expect(contentSecurityPolicy(path, 'n', null)).not.toContain('stripe');
      expect(contentSecurityPolicy(path, 'n', 'http://localhost:12111')).not.toContain('12111');
    },
  );
});

describe('opener policy', () => {
  it.each(['/checkout', '/checkout/1234567890123456', '/subscribe', '/escrow/1'])(
    'lets the windows answer that Stripe’s form on %s opens, and no others',
    (path) => {
      expect(openerPolicy(path, null)).toBe('same-origin-allow-popups');
      expect(openerPolicy(path, 'http://localhost:12111')).toBe('same-origin');
    },
  );

  it.each(['/', '/checkouts', '/dashboard', '/record?next=/checkout'])('is strict on %s', (path) => {
    expect(openerPolicy(path, null)).toBe('same-origin');
  });
});
