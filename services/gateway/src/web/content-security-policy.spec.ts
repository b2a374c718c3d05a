import { contentSecurityPolicy } from './content-security-policy.js';

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
