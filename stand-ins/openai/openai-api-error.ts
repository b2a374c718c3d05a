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
