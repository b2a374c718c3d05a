import type { TranscriptView } from '../../lib/api/api-types';
import { createClock, SPEEDS, speedFrom } from '../player/use-player';
import { fitPeaks } from '../player/waveform';
import { activeSegment } from './lines';
import { speakerOf } from './speakers';
import { transcriptText, wordsToShare } from './transcript-text';

const SPEAKERS = [
  { label: '1', party: 'a' as const, name: 'Maria', basis: 'said' as const },
  { label: '2', party: 'b' as const, name: 'Tom', basis: 'order' as const },
  { label: '3', party: null, name: 'Speaker 3', basis: null },
];

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
  it.each([
    ['1', 'Maria', 'a'],
    ['2', 'Tom', 'b'],
    ['3', 'Speaker 3', 'other'],
    ['9', 'Speaker', 'other'],
    [null, 'Speaker', 'other'],
  ])('the label %s stands for %s', (label, name, side) => {
    expect(speakerOf(label, SPEAKERS, 'Speaker')).toEqual({ name, side });
  });
});

describe('fitPeaks', () => {
  it('keeps the loudest of each part, scaled to the loudest of all', () => {
    expect(fitPeaks([0.1, 0.5, 0.2, 0.25], 2)).toEqual([1, 0.5]);
  });

  it('stretches a short row and makes nothing of nothing', () => {
    expect(fitPeaks([1], 3)).toEqual([1, 1, 1]);
    expect(fitPeaks([], 4)).toEqual([]);
  });
});

describe('speedFrom', () => {
  it('keeps what is offered and nothing else', () => {
    for (const speed of SPEEDS) expect(speedFrom(String(speed))).toBe(speed);
    for (const odd of [null, '', '16', 'fast', '-1', 'NaN']) expect(speedFrom(odd)).toBe(1);
  });
});

describe('createClock', () => {
  it('tells of each new position, and of none twice', () => {
    const clock = createClock();
    const told: number[] = [];
    const stop = clock.subscribe(() => told.push(clock.now()));
    clock.set(1);
    clock.set(1);
    clock.set(2.5);
    stop();
    clock.set(3);
    expect(told).toEqual([1, 2.5]);
    expect(clock.now()).toBe(3);
  });
});

describe('what is taken along', () => {
  const spoken = { segments: [], text: 'I agree.', human: null } as unknown as TranscriptView;

  it('has above it what it is about, if that was said', () => {
    expect(wordsToShare(spoken, 'Honda Civic')).toBe('Honda Civic\n\nI agree.');
    expect(wordsToShare(spoken, null)).toBe('I agree.');
  });

  it('is nothing without words', () => {
    expect(wordsToShare({ ...spoken, text: '' }, 'Honda Civic')).toBe('');
  });
});

describe('transcriptText', () => {
  it('says who, when and what', () => {
    const segments = [
      { start: 0.4, end: 2, text: 'I sell my car.', speaker: '1', confidence: null },
      { start: 65, end: 70, text: 'I agree.', speaker: null, confidence: null },
    ];
    expect(transcriptText(segments, SPEAKERS, 'Speaker')).toBe(
      'Maria (0:00): I sell my car.\nSpeaker (1:05): I agree.',
    );
  });
});
