import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform';

/**
 * A page of another site may not have a browser change anything here with its cookies.
 * @throws AppError `forbidden`.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
  if (origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`) return;
  throw new AppError('forbidden');
}
