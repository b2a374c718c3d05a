import { openSync } from 'node:fs';
import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { AppError } from './app-error.js';
import { runInContext } from './context.js';
import { createLogger, logDestination, NestLogger } from './logger.js';

const CANARY = 'canary@a.test';

/** What PostgreSQL, its driver and TypeORM say of a statement that failed; its values stand in all that they can be in. */
function failedStatement(): QueryFailedError {
  const driverError = Object.assign(new Error('could not extend file "base/16384/2619"'), {
    ...{ code: '53100', severity: 'ERROR', schema: 'auth', table: 'users', constraint: 'users_email_key' },
    detail: `Failing row contains (${CANARY}).`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
    hint: CANARY,
    internalQuery: `select '${CANARY}'`,
  });
  return new QueryFailedError('insert into users (email) values ($1)', [CANARY], driverError);
}

/** What a logger writes, line by line, in the place of the standard output. */
function written(): { logger: ReturnType<typeof createLogger>; lines: string[] } {
  const lines: string[] = [];
  const logger = createLogger('auth', 'info');
  Object.assign(logger, { [pino.symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  return { logger, lines };
}

describe('the log', () => {
  it('keeps no secret of a request and of what is beside it', () => {
    const { logger, lines } = written();
    const headers = {
      authorization: 'Bearer first-secret',
      cookie: 'ssc_session=second-secret',
      host: 'a.test',
    };
    logger.info({ req: { headers }, body: { password: 'third-secret', token: 'fourth-secret' } }, 'asked');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('secret');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ req: { headers: { host: 'a.test' } }, msg: 'asked' });
  });

  it('says on one line of JSON which service it was, how bad it is, when in UTC, and to what it belongs', () => {
    const { logger, lines } = written();
    const context = { correlationId: 'order-1234', causationId: null, traceparent: null };
    runInContext(context, () => logger.warn('late'));
    logger.debug('not asked for');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'warn',
        service: 'auth',
        correlationId: 'order-1234',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: 'late',
      },
    ]);
  });

  it('tells which statement failed and why, and none of its values', () => {
    const { logger, lines } = written();
    logger.error({ err: failedStatement() }, 'request failed');
    expect(lines.join()).not.toContain(CANARY);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        ...{ type: 'QueryFailedError', message: 'could not extend file "base/16384/2619"' },
        ...{ query: 'insert into users (email) values ($1)', code: '53100', table: 'users' },
        ...{ constraint: 'users_email_key', stack: expect.stringContaining('QueryFailedError') },
      },
    });
  });

  it.each<[string, unknown]>([
    ['a cause', new AppError('unavailable', { cause: failedStatement() })],
    ['one of several', new AggregateError([new Error('first'), failedStatement()], 'both failed')],
    ['what a wrapper holds', Object.assign(new Error('round failed'), { job: { data: CANARY } })],
    ['a command', Object.assign(new Error('READONLY'), { command: { name: 'set', args: ['key', CANARY] } })],
    ['no error at all', { email: CANARY }],
  ])('tells no value that is in %s', (_where, err) => {
    const { logger, lines } = written();
    logger.error({ err }, 'request failed');
    new NestLogger(logger).error(err, err, 'Scope');
    if (err instanceof Error) logger.error(err);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join()).not.toContain(CANARY);
  });

  it('keeps the code and the message of a cause, of errors beside each other, and a text as it is', () => {
    const { logger, lines } = written();
    const statement = failedStatement();
    logger.error({ err: new AppError('unavailable', { cause: statement }) }, 'request failed');
    logger.error({ err: new AggregateError([statement], 'both failed') }, 'round failed');
    logger.error({ err: 'not reachable' }, 'waits');
    const inside = { code: '53100', message: statement.message, stack: expect.any(String) };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { err: { type: 'AppError', code: 'unavailable', cause: inside } },
      { err: { type: 'AggregateError', message: 'both failed', errors: [inside] } },
      { err: 'not reachable' },
    ]);
  });

  it('ends with errors that hold each other', () => {
    const { logger, lines } = written();
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    logger.error({ err: first }, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'first', cause: { message: 'second' } },
    });
  });

  it('loses lines, and nothing else, where the disk of its file is full', async () => {
    const full = openSync('/dev/full', 'w');
    const destination = logDestination(full);
    const logger = pino({}, destination);
    for (let n = 0; n < 2; n += 1) {
      const failed = new Promise((resolve) => destination.once('error', resolve));
      logger.info('nobody reads this');
      expect(await failed).toMatchObject({ code: 'ENOSPC' });
    }
    // As at the end of the process.
    destination.flushSync();
    destination.destroy();
  });
});
