import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diarizationScore, SeededRandom } from '#testing';
import { audibleFrames, turnsOf } from './audible-frames.js';
import { GaussianMixture, randomFrom } from './gaussian-mixture.js';
import { UNKNOWN } from './initial-guesses.js';
import { diarizeWithLabels } from './labelled-spans.js';
import { CEPSTRA, CepstraExtractor } from './mfcc.js';
import { diarizeByMixtures } from './mixtures.js';
import { halveRate, PITCH_WINDOW, PitchExtractor } from './pitch.js';
import { HIGH, LOW, makeDialogue, makeVoice, waveFile } from './test/made-voices.js';
import { likeliestTurns } from './viterbi.js';
import { readVoiceFrames } from './voice-frames.js';

describe('PitchExtractor', () => {
  it.each([70, 95, 140, 210, 330, 390])('hears %i Hz, not its half or double', (hertz) => {
    const voice = makeVoice({ hertz, formants: [600, 1500] }, 0.2, () => 0.5);
    const halved = halveRate(voice);
    const heard = 2 ** new PitchExtractor().find(halved, (halved.length - PITCH_WINDOW) >> 1);
    expect(Math.abs(heard - hertz) / hertz).toBeLessThan(0.04);
  });

  it('hears none in noise and in silence', () => {
    const random = randomFrom(3);
    const pitch = new PitchExtractor();
    expect(
      pitch.find(
        Float32Array.from({ length: PITCH_WINDOW }, () => random() - 0.5),
        0,
      ),
    ).toBeNaN();
    expect(pitch.find(new Float32Array(PITCH_WINDOW), 0)).toBeNaN();
  });
});

describe('CepstraExtractor', () => {
  const extract = (samples: Float32Array, at = 1) => {
    const out = new Float32Array(CEPSTRA);
    const energy = new CepstraExtractor().extract(samples, at, out, 0);
    return { out, energy };
  };

  it('is the same however loud somebody speaks, and its energy is not', () => {
    const voice = makeVoice(LOW, 0.2, () => 0.5).map((sample) => sample * 3);
    const quiet = extract(
      voice.map((sample) => sample / 2),
      1000,
    );
    const loud = extract(voice, 1000);
    for (let c = 0; c < CEPSTRA; c += 1) expect(loud.out[c]).toBeCloseTo(quiet.out[c] ?? 0, 1);
    expect(loud.energy - quiet.energy).toBeCloseTo(Math.log(4), 2);
  });

  it('is finite for silence', () => {
    const { out, energy } = extract(new Float32Array(500));
    expect([...out, energy].every(Number.isFinite)).toBe(true);
  });
});

describe('GaussianMixture', () => {
  it('gives what is like that from which it was learned the greater likelihood', () => {
    const random = randomFrom(1);
    const bell = () => random() + random() + random() + random() - 2;
    // Two clouds on each side: one Gaussian alone could not tell them.
    const frames = Float32Array.from({ length: 800 * 2 }, (_, index) => {
      const frame = index >> 1;
      return bell() * 0.5 + (frame % 2 === 0 ? 3 : -3) * (frame < 400 ? 1 : index % 2 === 0 ? 1 : -1);
    });
    const own = Int32Array.from({ length: 400 }, (_, n) => n);
    const mixture = new GaussianMixture(frames, 2, own, 2, random);
    const mean = (from: number) => {
      let sum = 0;
      for (let n = from; n < from + 400; n += 1) sum += mixture.logLikelihood(n);
      return sum / 400;
    };
    expect(mean(0)).toBeGreaterThan(mean(400) + 10);
  });

  it('learns from frames that are all the same', () => {
    const mixture = new GaussianMixture(
      new Float32Array(100),
      2,
      Int32Array.from({ length: 50 }, (_, n) => n),
      5,
      randomFrom(1),
    );
    expect(Number.isFinite(mixture.logLikelihood(0))).toBe(true);
  });
});

describe('likeliestTurns', () => {
  /** Every way with turns that are long enough, but for the last. */
  const bestByTrying = (scores: Float64Array, least: number, change: number) => {
    const count = scores.length >> 1;
    let best = Number.NEGATIVE_INFINITY;
    for (let way = 0; way < 2 ** count; way += 1) {
      let [score, length, isAllowed] = [0, 0, true];
      for (let n = 0; n < count; n += 1) {
        const who = (way >> n) & 1;
        score += scores[2 * n + who] ?? 0;
        if (n > 0 && who !== ((way >> (n - 1)) & 1)) {
          score -= change;
          isAllowed &&= length >= least;
          length = 0;
        }
        length += 1;
      }
      if (isAllowed) best = Math.max(best, score);
    }
    return best;
  };

  it('finds the best of all ways, and says its likelihood', () => {
    const seeded = new SeededRandom('turns');
    const random = () => seeded.next();
    for (let round = 0; round < 60; round += 1) {
      const count = 1 + Math.floor(random() * 11);
      const scores = Float64Array.from({ length: 2 * count }, () => 6 * (random() - 0.5));
      const least = 1 + Math.floor(random() * 4);
      const { speakers, score } = likeliestTurns(scores, { least, change: 1 });
      expect(score).toBeCloseTo(bestByTrying(scores, least, 1), 6);
      const own = speakers.reduce(
        (sum, who, n) => sum + (scores[2 * n + who] ?? 0) - (n > 0 && who !== speakers[n - 1] ? 1 : 0),
        0,
      );
      expect(own).toBeCloseTo(score, 6);
    }
  });

  it('has nothing to say about nothing', () => {
    expect(likeliestTurns(new Float64Array(0), { least: 3, change: 1 }).speakers).toHaveLength(0);
  });
});

