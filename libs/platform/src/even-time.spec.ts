import { letTimePass } from '../../testing/src/eventually.js';
import { inEvenTime } from './even-time.js';

// Steps so long that a machine that is busy elsewhere does not make an answer miss its own.
const STEP_MS = 400;

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await inEvenTime(STEP_MS, work).catch(() => undefined);
  return performance.now() - began;
};

describe('an answer in even time', () => {
  it('takes the same for short and for longer work', async () => {
    const times = [
      await took(async () => 1),
      await took(() => letTimePass(STEP_MS * 0.4, 'work of that length')),
    ];
    for (const time of times) {
      expect(time).toBeGreaterThan(STEP_MS - 3);
      expect(time).toBeLessThan(STEP_MS * 1.9);
    }
  });

  it('takes the next step when the work took longer than one', async () => {
    const time = await took(() => letTimePass(STEP_MS * 1.2, 'work of that length'));
    expect(time).toBeGreaterThan(STEP_MS * 2 - 3);
    expect(time).toBeLessThan(STEP_MS * 2.9);
  });

  it('takes the same for work that fails, and tells why it failed', async () => {
    const fails = async () => {
      throw new Error('broken');
    };
    expect(await took(fails)).toBeGreaterThan(STEP_MS - 3);
    await expect(inEvenTime(1, fails)).rejects.toThrow('broken');
    await expect(inEvenTime(1, async () => 'fine')).resolves.toBe('fine');
  });
});
