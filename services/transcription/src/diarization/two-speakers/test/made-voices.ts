import { type Random, randomFrom } from '../gaussian-mixture.js';

/** A voice as a source and two resonances: enough to be told from another one, and made in a moment. */
interface MadeVoice {
  hertz: number;
  formants: readonly number[];
}

export const LOW: MadeVoice = { hertz: 110, formants: [520, 1500, 2500] };
export const HIGH: MadeVoice = { hertz: 200, formants: [750, 1900, 3100] };

const RATE = 16_000;

/** Speech-like sound: syllables of one voice whose resonances wander. */
export function makeVoice({ hertz, formants }: MadeVoice, seconds: number, random: Random): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE));
  let phase = 0;
  const syllable = Math.round(0.2 * RATE);
  for (let from = 0; from < samples.length; from += syllable) {
    const pitch = hertz * (0.95 + 0.1 * random());
    const filters = formants.map((formant) => resonance(formant * (0.85 + 0.3 * random())));
    for (let n = from; n < Math.min(samples.length, from + syllable); n += 1) {
      phase += pitch / RATE;
      const pulse = phase >= 1 ? 1 : 0;
      phase -= pulse;
      const source = pulse * 4000 + 20 * (random() - 0.5);
      const envelope = Math.sin((Math.PI * (n - from + 1)) / (syllable + 1));
      samples[n] = envelope * filters.reduce((sum, filter) => sum + filter(source), 0);
    }
  }
  return samples;
}

function resonance(hertz: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * 90) / RATE);
  const b = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
  let [one, two] = [0, 0];
  return (input) => {
    const output = (1 - radius) * input + b * one - radius * radius * two;
    two = one;
    one = output;
    return output;
  };
}

/** A conversation of voices, its turns in seconds. */
export function makeDialogue(
  voices: readonly MadeVoice[],
  turns: readonly { voice: number; seconds: number }[],
  seed = 1,
): { samples: Int16Array; spoken: { start: number; end: number; voice: number }[] } {
  const random = randomFrom(seed);
  const pause = 0.4;
  const total = turns.reduce((sum, { seconds }) => sum + seconds + pause, pause);
  const samples = Int16Array.from({ length: Math.round(total * RATE) }, () =>
    Math.round(3 * (random() - 0.5)),
  );
  const spoken: { start: number; end: number; voice: number }[] = [];
  let at = pause;
  for (const { voice, seconds } of turns) {
    const sound = makeVoice(voices[voice] ?? LOW, seconds, random);
    const from = Math.round(at * RATE);
    for (let n = 0; n < sound.length; n += 1) samples[from + n] = Math.round(sound[n] as number);
    spoken.push({ start: at, end: at + seconds, voice });
    at += seconds + pause;
  }
  return { samples, spoken };
}

/** A mono WAV file of 16 kHz. */
export function waveFile(samples: Int16Array, rate = RATE): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}
