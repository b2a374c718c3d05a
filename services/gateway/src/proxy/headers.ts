import type { IncomingHttpHeaders } from 'node:http';
import type { Upstream } from '../upstreams/upstreams.module.js';

const REQUEST = [
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'prefer',
  'range',
  'stripe-signature',
  'transfer-encoding',
  'user-agent',
  'x-account-id',
  'x-upload-token',
] as const;

const RESPONSE = new Set([
  'accept-ranges',
  'allow',
  'cache-control',
  'clear-site-data',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'set-cookie',
  'vary',
  'x-content-type-options',
  'x-next-cursor',
]);

/** What a service gets of a caller's headers. Identity headers of the client never pass; `x-account-id` is compared with the session, and gives nothing. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  own: Record<string, string>,
  upstream: Upstream,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = { ...own };
  for (const name of REQUEST) {
    const value = headers[name];
    if (value !== undefined) passed[name] = value;
  }
  // A body that was collected first has a length, however it came.
  if (passed['content-length'] !== undefined) delete passed['transfer-encoding'];
  const passing = upstream === 'auth' ? ['ssc_claim_', 'ssc_device='] : ['ssc_claim_'];
  const cookies = headers.cookie
    ?.split(/;\s*/)
    .filter((cookie) => passing.some((start) => cookie.startsWith(start)));
  if (cookies && cookies.length > 0) passed.cookie = cookies.join('; ');
  return passed;
}

/** What a caller gets of a service's headers. */
export function responseHeaders<Value>(headers: Record<string, Value>): Record<string, Value> {
  const passed: Record<string, Value> = {};
  for (const name in headers) if (RESPONSE.has(name)) passed[name] = headers[name] as Value;
  return passed;
}
