import { activeSegment } from './active-segment';
import { fitPeaks } from './peaks';
import { speakerOf } from './speaker';

describe('activeSegment', () => {
  const segments = [{ start: 0.5 }, { start: 3 }, { start: 6 }];

  it.each([
    [0, -1],
    [0.5, 0],
    [2.9, 0],
    [3, 1],
    [99, 2],
  ])('at %s seconds it is segment %s', (seconds, index) => {
    expect(activeSegment(segments, seconds)).toBe(index);
  });

  it('finds nothing in an empty transcript', () => {
    expect(activeSegment([], 5)).toBe(-1);
  });
});

describe('speakerOf', () => {
  const names = { a: 'Maria', b: 'Tom' };

  it.each([
    ['party_a', 'Maria', 'a'],
    ['B', 'Tom', 'b'],
    ['Tom', 'Tom', 'b'],
    ['Speaker 3', 'Speaker 3', 'other'],
    [null, 'Speaker', 'other'],
  ])('the label %s stands for %s', (label, name, side) => {
    expect(speakerOf(label, names, 'Speaker')).toEqual({ name, side });
  });
});

describe('fitPeaks', () => {
  it('keeps the loudest of each part, scaled to the loudest of all', () => {
    expect(fitPeaks([0.1, 0.5, 0.2, 0.25], 2)).toEqual([1, 0.5]);
  });

  it('stretches a short row and draws a flat line for none', () => {
    expect(fitPeaks([1], 3)).toEqual([1, 1, 1]);
    expect(new Set(fitPeaks([], 4)).size).toBe(1);
    expect(fitPeaks([], 4)).toHaveLength(4);
  });
});
