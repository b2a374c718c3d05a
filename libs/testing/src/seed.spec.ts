import { SeededRandom, testSeed } from './seed.js';

describe('random input', () => {
  it('has the seed that is given, or one that is always the same', () => {
    expect(testSeed({ TEST_SEED: '7' })).toBe(7);
    expect(testSeed({})).toBe(testSeed({ TEST_SEED: '' }));
    expect(() => testSeed({ TEST_SEED: 'seven' })).toThrow('TEST_SEED is no whole number: seven');
  });

  it('is the same for the same seed and name, and another one otherwise', () => {
    const draw = (name: string, seed: number) => {
      const random = new SeededRandom(name, seed);
      return [random.bytes(40).toString('hex'), random.next(), random.chance(), random.between(0, 1e9)];
    };
    expect(draw('a', 1)).toEqual(draw('a', 1));
    expect(draw('b', 1)).not.toEqual(draw('a', 1));
    expect(draw('a', 2)).not.toEqual(draw('a', 1));
  });

  it('stays within its limits and reaches all of them', () => {
    const random = new SeededRandom('limits', 1);
    const dice = Array.from({ length: 600 }, () => random.between(1, 7));
    for (const face of [1, 2, 3, 4, 5, 6]) {
      expect(dice.filter((one) => one === face).length).toBeGreaterThan(60);
    }
    expect(dice.every((one) => one >= 1 && one <= 6)).toBe(true);
    expect(new Set(Array.from({ length: 60 }, () => random.pick(['a', 'b', 'c'])))).toEqual(
      new Set(['a', 'b', 'c']),
    );
    expect(() => random.pick([])).toThrow('nothing to pick');
    expect(random.bytes(33)).toHaveLength(33);
  });
});
