import { QueryFailedError } from 'typeorm';
import { AppError } from '#platform';

const UNIQUE_VIOLATION = '23505';

/** What the caller reads when the database refuses a second account with the same address; other errors as they are. */
export function asEmailTaken(error: unknown): unknown {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return code === UNIQUE_VIOLATION ? new AppError('email_taken', { cause: error }) : error;
}
