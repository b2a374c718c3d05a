import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node, onnxModel, tensor, value } from './onnx-writer.js';

/** Models of a few hundred bytes whose answer follows from the sound alone: each word is a tone. */

/** Words and the tones, in Hz, that stand for them. */
export const TONES = { one: 440, two: 1000, three: 2000, four: 4000 } as const;
type ToneWord = keyof typeof TONES;

const RATE = 16_000;
const MEL_BANDS = 80;
/** The bands that each tone lights up. */
const BANDS: Record<ToneWord, [number, number]> = {
  one: [10, 12],
  two: [25, 27],
  three: [43, 45],
  four: [61, 63],
};
/** What the model of speech says when nothing sounds. */
const BLANK_SCORE = -4;

/** What is said and how long nothing is, in seconds: `['one', 0.3, 'two']`. */
export type ToneScript = readonly (ToneWord | readonly [ToneWord, number] | number)[];

/** Samples of a script, 16 kHz, -1..1. A word lasts half a second unless it says how long. */
function toneSamples(script: ToneScript): Float32Array {
  const pieces = script.map((part) => {
    if (typeof part === 'number') return new Float32Array(Math.round(part * RATE));
    const [word, seconds] = typeof part === 'string' ? [part, 0.5] : part;
    return Float32Array.from(
      { length: Math.round(seconds * RATE) },
      (_, index) => 0.3 * Math.sin((2 * Math.PI * TONES[word] * index) / RATE),
    );
  });
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

/** A WAV file of a script. */
export function toneWave(script: ToneScript): Buffer {
  const samples = toneSamples(script);
  const wave = Buffer.alloc(44 + samples.length * 2);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  for (const [at, number] of [[16, 16] as const, [24, RATE] as const, [28, RATE * 2] as const]) {
    wave.writeUInt32LE(number, at);
  }
  for (const [at, number] of [[20, 1] as const, [22, 1] as const, [32, 2] as const, [34, 16] as const]) {
    wave.writeUInt16LE(number, at);
  }
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => {
    wave.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2);
  });
  return wave;
}

/** The tokens that go with `speechModel`; with other words for the four tones, in the order of `TONES`. */
export function toneTokens(words: readonly string[] = Object.keys(TONES)): string {
  return [...words.map((word, index) => `▁${word} ${index}`), '<blk> 4', ''].join('\n');
}

/** A model like NeMo's with CTC: the score of a word is the mean of the mel bands of its tone. */
export function toneSpeechModel(): Buffer {
  const words = Object.keys(TONES) as ToneWord[];
  const size = words.length + 1;
  const weights = new Array<number>(size * MEL_BANDS).fill(0);
  for (const [index, word] of words.entries()) {
    const [low, high] = BANDS[word];
    for (let band = low; band <= high; band += 1) weights[index * MEL_BANDS + band] = 1 / (high - low + 1);
  }
  return onnxModel({
    constants: [
      tensor('weights', 'float', [size, MEL_BANDS, 1], weights),
      tensor('bias', 'float', [size], [0, 0, 0, 0, BLANK_SCORE]),
    ],
    nodes: [
      node('Conv', ['audio_signal', 'weights', 'bias'], ['scores'], { kernel_shape: [1], strides: [8] }),
      node('Transpose', ['scores'], ['in_time'], { perm: [0, 2, 1] }),
      node('LogSoftmax', ['in_time'], ['logprobs'], { axis: 2 }),
    ],
    inputs: [value('audio_signal', 'float', ['B', MEL_BANDS, 'T']), value('length', 'int64', ['B'])],
    outputs: [value('logprobs', 'float', ['B', 'U', size])],
    metadata: {
      vocab_size: words.length,
      subsampling_factor: 8,
      normalize_type: '',
      model_type: 'EncDecCTCModelBPE',
    },
  });
}

