import { pino } from 'pino';
import { runInContext } from './context.js';
import { createLogger } from './logger.js';

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
});
