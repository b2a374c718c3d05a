import type { ServerResponse } from 'node:http';

/** The messages OpenAI documents for its error statuses. */
export const STATUS_ERRORS: Readonly<Record<number, string>> = {
  400: 'The request was invalid.',
  401: 'Incorrect API key provided.',
  403: 'Country, region, or territory not supported.',
  408: 'Request timed out.',
  413: 'Maximum content size limit (26214400) exceeded.',
  429: 'Rate limit reached for requests.',
  500: 'The server had an error while processing your request.',
  503: 'The engine is currently overloaded, please try again later.',
};

/** An error in the shape of OpenAI's API. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly param: string | null = null,
    readonly code: string | null = null,
  ) {
    super(message);
  }

  get body(): { error: { message: string; type: string; param: string | null; code: string | null } } {
    const { message, param, code } = this;
    return { error: { message, type: this.type, param, code } };
  }

  private get type(): string {
    if (this.code === 'insufficient_quota') return 'insufficient_quota';
    if (this.status === 429) return 'requests';
    return this.status >= 500 ? 'server_error' : 'invalid_request_error';
  }
}

export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(400, error instanceof Error ? error.message : String(error));
}

/** An error in OpenAI's shape. */
interface StatusFault {
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
