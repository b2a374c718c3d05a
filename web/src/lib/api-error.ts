import type { ErrorBody, FieldProblem } from './api-types';

/** A request that was refused or could not be made. Decide on `code`; `message` is for the log and for toasts. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The server's own sentence, when it sent one. */
    readonly serverMessage: string | null = null,
    readonly problems: FieldProblem[] = [],
  ) {
    super(message);
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** Builds the error of a non-OK answer: "status: body", or the status text when the body is empty. */
export function errorFromAnswer(status: number, statusText: string, body: string): ApiError {
  const message = `${status}: ${body || statusText}`;
  try {
    const parsed: unknown = JSON.parse(body);
    if (isErrorBody(parsed)) {
      return new ApiError(status, parsed.code, message, String(parsed.message), parsed.errors ?? []);
    }
  } catch {
    // Not JSON: a proxy's page or plain text.
  }
  return new ApiError(status, `http_${status}`, message);
}

/** The sentence to show for any thrown value: the server's own, else the given fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}
