import { loudness, peakOf } from './levels';

describe('loudness', () => {
  it('is 0 for silence and for nothing', () => {
    expect(loudness(new Float32Array(64))).toBe(0);
    expect(loudness(new Float32Array(0))).toBe(0);
  });

  it('is 1 at full scale and grows with the signal', () => {
    expect(loudness(new Float32Array(64).fill(1))).toBe(1);
    expect(loudness(new Float32Array(64).fill(0.1))).toBeCloseTo(2 / 3, 5);
    expect(loudness(new Float32Array(64).fill(0.0001))).toBe(0);
  });
});

describe('peakOf', () => {
  it('finds the furthest sample on either side', () => {
    expect(peakOf(new Float32Array([0.1, -0.75, 0.5]))).toBe(0.75);
    expect(peakOf(new Float32Array(0))).toBe(0);
    expect(peakOf(new Float32Array([1.5]))).toBe(1);
  });
});
