import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { Body, Controller, Get, HttpException, Module, type OnModuleDestroy, Post } from '@nestjs/common';
import { Access, Caller } from './access.guard.js';
import { AppError } from './app-error.js';
import { BaseConfig } from './config.js';
import { currentContext } from './context.js';
import type { DrainingAdapter } from './draining.adapter.js';
import { Text } from './fields.js';
import { HealthRegistry } from './health.js';
import { type RunningService, startService } from './service.js';
import { type Principal, ServiceTokens, visitor } from './service-token.js';

class Order {
  @Text({ max: 10 }) name: string;
}

@Controller()
class BakeryController {
  @Access('anyone') @Get('anyone') anyone(@Caller() caller: Principal) {
    return caller;
  }
  @Get('user') user(@Caller() caller: Principal) {
    return caller;
  }
  @Access('admin') @Get('admin') admin() {
    return {};
  }
  @Access('service') @Get('service') service() {
    return {};
  }
  @Access('open') @Post('orders') order(@Body() order: Order) {
    return { ...order, correlationId: currentContext().correlationId };
  }
  @Access('open') @Get('broken') broken() {
    throw new Error('the password of the database is hunter2');
  }
  @Access('open') @Get('outage') outage() {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  }
  @Access('open') @Get('limited') limited() {
    throw new AppError('too_many_requests', { retryAfterSeconds: 7, extra: { nextAt: 'noon' } });
  }
  @Access('open') @Get('teapot') teapot() {
    throw new HttpException('internal words', 418);
  }
}

/** Answers when the test says so, with whether the service still has what it needs. */
@Access('open')
@Controller()
class OvenController implements OnModuleDestroy {
  begun = Promise.withResolvers<void>();
  baked = Promise.withResolvers<void>();
  private isHot = true;

  onModuleDestroy(): void {
    this.isHot = false;
  }
  @Post('loaves') async bake() {
    this.begun.resolve();
    await this.baked.promise;
    return { isHot: this.isHot };
  }
}

@Module({ controllers: [BakeryController, OvenController] })
class BakeryModule {}

const definition = { name: 'bakery', config: BaseConfig, module: BakeryModule, bodyLimit: 1000 };
const env = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  AMQP_URL: 'amqp://localhost',
  REDIS_URL: 'redis://localhost',
};

