import { type ErrorCode, errorCatalogue } from '#contracts';

export interface AppErrorOptions {
  /** Shown to the caller instead of the catalogue's sentence. */
  message?: string;
  errors?: { field: string; message: string }[];
  /** Extra fields of the answer that a call promises, such as `fallbackOptions`. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that a caller may see. The catalogue decides the status; 5xx hide their cause. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly options: AppErrorOptions = {},
  ) {
    super(options.message ?? errorCatalogue[code].title, { cause: options.cause });
    this.status = errorCatalogue[code].status;
  }
}

/** Work that cannot succeed by trying again: straight to the dead letters. */
export class PermanentError extends Error {
  override readonly name: string = 'PermanentError';
}

export function isPermanent(error: unknown): boolean {
  if (error instanceof PermanentError) return true;
  if (error instanceof Error && error.name === 'InvalidEventError') return true;
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}
