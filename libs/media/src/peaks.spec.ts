import { outlineOf, PeakMeter } from './peaks.js';

const samples = (values: number[]) => Int16Array.from(values);

describe('PeakMeter', () => {
  it('keeps the loudest sample of each tenth of a second', () => {
    const meter = new PeakMeter(20, 6000);
    meter.write(samples([0, 16_384, -32_768, 100, 0]));
    expect(meter.finish()).toEqual([0.5, 1, 0]);
    expect(meter.samples).toBe(5);
  });

  it('does not care where the pieces are cut', () => {
    const whole = samples([1000, -2000, 3000, -4000, 5000, -6000]);
    const meter = new PeakMeter(20, 6000);
    for (const sample of whole) meter.write(samples([sample]));
    const reference = new PeakMeter(20, 6000);
    reference.write(whole);
    expect(meter.finish()).toEqual(reference.finish());
    expect(meter.samples).toBe(6);
  });

  it('joins neighbours instead of growing without end', () => {
    const meter = new PeakMeter(10, 4);
    meter.write(samples(Array.from({ length: 16 }, (_, index) => (index + 1) * 2000)));
    // Sixteen values in four peaks of four.
    expect(meter.finish()).toEqual([0.244, 0.488, 0.732, 0.977]);
  });
});

describe('outlineOf', () => {
  it('keeps the loudest of each part, and no more than are wanted', () => {
    expect(outlineOf([0.1, 0.456, 0.2, 0.3], 2)).toEqual([0.46, 0.3]);
    const long = Array.from({ length: 6000 }, (_, index) => (index === 3000 ? 1 : 0.1));
    const outline = outlineOf(long, 100);
    expect(outline).toHaveLength(100);
    expect(outline.indexOf(1)).toBe(50);
  });

  it('leaves a short row as it is', () => {
    expect(outlineOf([0.5, 0.25], 100)).toEqual([0.5, 0.25]);
    expect(outlineOf([], 100)).toEqual([]);
  });

  it('loses no value between two parts', () => {
    for (let at = 0; at < 130; at += 1) {
      const peaks = Array.from({ length: 130 }, (_, index) => (index === at ? 1 : 0));
      expect(outlineOf(peaks, 96)).toContain(1);
    }
  });
});
