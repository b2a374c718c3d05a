import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { QueryFailedError } from 'typeorm';
import { AppError, PermanentError } from './app-error.js';
import { HealthRegistry } from './health.js';
import { NETWORK, OutageError, outageOf } from './outage.js';
import { Outages } from './outages.js';

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);
const {
  StripeAPIError,
  StripeAuthenticationError,
  StripeCardError,
  StripeConnectionError,
  StripeInvalidRequestError,
  StripePermissionError,
  StripeRateLimitError,
} = Stripe.errors;
const invalidRequest = { message: 'no', type: 'invalid_request_error' } as const;
const query = (code: string) => new QueryFailedError('select 1', [], failure({ code }));

describe('outageOf', () => {
  it.each<[string, unknown, string | null]>([
    ['a shutdown of PostgreSQL', query('57P01'), 'postgres'],
    ['PostgreSQL without connections', failure({ code: '53300' }), 'postgres'],
    ['PostgreSQL without disk', query('53100'), 'postgres'],
    ['a PostgreSQL that became a copy', query('25006'), 'postgres'],
    ['a lost connection', failure({}, 'Connection terminated unexpectedly'), 'postgres'],
    ['a full pool', failure({}, 'timeout exceeded when trying to connect'), 'postgres'],
    ['a constraint', query('23505'), null],
    ['a statement that took too long', query('57014'), null],
    ['Redis that gave up', failure({ name: 'MaxRetriesPerRequestError' }), 'redis'],
    ['Redis that starts', failure({ name: 'ReplyError' }, 'LOADING Redis is loading the dataset'), 'redis'],
    [
      'a full Redis',
      failure({ name: 'ReplyError' }, "OOM command not allowed when used memory > 'maxmemory'."),
      'redis',
    ],
    [
      'Redis without a disk',
      failure({ name: 'ReplyError' }, 'MISCONF Redis is configured to save RDB'),
      'redis',
    ],
    ['Redis without copies', failure({ name: 'ReplyError' }, 'NOREPLICAS Not enough good replicas'), 'redis'],
    ['a refusal of Redis', failure({ name: 'ReplyError' }, "ERR unknown command 'CONFIG'"), null],
    ['Stripe out of reach', new StripeConnectionError({ message: 'no', type: 'api_error' }), 'stripe'],
    [
      'a busy Stripe',
      new StripeRateLimitError({ message: 'no', type: 'rate_limit_error' as never }),
      'stripe',
    ],
    ['a sick Stripe', new StripeAPIError({ message: 'no', type: 'api_error', statusCode: 500 }), 'stripe'],
    ['a refused card', new StripeCardError({ message: 'no', type: 'card_error', statusCode: 402 }), null],
    ['a refused key', new StripeAuthenticationError({ ...invalidRequest, statusCode: 401 }), 'stripe'],
    [
      'a key without a permission',
      new StripePermissionError({ ...invalidRequest, statusCode: 403 }),
      'stripe',
    ],
    [
      'a refused key that a caller is told of as a payment provider that fails',
      new AppError('payment_provider', { cause: new StripeAuthenticationError(invalidRequest) }),
      'stripe',
    ],
    [
      'an account that takes no calls of ours any more',
      new StripePermissionError({ ...invalidRequest, statusCode: 403, code: 'account_invalid' }),
      null,
    ],
    ['a refused question', new StripeInvalidRequestError({ ...invalidRequest, statusCode: 400 }), null],
    ['a store that is busy', failure({ name: 'S3Error', code: 'SlowDown' }), 'storage'],
    ['a store that is full', failure({ name: 'S3Error', code: 'XMinioStorageFull' }), 'storage'],
    ['a full disk', failure({ code: 'ENOSPC' }), 'disk'],
    ['a disk that became read-only', failure({ code: 'EROFS' }), 'disk'],
    ['too many open files', failure({ code: 'EMFILE' }), 'disk'],
    ['a quota of the disk that is used up', new Error('no', { cause: failure({ code: 'EDQUOT' }) }), 'disk'],
    ['an object that is missing', failure({ name: 'S3Error', code: 'NoSuchKey' }), null],
    ['a refused connection', failure({ code: 'ECONNREFUSED' }), NETWORK],
    ['two addresses that refuse', new AggregateError([failure({ code: 'ECONNREFUSED' })]), NETWORK],
    ['a cause', new Error('no', { cause: new Error('no', { cause: query('08006') }) }), 'postgres'],
    ['a named cause before a bare one', failure({ code: 'EPIPE', cause: query('08006') }), 'postgres'],
    ['a neighbour', new AppError('unavailable', { cause: new OutageError('auth') }), 'auth'],
    ['an answer to the caller', new AppError('not_found', { cause: query('08006') }), null],
    ['what stays so', new PermanentError('no', { cause: query('08006') }), null],
    ['what says that it is none', failure({ outage: null, code: 'ECONNRESET' }), null],
    ['a mistake of ours', new TypeError('undefined is not a function'), null],
    ['no error at all', 'ECONNREFUSED', null],
    ['nothing', null, null],
  ])('knows %s', (_name, error, dependency) => {
    expect(outageOf(error)).toBe(dependency);
  });

  it('comes to an end with a cause that is its own', () => {
    const circle = failure({});
    circle.cause = circle;
    expect(outageOf(circle)).toBeNull();
  });
});

