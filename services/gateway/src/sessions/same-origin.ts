import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform';

/** Whether a call comes from a page of ours, or from no page. */
export function isSameOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  return (
    origin === undefined ||
    origin === publicUrl ||
    origin === `http://${host}` ||
    origin === `https://${host}`
  );
}

/**
 * A page of another site may not have a browser change anything here with its cookies.
 * @throws AppError `forbidden`.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (!isSameOrigin(request.headers, publicUrl)) throw new AppError('forbidden');
}
