export const YEAR_SECONDS = 31_536_000;
/** No page of another site keeps a hold on a window of ours, nor ours on one of theirs. */
const OPENER_POLICY = 'same-origin';

/** Data is not a document: nothing in it may run, whatever it is taken for. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** Scripts that run apart from a page (workers) have the policy of their own file. */
const FILE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** The page that shows the API document brings styles within it. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What every answer carries. @param isSecure whether people come over https */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': OPENER_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
  };
}

/** The policy of an answer that says none of its own; pages of the app have theirs. */
export function policyOf(url: string): string {
  if (/^\/api\/docs(\/(?!events)|\?|$)/.test(url)) return DOCS_POLICY;
  return /^\/(api|health|socket\.io|internal)(\/|\?|$)/.test(url) ? DATA_POLICY : FILE_POLICY;
}

/** Pages on which people pay: only there may the payment provider's origins appear. */
const PAYMENT_PAGES = /^\/(checkout|subscribe|escrow)(\/|$)/;

const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  img: 'https://*.stripe.com',
};

/**
 * The opener policy of a document. Google Pay and Link answer the form on a payment page from a window that the form opens,
 * which the stricter policy cuts off.
 */
export function openerPolicy(path: string, sandboxOrigin: string | null): string {
  return PAYMENT_PAGES.test(path) && sandboxOrigin === null ? 'same-origin-allow-popups' : OPENER_POLICY;
}

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
