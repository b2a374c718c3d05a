import { type BrowserContext, expect, type Request } from '@playwright/test';

/** Documents on which people pay: only they may talk to the payment provider. */
const PAYMENT_DOCUMENT = /^\/(checkout|subscribe|escrow)(\/|$)/;
const OWN_SCHEMES = new Set(['data:', 'blob:', 'about:', 'chrome-error:']);

/** Another product that runs beside the one of all tests. */
interface Product {
  url: string;
  stripe: string;
}

const others: Product[] = [];

/** From now on these addresses belong to a product too. */
export function alsoWatch(product: Product): void {
  others.push(product);
}

/** As text, because these types know no documents. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  globalThis.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/**
 * Fails the running test when one of the context's pages breaks its content policy, asks anybody but the product for
 * anything, or has an error that nothing caught.
 */
export function watchContext(context: BrowserContext): void {
  const report = (what: string, problem: string) => expect.soft(problem, what).toBe('');
  context.on('request', (request) => {
    if (isForeign(request))
      report('request to somebody else', `${request.url()} from ${documentOf(request)}`);
  });
  context.on('weberror', (error) => report('uncaught error', String(error.error().stack ?? error.error())));
  // Sent before whatever the test does with its new context, so that no page is missed.
  context
    .exposeBinding('reportViolation', ({ page }, violation: string) =>
      report('content policy', `${violation} on ${page.url()}`),
    )
    .catch(() => undefined);
  context.addInitScript(REPORT_VIOLATIONS).catch(() => undefined);
}

/** Whether a request goes to neither the product nor, from a payment document, to the payment provider. */
function isForeign(request: Request): boolean {
  const { origin, protocol } = new URL(request.url());
  const products = [{ url: process.env.SYSTEM_URL ?? '', stripe: process.env.STRIPE_URL ?? '' }, ...others];
  const owns = products.map(({ url }) => new URL(url).origin);
  const providers = products.map(({ stripe }) => new URL(stripe).origin);
  if (OWN_SCHEMES.has(protocol) || owns.includes(origin)) return false;
  if (!providers.includes(origin)) return true;
  // The provider's own pages, opened in a tab or in place of ours, may load what they like from there.
  if (request.isNavigationRequest()) return false;
  const from = URL.parse(documentOf(request));
  if (!from) return true;
  return !(
    providers.includes(from.origin) ||
    (owns.includes(from.origin) && PAYMENT_DOCUMENT.test(from.pathname))
  );
}

function documentOf(request: Request): string {
  try {
    return request.frame().url();
  } catch {
    // A service worker has no frame.
    return '';
  }
}
