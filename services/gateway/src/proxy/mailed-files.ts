import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeUrl } from './request-path.js';
import { mailedFiles } from './routes.js';

/**
 * Whether a browser opened the link of a file that mails link to: whoever reads the answer is a person. Old browsers do
 * not say what they fetch something for, but what they would like.
 */
function isOpenedByPerson({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' || !mailedFiles.some(({ url }) => url === routeOptions.url)) return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}

/** The code of an error's body, which is a service's or our own; `internal` for any other body. */
async function codeOf(payload: unknown): Promise<string> {
  const body = payload instanceof Readable ? await text(payload) : String(payload);
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : 'internal';
  } catch {
    return 'internal';
  }
}

/**
 * Leads a person whom a file is refused to the app's page that says why, instead of an error for programs. The link
 * stands behind the `#`, which browsers keep for themselves: it has the key.
 */
export async function leadToReason(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode < 400 || !isOpenedByPerson(request)) return payload;
  const code = await codeOf(payload);
  const { path, search } = normalizeUrl(request.url);
  for (const name of ['content-type', 'content-length', 'retry-after']) void reply.removeHeader(name);
  void reply
    .code(303)
    .header('location', `/file-unavailable?code=${encodeURIComponent(code)}#${path}${search}`);
  return '';
}