/** A model like Silero's: somebody speaks where it is loud. */
export function toneVoiceActivityModel(): Buffer {
  return onnxModel({
    constants: [tensor('steep', 'float', [1], [2000]), tensor('least', 'float', [1], [-4])],
    nodes: [
      node('Mul', ['input', 'input'], ['squares']),
      node('ReduceMean', ['squares'], ['energy'], { axes: [1], keepdims: 1 }),
      node('Mul', ['energy', 'steep'], ['scaled']),
      node('Add', ['scaled', 'least'], ['shifted']),
      node('Sigmoid', ['shifted'], ['output']),
      node('Identity', ['state'], ['stateN']),
    ],
    inputs: [
      value('input', 'float', [1, 'n']),
      value('state', 'float', [2, 1, 128]),
      value('sr', 'int64', [1]),
    ],
    outputs: [value('output', 'float', [1, 1]), value('stateN', 'float', [2, 1, 128])],
  });
}

/** A model like those of 3D-Speaker: a voice is the mean of its mel bands. */
export function toneEmbeddingModel(): Buffer {
  return onnxModel({
    nodes: [
      node('ReduceMean', ['x'], ['bands'], { axes: [1], keepdims: 0 }),
      node('ReduceMean', ['bands'], ['level'], { axes: [1], keepdims: 1 }),
      node('Sub', ['bands', 'level'], ['embedding']),
    ],
    inputs: [value('x', 'float', [1, 'T', MEL_BANDS])],
    outputs: [value('embedding', 'float', [1, MEL_BANDS])],
    metadata: {
      framework: '3d-speaker',
      output_dim: MEL_BANDS,
      sample_rate: RATE,
      normalize_samples: 1,
      language: 'English',
      feature_normalize_type: '',
    },
  });
}

/** A model like pyannote's segmentation: one voice where it is loud, none where it is quiet. */
export function toneSegmentationModel(): Buffer {
  const [window, field, shift, classes] = [160_000, 991, 270, 7];
  return onnxModel({
    constants: [
      tensor('steep', 'float', [1, classes, 1], [0, 4000, 0, 0, 0, 0, 0]),
      tensor('bias', 'float', [1, classes, 1], [0, -4, -9, -9, -9, -9, -9]),
    ],
    nodes: [
      node('Mul', ['x', 'x'], ['squares']),
      node('AveragePool', ['squares'], ['energy'], { kernel_shape: [field], strides: [shift] }),
      node('Mul', ['energy', 'steep'], ['scaled']),
      node('Add', ['scaled', 'bias'], ['logits']),
      node('Transpose', ['logits'], ['y'], { perm: [0, 2, 1] }),
    ],
    inputs: [value('x', 'float', ['N', 1, 'T'])],
    outputs: [value('y', 'float', ['N', 'U', classes])],
    metadata: {
      sample_rate: RATE,
      window_size: window,
      receptive_field_size: field,
      receptive_field_shift: shift,
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: classes,
      model_type: 'pyannote-segmentation-3.0',
    },
  });
}

/** Names of the files that `writeToneModels` writes. */
export interface ToneModelPaths {
  speech: string;
  tokens: string;
  voiceActivity: string;
  segmentation: string;
  embedding: string;
}

export async function writeToneModels(folder: string, words?: readonly string[]): Promise<ToneModelPaths> {
  await mkdir(folder, { recursive: true });
  const paths = {
    speech: join(folder, 'speech.onnx'),
    tokens: join(folder, 'tokens.txt'),
    voiceActivity: join(folder, 'voice-activity.onnx'),
    segmentation: join(folder, 'segmentation.onnx'),
    embedding: join(folder, 'embedding.onnx'),
  };
  await writeFile(paths.speech, toneSpeechModel());
  await writeFile(paths.tokens, toneTokens(words));
  await writeFile(paths.voiceActivity, toneVoiceActivityModel());
  await writeFile(paths.segmentation, toneSegmentationModel());
  await writeFile(paths.embedding, toneEmbeddingModel());
  return paths;
}
