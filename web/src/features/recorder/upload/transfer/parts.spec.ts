import { bytesOf, fits, partsOf } from './parts';

const KIB = 1024;

describe('partsOf', () => {
  it('cuts into pieces of 256 KiB with what is left at the end', () => {
    expect(partsOf(600 * KIB, 5 * KIB * KIB)).toEqual([
      { n: 0, start: 0, end: 256 * KIB },
      { n: 1, start: 256 * KIB, end: 512 * KIB },
      { n: 2, start: 512 * KIB, end: 600 * KIB },
    ]);
  });

  it('makes one part of a short take, and smaller ones where the server takes less', () => {
    expect(partsOf(10, 5000)).toEqual([{ n: 0, start: 0, end: 10 }]);
    expect(partsOf(10, 4).map(({ start, end }) => end - start)).toEqual([4, 4, 2]);
    expect(partsOf(8, 4)).toHaveLength(2);
  });
});

describe('what the server keeps', () => {
  const parts = partsOf(10, 4);

  it('fits when every kept part is one of these', () => {
    expect(fits(parts, [])).toBe(true);
    expect(
      fits(parts, [
        { n: 2, bytes: 2 },
        { n: 0, bytes: 4 },
      ]),
    ).toBe(true);
  });

  it('does not fit when it was cut otherwise, or is longer', () => {
    expect(fits(parts, [{ n: 0, bytes: 5 }])).toBe(false);
    expect(fits(parts, [{ n: 3, bytes: 4 }])).toBe(false);
  });

  it('counts the bytes', () => {
    expect(bytesOf(parts, new Set([0, 2]))).toBe(6);
  });
});
