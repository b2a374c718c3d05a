import { isTooLong, levelsOf } from './chosen-file';

describe('isTooLong', () => {
  it('allows what the server allows, and everything without a limit', () => {
    expect(isTooLong(184.9, 180)).toBe(false);
    expect(isTooLong(185.1, 180)).toBe(true);
    expect(isTooLong(100_000, 0)).toBe(false);
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
