import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentContext } from './context.js';

/** Bytes that wait to be written at most; lines beyond are lost. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Where lines are written. What takes no more of them, such as a file on a full disk, costs lines and nothing else: an
 * error that nobody hears would end the process, and what pino writes at its end it tries again for ever.
 * @param fd default: the standard output
 */
export function logDestination(fd = 1): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: fd, sync: false, maxLength: MOST_WAITING_BYTES });
  const { flushSync } = destination;
  destination.on('error', () => {
    destination.flushSync = () => undefined;
  });
  destination.on('write', () => {
    destination.flushSync = flushSync;
  });
  return destination;
}

let standardOutput: ReturnType<typeof logDestination> | undefined;

/** One JSON line per record, in UTC, with the correlation id. Never bodies, tokens, addresses or words of a transcript. */
export function createLogger(service: string, level: string): Logger {
  standardOutput ??= logDestination();
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ correlationId: currentContext().correlationId }),
    serializers: { err: loggedError },
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  };
  return pino(options, standardOutput);
}

/** What is told of an error beside its text: that it happened, where, and to what. None of it is of a person. */
const FIELDS = [
  ...['code', 'status', 'statusCode', 'type', 'outage', 'errno', 'syscall', 'requestId'],
  ...['query', 'severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine'],
] as const;
const MAX_DEPTH = 6;

/**
 * An error as it is logged. Errors of drivers hold the values of a statement or command (`parameters`, `detail`, `where`,
 * `args`): names, addresses, password hashes and spoken words. So only the named fields are told.
 */
function loggedError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { message, stack, cause, errors } = error as Partial<AggregateError>;
  const type = (error as Partial<Error>).constructor?.name;
  if (typeof message !== 'string') return { type };
  const fields = Object.entries(error).filter(
    ([name, value]) => FIELDS.some((told) => told === name) && typeof value !== 'object',
  );
  const inside = depth < MAX_DEPTH ? { cause, errors } : {};
  return {
    ...Object.fromEntries(fields),
    ...{ type, message, stack },
    ...(inside.cause === undefined ? {} : { cause: loggedError(inside.cause, depth + 1) }),
    ...(Array.isArray(inside.errors)
      ? { errors: inside.errors.map((each) => loggedError(each, depth + 1)) }
      : {}),
  };
}

/** Lets Nest log through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: 'trace' | 'debug' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const scope = rest.at(-1);
    const detail = rest.slice(0, -1).map((part) => loggedError(part));
    const fields = { scope: typeof scope === 'string' ? scope : undefined, detail };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level](fields, String(message));
  }
}
