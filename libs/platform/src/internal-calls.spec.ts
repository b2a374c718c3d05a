import { Body, Controller, Module, Param, Query } from '@nestjs/common';
import { addressOf, defineCall, getAgreementOwner, getJob, json } from '#contracts';
import { Caller } from './access.guard.js';
import { AppError, isPermanent } from './app-error.js';
import { BaseConfig } from './config.js';
import { Text } from './fields.js';
import { InternalCall, ServiceClient } from './internal-calls.js';
import { OutageError, outageOf } from './outage.js';
import { type RunningService, startService } from './service.js';
import { type Principal, ServiceTokens, visitor } from './service-token.js';

const greet = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/greetings/:name',
  query: json<{ isLoud?: boolean }>(),
  answer: json<{ text: string }>(),
  errors: ['not_found'],
});

const act = defineCall({
  callee: ['auth', 'payments'],
  askedBy: 'admin',
  method: 'POST',
  path: '/internal/acts',
  body: json<{ act: string }>(),
  answer: json<{ by: number; act: string }>(),
  errors: [],
});

class ActBody {
  @Text({ max: 10 }) act: string;
}

@Controller()
class HallController {
  @InternalCall(greet)
  async greet(@Param('name') name: string, @Query('isLoud') isLoud?: string): Promise<{ text: string }> {
    if (name === 'nobody') throw new AppError('not_found');
    return { text: `Hello ${name}${isLoud === 'true' ? '!' : ''}` };
  }

  @InternalCall(act)
  act(@Body() body: ActBody, @Caller() { id }: Principal): { by: number; act: string } {
    return { ...body, by: id };
  }
}

@Module({ controllers: [HallController] })
class HallModule {}

const admin: Principal = { kind: 'admin', id: 3, sessionId: 's' };

it('is checked by the compiler on both sides', () => {
  expect(typeof mistakes).toBe('function');
});

describe('a call', () => {
  let service: RunningService;
  let auth: ServiceClient<'auth'>;

  beforeAll(async () => {
    service = await startService(
      { name: 'auth', config: BaseConfig, module: HallModule },
      {
        PORT: '0',
        LOG_LEVEL: 'silent',
        SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-thirty-two-characters',
        AMQP_URL: 'amqp://localhost',
        REDIS_URL: 'redis://localhost',
      },
    );
    auth = new ServiceClient(service.url, service.app.get(ServiceTokens), 'payments', 'auth');
  });
  afterAll(async () => {
    await auth?.close();
    await service?.close();
  });

  it('is asked and answered at the address of its definition', async () => {
    expect(await auth.call(greet, { params: { name: 'Ann Lee' }, query: {} })).toEqual({
      text: 'Hello Ann Lee',
    });
    expect(await auth.call(greet, { params: { name: 'Ann' }, query: { isLoud: true } })).toEqual({
      text: 'Hello Ann!',
    });
  });

  it('is answered to whom it is for, in whose name it is asked', async () => {
    expect(await auth.call(act, { body: { act: 'look' }, principal: admin })).toEqual({ by: 3, act: 'look' });
    const user: Principal = { ...admin, kind: 'user' };
    await expect(auth.call(act, { body: { act: 'look' }, principal: user })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(auth.call(act, { body: { act: 'far too long' }, principal: admin })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('throws what it is refused with, and says when nobody answers', async () => {
    await expect(auth.call(greet, { params: { name: 'nobody' }, query: {} })).rejects.toMatchObject({
      code: 'not_found',
    });
    const away = new ServiceClient('http://127.0.0.1:1', service.app.get(ServiceTokens), 'payments', 'auth');
    const error = await away.call(greet, { params: { name: 'Ann' }, query: {} }).catch((thrown) => thrown);
    await away.close();
    expect(error).toMatchObject({ code: 'unavailable', cause: expect.any(OutageError) });
  });

  it('is told that the service is away when it refuses the token, whoever it speaks for', async () => {
    const tokens = new ServiceTokens('another-secret-of-at-least-thirty-two-characters');
    const refused = new ServiceClient(service.url, tokens, 'payments', 'auth');
    const thrown = (call: Promise<unknown>) => call.catch((error: unknown) => error);
    const errors = [
      await thrown(refused.call(greet, { params: { name: 'Ann' }, query: {} })),
      await thrown(refused.call(act, { body: { act: 'look' }, principal: admin })),
    ];
    const ofVisitor = await thrown(auth.call(act, { body: { act: 'look' }, principal: visitor }));
    await refused.close();
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'unavailable', cause: expect.any(OutageError) });
      expect([isPermanent(error), outageOf(error)]).toEqual([false, 'auth']);
    }
    expect(ofVisitor).toMatchObject({ code: 'unauthenticated' });
  });

  it('has every part of its address encoded, and of its query what is given', () => {
    expect(addressOf(greet, { params: { name: 'a/../b?c' }, query: { isLoud: undefined } })).toBe(
      '/internal/greetings/a%2F..%2Fb%3Fc',
    );
    expect(() => defineCall({ ...greet, path: '/internal//x' })).toThrow('malformed');
    expect(() => InternalCall(greet, act)).toThrow('another address');
  });
});

/** Never run: the compiler refuses each of these, or this file does not compile. */
function mistakes(auth: ServiceClient<'auth'>, agreements: ServiceClient<'agreements'>): unknown[] {
  class Wrong {
    // @ts-expect-error: another type of answer
    @InternalCall(greet)
    async number(): Promise<{ text: number }> {
      return { text: 1 };
    }

    // @ts-expect-error: a field is missing
    @InternalCall(act)
    less(): { by: number } {
      return { by: 1 };
    }
  }
  return [
    Wrong,
    // @ts-expect-error: another service answers it
    auth.call(getAgreementOwner, { params: { agreementId: '1' } }),
    // @ts-expect-error: auth has no jobs
    auth.call(getJob, { params: { id: '1' } }),
    // @ts-expect-error: the parameter is called otherwise
    agreements.call(getAgreementOwner, { params: { id: '1' } }),
    // @ts-expect-error: there is no body
    agreements.call(getAgreementOwner, { params: { agreementId: '1' }, body: {} }),
    // @ts-expect-error: an administrator has to ask
    auth.call(act, { body: { act: 'look' } }),
    // @ts-expect-error: the answer has no such field
    agreements.call(getAgreementOwner, { params: { agreementId: '1' } }).then(({ id }) => id),
    // @ts-expect-error: an address is no definition
    agreements.call('/internal/agreements/1'),
  ];
}
