import type { ServerResponse } from 'node:http';
import { ApiError, STATUS_ERRORS } from './openai-api-error.js';

/** An error in OpenAI's shape. */
export interface StatusFault {
  status: number;
  /** As `insufficient_quota`. */
  code?: string | null;
  /** The header of that name: seconds, or a date. */
  retryAfter?: number | string;
}

/**
 * What a call meets instead of its answer: an error status; no answer at all until the client leaves; a connection
 * that breaks off; 200 without a body, with half of one, or with a page of some proxy.
 */
export type Fault = StatusFault | 'silence' | 'reset' | 'empty' | 'truncated' | 'page';

export interface Reply {
  contentType: string;
  body: string;
}

/** Sends the fault instead of the reply. @throws ApiError for an error status */
export function sendFault(fault: Fault, reply: () => Reply, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'silence':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'empty':
      response.writeHead(200, json).end();
      return;
    case 'truncated': {
      const { body } = reply();
      response.writeHead(200, json).end(body.slice(0, Math.floor(body.length / 2)));
      return;
    }
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome to nginx!</h1></html>');
      return;
    default: {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter));
      throw new ApiError(
        fault.status,
        STATUS_ERRORS[fault.status] ?? 'The request failed.',
        null,
        fault.code ?? null,
      );
    }
  }
}
