import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#contracts';
import { AppError } from './app-error.js';
import { currentContext } from './context.js';
import { isOutage } from './outage.js';

/** The only place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    sendError(reply, error, this.logger);
  }
}

export function sendError(reply: FastifyReply, error: unknown, logger: Logger): void {
  const appError = toAppError(error);
  if (appError.status >= 500) logger.error({ err: error, code: appError.code }, 'request failed');
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const retryAfter = appError.options.retryAfterSeconds ?? (appError.code === 'unavailable' ? 2 : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply.status(appError.status).type('application/json').send(errorBody(appError));
}

/** What the caller reads. 5xx keep the catalogue's sentence and hide the rest. */
function errorBody(error: AppError): ErrorBody & Record<string, unknown> {
  return {
    statusCode: error.status,
    code: error.code,
    message: error.message,
    ...(error.options.errors ? { errors: error.options.errors } : {}),
    correlationId: currentContext().correlationId,
    ...error.options.extra,
  };
}

const BY_STATUS: Partial<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
};

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 500;
  if (status >= 400 && status < 500) {
    const code = BY_STATUS[status] ?? 'invalid_input';
    return new AppError(code, { message: errorCatalogue[code].title, cause: error });
  }
  return new AppError(isOutage(error) ? 'unavailable' : 'internal', { cause: error });
}

class FieldProblem {
  @ApiProperty() field: string;
  @ApiProperty() message: string;
}

/** How every error looks, for the API document. */
export class ErrorAnswer implements ErrorBody {
  @ApiProperty() statusCode: number;
  @ApiProperty({ enum: Object.keys(errorCatalogue) }) code: ErrorCode;
  @ApiProperty() message: string;
  @ApiProperty({ type: [FieldProblem], required: false }) errors?: FieldProblem[];
  @ApiProperty() correlationId: string;
}
