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

const OUTAGE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A statement, or a lock that it waited for, took too long: the same request may succeed later.
  '57014',
  '55P03',
]);
const OUTAGE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether a dependency is away (database, broker, Redis), as opposed to a bug of ours. */
export function isOutage(error: unknown): boolean {
  // By shape, not by class: errors of the system may come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, message } = error as {
    code?: unknown;
    driverError?: { code?: unknown };
    message?: unknown;
  };
  const known = code ?? driverError?.code;
  return (
    (typeof known === 'string' && (OUTAGE.has(known) || known.startsWith('08'))) ||
    (typeof message === 'string' && OUTAGE_TEXT.test(message))
  );
}
