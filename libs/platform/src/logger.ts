import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentContext } from './context.js';

/** One JSON line per record, in UTC, with the correlation id. Never bodies, tokens, addresses or words of a transcript. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => ({ correlationId: currentContext().correlationId }),
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
  });
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
    const fields = { scope: typeof scope === 'string' ? scope : undefined, detail: rest.slice(0, -1) };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level](fields, String(message));
  }
}