describe('a service', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService(definition, env);
  });
  afterAll(() => service?.close());

  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(service.url + path, init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object };
  };
  const as = (principal: Principal) => ({
    headers: { 'x-service-token': service.app.get(ServiceTokens).issue(principal) },
  });
  const post = (body: string, headers: Record<string, string> = {}) =>
    call('/orders', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  const user: Principal = { kind: 'user', id: 7, sessionId: 's' };
  const admin: Principal = { kind: 'admin', id: 1, sessionId: 's' };
  const other: Principal = { kind: 'service', id: 0, sessionId: null, name: 'payments' };

  it.each<[string, Principal, number]>([
    ['/anyone', visitor, 200],
    ['/anyone', user, 200],
    ['/user', visitor, 401],
    ['/user', user, 200],
    ['/user', admin, 403],
    ['/user', other, 403],
    ['/admin', visitor, 401],
    ['/admin', user, 403],
    ['/admin', admin, 200],
    ['/service', user, 403],
    ['/service', visitor, 401],
    ['/service', other, 200],
  ])('answers %s to %j with %d', async (path, principal, status) => {
    expect((await call(path, as(principal))).status).toBe(status);
  });

  it.each(['/anyone', '/user', '/admin', '/service'])('refuses %s without a good token', async (path) => {
    expect(await call(path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const forged = await call(path, { headers: { 'x-service-token': 'forged' } });
    expect(forged.status).toBe(401);
    expect(forged.headers.get('www-authenticate')).toBe('ServiceToken');
  });

  it('refuses a visitor as somebody who can log in: the token is good', async () => {
    expect((await call('/user', as(visitor))).headers.get('www-authenticate')).toBeNull();
  });

  it('tells the handler who calls', async () => {
    expect((await call('/user', as(user))).body).toEqual(user);
  });

  it('keeps the correlation id beyond the body, and answers it', async () => {
    const { headers, body } = await post('{"name":"bread"}', { 'x-correlation-id': 'order-1234' });
    expect(headers.get('x-correlation-id')).toBe('order-1234');
    expect(body).toEqual({ name: 'bread', correlationId: 'order-1234' });
  });

  it('keeps the correlation id of a body that comes slowly', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-correlation-id': 'order-5678' };
      const slow = request(`${service.url}/orders`, { method: 'POST', headers }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      });
      slow.on('error', reject);
      // The rest is sent when the service has begun with the request.
      service.app.getHttpServer().once('request', () => slow.end('"bread"}'));
      slow.write('{"name":');
    });
    expect(JSON.parse(answer)).toEqual({ name: 'bread', correlationId: 'order-5678' });
  });

  it('gives an error the correlation id of its answer', async () => {
    const { headers, body } = await post('{"name":""}');
    expect(body).toMatchObject({ correlationId: headers.get('x-correlation-id') });
  });

  it.each<[string, number, string]>([
    ['{"name":"far too long"}', 400, 'invalid_input'],
    ['{"name":"bread","price":0}', 400, 'invalid_input'],
    ['{"name":["bread"]}', 400, 'invalid_input'],
    ['[]', 400, 'invalid_input'],
    ['{', 400, 'invalid_input'],
    ['null', 400, 'invalid_input'],
    [`{"name":"${'x'.repeat(2000)}"}`, 413, 'body_too_large'],
  ])('refuses the body %.30s', async (body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: { statusCode: status, code } });
  });

  it('names the field that is wrong', async () => {
    const { body } = await post('{"name":"bread","price":0}');
    expect(body).toMatchObject({ errors: [{ field: 'price' }] });
  });

  it('hides what went wrong inside', async () => {
    const { status, body } = await call('/broken');
    expect(status).toBe(500);
    expect(Object.keys(body).sort()).toEqual(['code', 'correlationId', 'message', 'statusCode']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it('says when to come back', async () => {
    const outage = await call('/outage');
    expect(outage).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(outage.headers.get('retry-after')).toBe('2');
    const limited = await call('/limited');
    expect(limited).toMatchObject({ status: 429, body: { code: 'too_many_requests', nextAt: 'noon' } });
    expect(limited.headers.get('retry-after')).toBe('7');
  });

  it('answers unknown routes and foreign errors from the catalogue', async () => {
    expect(await call('/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const teapot = await call('/teapot');
    expect(teapot).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(JSON.stringify(teapot.body)).not.toContain('internal words');
  });

  it('is healthy while every probe answers, also slowly for a while, and not when it stops', async () => {
    const health = service.app.get(HealthRegistry);
    health.add('oven', async () => ({ degrees: 200 }));
    const up = { name: 'oven', status: 'up', detail: { degrees: 200 } };
    expect(await call('/health')).toMatchObject({ status: 200, body: { status: 'up', checks: [up] } });
    health.add('oven', () => Promise.reject(new Error('cold')));
    health.add('counter', async () => undefined);
    expect(await call('/health')).toMatchObject({
      status: 503,
      body: {
        checks: [
          { name: 'oven', status: 'down' },
          { name: 'counter', status: 'up' },
        ],
      },
    });
    health.add('oven', async () => undefined);
    expect((await call('/health')).status).toBe(200);
    health.probeLimitMs = 50;
    health.add('oven', () => new Promise(() => undefined));
    expect(await call('/health')).toMatchObject({
      status: 200,
      body: { checks: [{ status: 'up' }, { status: 'up' }] },
    });
    // The clock of the machine may be put back meanwhile.
    const lasting = [
      jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000),
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 7_200_000),
    ];
    expect((await call('/health')).status).toBe(503);
    for (const spy of lasting) spy.mockRestore();
    health.probeLimitMs = 2000;
    let looks = 0;
    health.add('oven', async () => ({ looks: ++looks }));
    await Promise.all(Array.from({ length: 20 }, () => health.check()));
    expect(looks).toBe(1);
    health.stopping();
    expect((await call('/health')).status).toBe(503);
    expect((await call('/health/live')).status).toBe(200);
  });

  it('closes what it opened when it cannot listen', async () => {
    const { port } = new URL(service.url);
    await expect(startService(definition, { ...env, PORT: port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('a service that is stopped', () => {
  const start = async () => {
    const service = await startService(definition, env);
    const oven = service.app.get(OvenController);
    const agent = new Agent({ keepAlive: true });
    /** The status and the parsed body, or how the connection ended without them. */
    const ask = (path: string, method = 'POST') =>
      new Promise<{ status: number | undefined; body: unknown } | string>((resolve) => {
        const asked = request(service.url + path, { method, agent }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (more: string) => {
            text += more;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, body: JSON.parse(text) }));
        });
        asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        asked.end();
      });
    return { service, oven, ask, agent };
  };

  it('gives the answers that are under way, with all that they need, and is not held up by idle connections', async () => {
    const { service, oven, ask } = await start();
    const { port, hostname } = new URL(service.url);
    const silent = connect(Number(port), hostname);
    await new Promise((resolve) => silent.once('connect', resolve));
    await ask('/health/live', 'GET');
    const answer = ask('/loaves');
    await oven.begun.promise;
    const closed = service.close();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    oven.baked.resolve();
    expect(await answer).toEqual({ status: 201, body: { isHot: true } });
    await closed;
  });

  it('takes the rest of a body whose answer was given early: a closed connection would lose the answer', async () => {
    const { service } = await start();
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const head =
      'POST /orders HTTP/1.1\r\nHost: bakery\r\nContent-Type: application/xml\r\nContent-Length: 2';
    socket.write(`${head}\r\n\r\n1`);
    const [data] = await once(socket, 'data');
    expect(String(data)).toMatch(/^HTTP\/1\.1 415 /);
    let isOver = false;
    const over = once(socket, 'end').then(() => {
      isOver = true;
    });
    const closed = service.close();
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    expect(isOver).toBe(false);
    socket.write('2');
    await closed;
    await over;
  });

  it('waits for no answer longer than is said', async () => {
    const { service, oven, ask } = await start();
    const answer = ask('/loaves');
    await oven.begun.promise;
    (service.app.getHttpAdapter() as unknown as DrainingAdapter).drainMs = 50;
    await service.close();
    expect(await answer).toBe('ECONNRESET');
    oven.baked.resolve();
  });
});