describe('Outages', () => {
  it('tells of what somebody has to look after, from the time on that it is so', async () => {
    const health = new HealthRegistry();
    const outages = new Outages(health, { info: () => undefined, warn: () => undefined });
    let since: Date | null = null;
    outages.announce('pdf-certificate-ending', () => since);
    expect(await health.check()).toEqual({ status: 'up', checks: [] });
    since = new Date('2026-11-24T09:00:00.000Z');
    const detail = { 'pdf-certificate-ending': { since: since.toISOString(), waiting: 0 } };
    expect(await health.check()).toEqual({
      status: 'up',
      checks: [{ name: 'outages', status: 'up', detail }],
    });
  });

  const odd = new Error('odd');
  let health: HealthRegistry;
  let outages: Outages;
  let isUp: boolean;

  beforeEach(() => {
    health = new HealthRegistry();
    health.probeLimitMs = 50;
    outages = new Outages(health, { info: () => undefined, warn: () => undefined });
    isUp = true;
    health.add('cellar', async () => {
      if (!isUp) throw new Error('dark');
      return undefined;
    });
  });

  afterEach(() => outages.onApplicationShutdown());

  it('blames the work for an unknown error only while everything answers', async () => {
    expect(await outages.explain(odd)).toBeNull();
    isUp = false;
    expect(await outages.explain(odd)).toBe('cellar');
    expect(await outages.explain(failure({ code: 'ECONNRESET' }))).toBe('cellar');
    expect(await outages.explain(query('08006'))).toBe('postgres');
    expect(await outages.explain(new PermanentError('no'))).toBeNull();
    isUp = true;
    expect(await outages.explain(failure({ code: 'ECONNRESET' }))).toBe(NETWORK);
    health.add('cellar', () => new Promise(() => undefined));
    expect(await outages.explain(odd)).toBe('cellar');
  });

  it('tells of a part under the name of what it depends on', async () => {
    health.add('shelves', () => Promise.reject(new Error('dark')), 'cellar');
    expect(await outages.explain(odd)).toBe('cellar');
  });

  it('says since when and for how many, until work gets through', async () => {
    const { signal } = new AbortController();
    isUp = false;
    const circuit = outages.circuit('cellar');
    circuit.open();
    circuit.open();
    const answers = circuit.answers(signal, () => 7);
    const since = circuit.awaySince?.toISOString();
    expect((await health.check()).checks).toEqual([
      { name: 'cellar', status: 'down', detail: { since: expect.any(String) } },
      { name: 'outages', status: 'up', detail: { cellar: { since, waiting: 7 } } },
    ]);
    isUp = true;
    await answers;
    // It may only seem so: the same outage goes on when the work fails again.
    circuit.open();
    expect(circuit.awaySince?.toISOString()).toBe(since);
    await circuit.answers(signal);
    circuit.close();
    expect((await health.check()).checks).toEqual([{ name: 'cellar', status: 'up' }]);
  });

  it('is over ten seconds after it answered, also where the clock was put back meanwhile', async () => {
    const circuit = outages.circuit('cellar');
    circuit.open();
    await circuit.answers(new AbortController().signal);
    expect(circuit.awaySince).not.toBeNull();
    const [clock, elapsed] = [Date.now(), performance.now()];
    const spies = [
      jest.spyOn(Date, 'now').mockReturnValue(clock - 7_200_000),
      jest.spyOn(performance, 'now').mockReturnValue(elapsed + 11_000),
    ];
    const since = circuit.awaySince;
    for (const spy of spies) spy.mockRestore();
    expect(since).toBeNull();
  });

  it('is one outage where nothing but slow work can find out, until that gets through or nobody tries', async () => {
    const { signal } = new AbortController();
    const circuit = outages.circuit('stripe');
    const elapsed = performance.now();
    let passedMs = 0;
    const spy = jest.spyOn(performance, 'now').mockImplementation(() => elapsed + passedMs);
    const told = async () => {
      const { checks } = await health.check();
      const detail = checks.find(({ name }) => name === 'outages')?.detail ?? {};
      return (detail as { stripe?: { since: string } }).stripe?.since ?? null;
    };
    circuit.open();
    const since = await told();
    for (let tries = 0; tries < 3; tries += 1) {
      await circuit.answers(signal);
      // As long as Stripe's SDK takes to give up, and as the pause of a job before.
      passedMs += 45_000;
      expect(await told()).toBe(since);
      circuit.open();
    }
    expect(since).not.toBeNull();
    await circuit.answers(signal);
    circuit.close();
    expect(await told()).toBeNull();
    circuit.open();
    await circuit.answers(signal);
    passedMs += 121_000;
    expect(await told()).toBeNull();
    spy.mockRestore();
  });

  it('is over once the work that waited in one piece is done', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 2) throw failure({ code: 'ECONNRESET' });
    };
    await outages.persist(work, new AbortController().signal);
    expect(await health.check()).toMatchObject({ checks: [{ name: 'cellar', status: 'up' }] });
    expect(outages.circuit(NETWORK).awaySince).toBeNull();
  });

  it('waits no longer than it is asked to', async () => {
    const stop = new AbortController();
    const work = outages.persist(() => Promise.reject(query('08006')), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
    const wrong = outages.persist(() => Promise.reject(query('23505')), new AbortController().signal);
    await expect(wrong).rejects.toThrow('failed');
  });

  it('does work again until it gets through', async () => {
    const { signal } = new AbortController();
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw query('57P03');
      return tries;
    };
    expect(await outages.persist(work, signal)).toBe(3);
  });
});

describe('what answers in place of Stripe', () => {
  it.each([
    ['a page that says yes', 200],
    ['a page that says that it is too busy', 503],
    ['a page that forbids', 403],
  ])('is an outage, as its SDK tells of it: %s', async (_what, status) => {
    const page = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Welcome to our network</h1>');
      });
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const { port } = page.address() as AddressInfo;
    const stripe = new Stripe('sk_test_page', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    try {
      const error: unknown = await stripe.balance.retrieve().catch((refused: unknown) => refused);
      expect(outageOf(error)).toBe('stripe');
    } finally {
      await new Promise((resolve) => page.close(resolve));
    }
  });
});
