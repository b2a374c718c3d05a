import { jest } from '@jest/globals';
import { HealthRegistry, Outages } from '#platform';
import { MailDelayedError, MailRefusedError } from './mail-error.js';
import { SmtpRefusals } from './smtp-refusals.js';

const paused = () => Promise.reject(new MailDelayedError('EENVELOPE RCPT TO 454', null, true));
const takes = async () => undefined;
const free = { outage: 'smtp-refusing', message: 'every mail is refused: EENVELOPE RCPT TO 454' };
const counted = { outage: null, message: 'EENVELOPE RCPT TO 454' };

describe('SmtpRefusals', () => {
  let refusals: SmtpRefusals;
  let health: HealthRegistry;
  let elapsed = 0;
  let asked = 0;

  const send = (to: string, answer: () => Promise<void>): Promise<unknown> =>
    refusals
      .whereTaken(`${to}@people.test`, () => {
        asked += 1;
        return answer();
      })
      .catch((error: unknown) => error);
  const refuseThree = async (): Promise<void> => {
    for (const to of ['anna', 'ben', 'cora']) await send(to, paused);
  };
  const told = async (): Promise<unknown> =>
    (await health.check()).checks.find(({ name }) => name === 'outages')?.detail;

  beforeEach(() => {
    [elapsed, asked] = [1_000_000, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => elapsed);
    health = new HealthRegistry();
    refusals = new SmtpRefusals(new Outages(health, { info: () => undefined, warn: () => undefined }));
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('takes the refusal of three recipients in a row for an outage, and that of two for their own', async () => {
    for (const to of ['anna', 'ben', 'ANNA']) expect(await send(to, paused)).toMatchObject(counted);
    expect(await told()).toBeUndefined();
    expect(await send('cora', paused)).toMatchObject(free);
    expect(await told()).toEqual({ 'smtp-refusing': { since: expect.any(String), waiting: 0 } });
    expect((await health.check()).status).toBe('up');
  });

  it('counts anew after a mail that was taken', async () => {
    await send('anna', paused);
    await send('ben', paused);
    await send('dora', takes);
    expect(await send('cora', paused)).toMatchObject(counted);
  });

  it('counts neither who is refused for good nor what the server may have taken', async () => {
    await send('anna', paused);
    await send('ben', paused);
    await send('cora', () => Promise.reject(new MailRefusedError('550')));
    await send('dora', () => Promise.reject(new MailDelayedError('ESOCKET CONN', null)));
    expect(await told()).toBeUndefined();
  });

  it('tries one mail at a time and ever more seldom while it lasts', async () => {
    await refuseThree();
    expect(await send('dora', takes)).toMatchObject(free);
    expect(asked).toBe(3);
    elapsed += 1001;
    const waiting = Promise.withResolvers<void>();
    const first = send('dora', () => waiting.promise);
    expect(await send('eric', takes)).toMatchObject(free);
    waiting.reject(new MailDelayedError('EENVELOPE RCPT TO 454', null, true));
    expect(await first).toMatchObject(free);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      elapsed += 60_001;
      expect(await send('dora', paused)).toMatchObject(free);
    }
    elapsed += 59_000;
    expect(await send('eric', takes)).toMatchObject(free);
    expect(asked).toBe(24);
  });

  it('is over with the first mail that is taken', async () => {
    await refuseThree();
    elapsed += 1001;
    expect(await send('dora', takes)).toBeUndefined();
    expect(await told()).toBeUndefined();
    expect(await Promise.all([send('anna', takes), send('ben', takes)])).toEqual([undefined, undefined]);
  });

  it('says nothing any more when no mail has been tried for ten minutes', async () => {
    await refuseThree();
    elapsed += 600_001;
    expect(await told()).toBeUndefined();
    expect(await send('dora', paused)).toMatchObject(counted);
  });
});
