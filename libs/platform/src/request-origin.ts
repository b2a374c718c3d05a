import type { FastifyRequest } from 'fastify';

/** Where a call came from, as the evidence keeps it. */
export interface Origin {
  /** IP address, as the gateway saw it. */
  address: string | null;
  /** What the browser calls itself. */
  device: string | null;
}

/** Nobody's browser: a clock or another service acted. */
export const noOrigin: Origin = { address: null, device: null };

const MAX_DEVICE = 300;

export function requestOrigin(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return { address: request.ip, device: agent?.slice(0, MAX_DEVICE) ?? null };
}
