import { isSilent, loudness, peakOf, type Sound, SoundMonitor } from './mixer';

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

describe('isSilent', () => {
  it.each([
    ['nobody was heard', [0, 0.12, 0.05], 0.3, true],
    ['somebody was heard once', [0, 0.13, 0], 0.3, false],
    ['nothing was measured', [], 2, false],
    ['less than half was measured', [0, 0, 0], 0.7, false],
    ['the length is not known', [0, 0], 0, true],
  ])('where %s: %j in %d s', (_, levels, seconds, expected) => {
    expect(isSilent({ levels, seconds })).toBe(expected);
  });
});

describe('peakOf', () => {
  it('finds the furthest sample on either side', () => {
    expect(peakOf(new Float32Array([0.1, -0.75, 0.5]))).toBe(0.75);
    expect(peakOf(new Float32Array(0))).toBe(0);
    expect(peakOf(new Float32Array([1.5]))).toBe(1);
  });
});

const STEP_MS = 100;

/** What the watch says at each step of a recording that is described piece by piece. */
function judge(...pieces: { ms: number; level: number; peak?: number }[]): { at: number; sound: Sound }[] {
  const watch = new SoundMonitor();
  const said: { at: number; sound: Sound }[] = [];
  let at = 0;
  for (const { ms, level, peak = level } of pieces) {
    for (const end = at + ms; at < end; ) {
      at += STEP_MS;
      said.push({ at, sound: watch.note(level, peak, at) });
    }
  }
  return said;
}

const first = (said: { at: number; sound: Sound }[], sound: Sound) =>
  said.find((one) => one.sound === sound)?.at ?? null;

describe('SoundWatch', () => {
  it('warns after 4 seconds of silence at the start', () => {
    const at = first(judge({ ms: 10_000, level: 0 }), 'silent') ?? 0;
    expect(Math.abs(at - 4000)).toBeLessThanOrEqual(500);
  });

  it('is more patient once something was heard: 15 seconds', () => {
    const said = judge({ ms: 1000, level: 0.5 }, { ms: 20_000, level: 0.01 });
    const at = first(said, 'silent') ?? 0;
    expect(Math.abs(at - 16_000)).toBeLessThanOrEqual(500);
    expect(said[5]?.sound).toBe('heard');
  });

  it('takes the warning back as soon as there is sound', () => {
    const said = judge({ ms: 5000, level: 0 }, { ms: STEP_MS, level: 0.4 });
    expect(said.at(-1)?.sound).toBe('heard');
  });

  it('says too loud above -1 dBFS for 200 ms, and not for one short peak', () => {
    expect(first(judge({ ms: 1000, level: 0.6, peak: 0.88 }), 'loud')).toBeNull();
    expect(first(judge({ ms: 100, level: 0.9, peak: 1 }, { ms: 900, level: 0.5 }), 'loud')).toBeNull();
    const said = judge({ ms: 400, level: 0.9, peak: 0.9 }, { ms: 4000, level: 0.5 });
    expect(first(said, 'loud')).toBe(300);
    // It stays long enough to be read, then goes.
    const loud = said.filter((one) => one.sound === 'loud');
    expect(loud.at(-1)?.at).toBe(2300);
    expect(said.at(-1)?.sound).toBe('heard');
  });

  it('begins anew with the next recording', () => {
    const watch = new SoundMonitor();
    watch.note(0.5, 0.5, 60_000);
    watch.reset();
    expect(watch.note(0, 0, 100)).toBe('waiting');
  });
});