describe('diarizeByMixtures', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voices-spec-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const TURNS = [3, 2, 2.5, 2, 1.5, 2].map((seconds, n) => ({ voice: n % 2, seconds }));
  const listen = async (dialogue: ReturnType<typeof makeDialogue>) => {
    const path = join(folder, 'dialogue.wav');
    await writeFile(path, waveFile(dialogue.samples));
    const frames = await readVoiceFrames(path, [{ start: 0, end: dialogue.samples.length / 16_000 }]);
    return { frames, audible: audibleFrames(frames) };
  };

  it('finds the turns of two voices to the tenth of a second, and is sure of them', async () => {
    const dialogue = makeDialogue([LOW, HIGH], TURNS);
    const { frames, audible } = await listen(dialogue);
    const { speakers, agreement } = diarizeByMixtures(audible);
    expect(agreement).toBeGreaterThan(0.95);
    const turns = turnsOf(frames, audible, speakers).map((turn) => ({
      ...turn,
      speaker: String(turn.voice),
    }));
    const truth = dialogue.spoken.map((turn) => ({ ...turn, text: '' }));
    expect(diarizationScore(truth, turns, 0.1)).toMatchObject({ confusion: 0 });
    expect(diarizationScore(truth, turns, 0.1).rate).toBeLessThan(0.05);
    expect(diarizeByMixtures(audible)).toEqual({ speakers, agreement });
  });

  it('is not sure of one voice that was cut in two', async () => {
    const { audible } = await listen(makeDialogue([LOW, LOW], TURNS));
    expect(diarizeByMixtures(audible).agreement).toBeLessThan(0.87);
  });

  it('has labels carry the names', async () => {
    const { audible } = await listen(makeDialogue([LOW, HIGH], TURNS));
    const free = diarizeByMixtures(audible).speakers;
    for (const swap of [0, 1]) {
      const labels = new Uint8Array(audible.count).fill(UNKNOWN);
      for (let n = 0; n < 200; n += 1) labels[n] = (free[n] as number) ^ swap;
      const { speakers } = diarizeByMixtures(audible, labels);
      const same = speakers.reduce((sum, who, n) => sum + (who === ((free[n] as number) ^ swap) ? 1 : 0), 0);
      expect(same / audible.count).toBeGreaterThan(0.97);
    }
  });

  it('takes names from labels that the voices bear out, late or early', async () => {
    const dialogue = makeDialogue([LOW, HIGH], TURNS);
    const { audible } = await listen(dialogue);
    for (const [turned, late] of [
      [0, 0],
      [1, 0.4],
      [0, -0.4],
    ] as const) {
      const labelled = dialogue.spoken.map(({ start, end, voice }) => ({
        ...{ start: start + late, end: end + late },
        voice: (voice === turned ? 0 : 1) as 0 | 1,
      }));
      const { speakers, isAnchored } = diarizeWithLabels(audible, labelled);
      expect(isAnchored).toBe(true);
      const right = labelled.map(({ start, end, voice }) => {
        const own = speakers.filter((_, n) => {
          const at = (audible.starts[n] ?? 0) + late;
          return at > start && at < end;
        });
        return own.filter((who) => who === voice).length / own.length;
      });
      expect(Math.min(...right)).toBeGreaterThan(0.9);
    }
  });

  it('comes to no harm by labels that were pressed at random, or for one party alone', async () => {
    const dialogue = makeDialogue([LOW, HIGH], TURNS);
    const { audible } = await listen(dialogue);
    const free = diarizeByMixtures(audible);
    const end = dialogue.spoken.at(-1)?.end ?? 0;
    const random = Array.from({ length: 3 }, (_, n) => ({
      ...{ start: (n * end) / 3, end: ((n + 1) * end) / 3 },
      voice: (n % 2) as 0 | 1,
    }));
    const alone = dialogue.spoken.flatMap(({ start, end, voice }) =>
      voice === 0 ? [{ start, end, voice: 0 as const }] : [],
    );
    const half = dialogue.spoken.map(({ start, end }, n) => ({
      start,
      end,
      voice: (n % 3 === 0 ? 0 : 1) as 0 | 1,
    }));
    for (const labelled of [random, alone, half, []]) {
      const { speakers, isAnchored } = diarizeWithLabels(audible, labelled);
      const same = speakers.filter((who, n) => who === free.speakers[n]).length / audible.count;
      expect(Math.max(same, 1 - same)).toBeGreaterThan(0.97);
      expect(isAnchored).toBe(false);
    }
  });

  it('says nothing about too little', async () => {
    const { audible } = await listen(makeDialogue([LOW, HIGH], [{ voice: 0, seconds: 0.6 }]));
    expect(diarizeByMixtures(audible).agreement).toBe(0);
  });

  it('refuses what is no recording of 16 kHz', async () => {
    const path = join(folder, 'other.wav');
    await writeFile(path, waveFile(new Int16Array(100), 8000));
    await expect(readVoiceFrames(path, [{ start: 0, end: 1 }])).rejects.toThrow('16 kHz');
  });
});
