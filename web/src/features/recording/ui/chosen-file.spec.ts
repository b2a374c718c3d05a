import { isRefusedAsTooLong, isTooLong, levelsOf, mayUnpack } from './chosen-file';

describe('isTooLong', () => {
  it('allows what the server allows, and everything without a limit', () => {
    expect(isTooLong(184.9, 180)).toBe(false);
    expect(isTooLong(185.1, 180)).toBe(true);
    expect(isTooLong(100_000, 0)).toBe(false);
  });
});

describe('isRefusedAsTooLong', () => {
  it('allows the recorder to have run on, and a file only a moment', () => {
    expect(isRefusedAsTooLong({ seconds: 780 }, 180)).toBe(false);
    expect(isRefusedAsTooLong({ seconds: 781 }, 180)).toBe(true);
    expect(isRefusedAsTooLong({ seconds: 190, fileName: 'memo.m4a' }, 180)).toBe(true);
    expect(isRefusedAsTooLong({ seconds: 100_000 }, 0)).toBe(false);
  });
});

const MEGABYTE = 1024 * 1024;

describe('mayUnpack', () => {
  it.each([
    ['as long as the plan takes', 25, 604, 600, true],
    ['longer than the plan takes', 25, 606, 600, false],
    ['of a quarter of an hour, without a limit', 25, 900, 0, true],
    ['longer than that, without a limit', 25, 901, 0, false],
    ['short and large', 31, 60, 600, false],
    ['small, of unknown length', 5, null, 600, true],
    ['not small, of unknown length', 6, null, 600, false],
  ])('a sound %s', (_, megabytes, seconds, limit, expected) => {
    expect(mayUnpack(megabytes * MEGABYTE, seconds, limit)).toBe(expected);
  });
});

describe('levelsOf', () => {
  const sound = (...channels: number[][]) => ({
    sampleRate: 20,
    numberOfChannels: channels.length,
    getChannelData: (n: number) => new Float32Array(channels[n] ?? []),
  });

  it('has the loudness of every 100 ms, to the end', () => {
    expect(levelsOf(sound([0, 0, 1, -1, 0.1]))).toEqual([0, 1, 0.67]);
  });

  it('is that of the channel that was spoken into', () => {
    expect(levelsOf(sound([0, 0], [1, 1]))).toEqual([1]);
  });

  it('of nothing is nothing', () => {
    expect(levelsOf(sound())).toEqual([]);
  });
});
