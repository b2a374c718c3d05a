import { setTimeout as sleep } from 'node:timers/promises';
import { inEvenTime } from './even-time.js';

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await inEvenTime(100, work).catch(() => undefined);
  return performance.now() - began;
};

describe('an answer in even time', () => {
  it('takes the same for short and for longer work', async () => {
    const times = [await took(async () => 1), await took(() => sleep(40))];
    for (const time of times) {
      expect(time).toBeGreaterThan(97);
      expect(time).toBeLessThan(190);
    }
  });

  it('takes the next step when the work took longer than one', async () => {
    const time = await took(() => sleep(120));
    expect(time).toBeGreaterThan(197);
    expect(time).toBeLessThan(290);
  });

  it('takes the same for work that fails, and tells why it failed', async () => {
    const fails = async () => {
      throw new Error('broken');
    };
    expect(await took(fails)).toBeGreaterThan(97);
    await expect(inEvenTime(1, fails)).rejects.toThrow('broken');
    await expect(inEvenTime(1, async () => 'fine')).resolves.toBe('fine');
  });
});
