import { jest } from '@jest/globals';
import { HealthRegistry } from '#platform';
import type { Mailer } from './mailer.js';
import { SmtpHealth } from './smtp.health.js';

/** The health of a mail server that answers as told. */
function healthOf(verify: () => Promise<void>) {
  const registry = new HealthRegistry();
  const asked = { times: 0 };
  const mailer = {
    verify: () => {
      asked.times += 1;
      return verify();
    },
  };
  new SmtpHealth(mailer as Mailer, registry);
  return { registry, asked };
}

describe('SmtpHealth', () => {
  it('asks once in ten seconds', async () => {
    const { registry, asked } = healthOf(async () => undefined);
    expect((await registry.check()).status).toBe('up');
    expect((await registry.check()).status).toBe('up');
    expect(asked.times).toBe(1);
  });

  it('asks again after ten seconds, also where the clock was put back meanwhile', async () => {
    let isUp = true;
    const { registry, asked } = healthOf(async () => {
      if (!isUp) throw new Error('refused');
    });
    expect((await registry.check()).status).toBe('up');
    isUp = false;
    const [clock, elapsed] = [Date.now(), performance.now()];
    const spies = [
      jest.spyOn(Date, 'now').mockReturnValue(clock - 7_200_000),
      jest.spyOn(performance, 'now').mockReturnValue(elapsed + 11_000),
    ];
    const { status } = await registry.check();
    for (const spy of spies) spy.mockRestore();
    expect([status, asked.times]).toEqual(['down', 2]);
  });

  it('says down when the server refuses', async () => {
    const { registry } = healthOf(() => Promise.reject(new Error('refused')));
    expect((await registry.check()).checks).toMatchObject([{ name: 'smtp', status: 'down' }]);
  });

  it('answers soon although the server is silent, and asks it once at a time', async () => {
    const { registry, asked } = healthOf(() => new Promise(() => undefined));
    const began = performance.now();
    expect((await registry.check()).status).toBe('down');
    expect((await registry.check()).status).toBe('down');
    expect(performance.now() - began).toBeLessThan(4000);
    expect(asked.times).toBe(1);
  });
});
