/** Pages on which people pay: only there may the payment provider's origins appear. */
const PAYMENT_PAGES = /^\/(checkout|subscribe|escrow)(\/|$)/;

const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  img: 'https://*.stripe.com',
};

/** The policy of a document: nothing inline without its nonce, nothing from elsewhere; payment pages add what they pay with. */
export function contentSecurityPolicy(path: string, nonce: string, sandboxOrigin: string | null): string {
  const isPayment = PAYMENT_PAGES.test(path);
  const pays = isPayment && sandboxOrigin === null ? STRIPE : null;
  const sources = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');
  return [
    "default-src 'self'",
    `script-src ${sources("'self'", `'nonce-${nonce}'`, pays?.script)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${sources("'self' data: blob:", pays?.img)}`,
    "media-src 'self' blob:",
    `connect-src ${sources("'self'", pays?.connect, isPayment ? sandboxOrigin : null)}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${pays?.frame ?? "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
