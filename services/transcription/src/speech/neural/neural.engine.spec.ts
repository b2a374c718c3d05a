import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { eventually } from '#testing';
import type { SpeechEngineError, SpeechInput } from '../speech-engine.js';
import { NeuralEngine, type NeuralFiles, type NeuralModels } from './neural.engine.js';
import {
  type ToneModelPaths,
  type ToneScript,
  toneEmbeddingModel,
  toneWave,
  writeToneModels,
} from './test/tone-models.js';

// Each call starts a process; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const run = promisify(execFile);
const GIB = 1024 ** 3;

describe('a neural engine, with models that know four tones', () => {
  let folder: string;
  let paths: ToneModelPaths;
  let files: NeuralFiles;
  const rejected: SpeechEngineError[] = [];

  const engine = (
    change: Partial<NeuralFiles> = {},
    options: { dataBytes?: number; timeoutMs?: number } = {},
  ) => {
    const models: NeuralModels = {
      isReady: () => true,
      open: async () => ({ ...files, ...change }),
      reject: (error) => rejected.push(error),
    };
    return new NeuralEngine({ name: 'tones', languages: ['en'], models, dataBytes: 2 * GIB, ...options });
  };
  const record = async (script: ToneScript, name = 'tones.wav'): Promise<SpeechInput> => {
    const wave = toneWave(script);
    const path = join(folder, name);
    await writeFile(path, wave);
    return { path, durationSeconds: (wave.length - 44) / 32_000 };
  };
  const hear = (input: SpeechInput, subject = engine(), signal = new AbortController().signal) =>
    subject.transcribe(input, { signal, onProgress: () => {} });
  const failure = (input: SpeechInput, subject: NeuralEngine) =>
    hear(input, subject).then(
      (transcript) => transcript,
      (error: SpeechEngineError) => error,
    );
  /** The recognisers that this process has started and that still run. */
  const processes = async (): Promise<number[]> => {
    const { stdout } = await run('ps', ['--ppid', String(process.pid), '-o', 'pid=,args=']).catch(
      (error: { stdout: string }) => error,
    );
    return stdout
      .split('\n')
      .filter((line) => line.includes('recognise.process'))
      .map((line) => Number.parseInt(line, 10));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neural-spec-'));
    paths = await writeToneModels(join(folder, 'models'));
    files = {
      speech: { kind: 'nemo-ctc', model: paths.speech, tokens: paths.tokens },
      voiceActivity: paths.voiceActivity,
      voices: { segmentation: paths.segmentation, embedding: paths.embedding },
    };
  });

  beforeEach(() => {
    rejected.length = 0;
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('hears the exact words, each within a tenth of a second', async () => {
    const input = await record([0.5, 'one', 0.3, 'three', 0.3, 'two', 0.3, 'four', 0.5]);
    const { segments, text, language, durationSeconds } = await hear(input);
    expect([text, language, durationSeconds]).toEqual(['one three two four', 'en', 3.9]);
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.map((word) => word.text)).toEqual(['one', 'three', 'two', 'four']);
    for (const [index, { start, end }] of words.entries()) {
      const spoken = 0.5 + index * 0.8;
      expect(Math.abs(start - spoken)).toBeLessThanOrEqual(0.1);
      expect(Math.abs(end - (spoken + 0.5))).toBeLessThanOrEqual(0.1);
    }
  });

  it('cuts minutes of it in pauses, and the times still count from the start', async () => {
    const exchange = [0.6, 'one', 0.6, 'two', 0.6, 'three', 2.6, 'four', 0.6] as const;
    const { segments } = await hear(
      await record(Array.from({ length: 20 }, () => exchange).flat(), 'long.wav'),
    );
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.map(({ text }) => text).join(' ')).toBe(
      Array.from({ length: 20 }, () => 'one two three four').join(' '),
    );
    const starts = Array.from({ length: 20 }, (_, index) =>
      [0.6, 1.7, 2.8, 5.9].map((at) => at + index * 7),
    ).flat();
    const off = words.map(({ start }, index) => Math.abs(start - (starts[index] ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.1);
  });

  it('tells two voices apart when there are two, and asks nobody when there is one', async () => {
    const script: ToneScript = [1, ['one', 3], 8, ['three', 3], 8, ['one', 4], 9, ['three', 2], 1];
    const input = await record(script, 'voices.wav');
    const { segments } = await hear({ ...input, voices: 2 });
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['A', 'one'],
      ['B', 'three'],
      ['A', 'one'],
      ['B', 'three'],
    ]);
    const turns = [1, 12, 23, 36];
    for (const [index, { start }] of segments.entries()) {
      expect(Math.abs(start - (turns[index] ?? 0))).toBeLessThanOrEqual(0.1);
    }
    const alone = await hear({ ...input, voices: 1 });
    expect(alone.segments.map(({ speaker }) => speaker)).toEqual([null, null, null, null]);
  });

  it('hears nothing in silence', async () => {
    expect(await hear({ ...(await record([3], 'silence.wav')), voices: 2 })).toMatchObject({
      text: '',
      segments: [],
    });
  });

  it('writes amounts as people do, and keeps what was said beside', async () => {
    const words = ['two', 'hundred', 'fifty', 'dollars'];
    const spoken = await writeToneModels(join(folder, 'amounts'), words);
    const speech = { kind: 'nemo-ctc', model: spoken.speech, tokens: spoken.tokens } as const;
    const input = await record([0.5, 'one', 0.1, 'two', 0.1, 'three', 0.1, 'four', 0.5], 'amount.wav');
    const { text, segments } = await hear({ ...input, voices: 1 }, engine({ speech }));
    expect(text).toBe('$250');
    expect(segments[0]?.words).toEqual([
      expect.objectContaining({ text: '$250', spoken: 'two hundred fifty dollars' }),
    ]);
    // Where nobody knows how many speak, two may have said it.
    expect((await hear(input, engine({ speech }))).text).toBe('two hundred fifty dollars');
  });

  describe('with a model that is broken', () => {
    const broken: [string, () => Promise<Partial<NeuralFiles>>, string][] = [
      ['cut off', async () => speechOf((await readFile(paths.speech)).subarray(0, 900)), 'speech'],
      ['a page instead', async () => speechOf('<!DOCTYPE html><title>Not Found</title>'), 'speech'],
      ['of another kind', async () => speechOf(toneEmbeddingModel()), 'speech'],
      ['empty', async () => speechOf(''), 'speech'],
      ['not there', async () => ({ voiceActivity: '/nonexistent/vad.onnx' }), 'voice-activity'],
      [
        'a page for the voice activity',
        async () => ({ voiceActivity: await other('<html>') }),
        'voice-activity',
      ],
      [
        'a page for the voices',
        async () => ({ voices: { segmentation: await other('<html>'), embedding: paths.embedding } }),
        'voices',
      ],
    ];
    const other = async (content: string | Buffer) => {
      const path = join(folder, 'broken.onnx');
      await writeFile(path, content);
      return path;
    };
    const speechOf = async (content: string | Buffer): Promise<Partial<NeuralFiles>> => ({
      speech: { kind: 'nemo-ctc', model: await other(content), tokens: paths.tokens },
    });

    it.each(broken)('%s: says which, and goes on living', async (_name, change, part) => {
      const input = { ...(await record([0.5, 'one', 0.5])), voices: 2 };
      const subject = engine(await change());
      const error = await failure(input, subject);
      expect(error).toMatchObject({ code: 'model_unusable', part, outage: null });
      expect(rejected).toEqual([error]);
      expect((await hear(input)).text).toBe('one');
    });
  });

  it('has only the memory that it is given, and says when that is not enough', async () => {
    const error = await failure(await record([0.5, 'one', 0.5]), engine({}, { dataBytes: 250 * 1024 ** 2 }));
    expect(error).toMatchObject({ code: 'model_unusable', part: 'memory' });
  });

  it('has only so much time', async () => {
    const error = await failure(await record([0.5, 'one', 0.5], 'late.wav'), engine({}, { timeoutMs: 5 }));
    expect(error).toMatchObject({ code: 'timeout', isRetryable: true });
    expect(await processes()).toEqual([]);
  });

  it('killed while it works, can be asked again', async () => {
    const input = await record(Array.from({ length: 300 }, () => ['one', 0.5] as const).flat(), 'killed.wav');
    const error = failure({ ...input, voices: 2 }, engine());
    await eventually(
      async () => {
        const [pid] = await processes();
        if (pid === undefined) throw new Error('it does not run yet');
        process.kill(pid, 'SIGKILL');
      },
      20_000,
      'the process of the recogniser',
    );
    expect(await error).toMatchObject({ code: 'unavailable', isRetryable: true });
    expect(rejected).toEqual([]);
    expect((await hear(await record([0.5, 'two', 0.5]))).text).toBe('two');
  });

  it('stops when it is told to, also while it waits for its turn', async () => {
    const input = await record(
      Array.from({ length: 300 }, () => ['one', 0.5] as const).flat(),
      'stopped.wav',
    );
    const controller = new AbortController();
    const works = [hear(input, engine(), controller.signal), hear(input, engine(), controller.signal)];
    const ends = Promise.allSettled(works);
    controller.abort(new Error('shutting down'));
    expect((await ends).map((end) => end.status === 'rejected' && String(end.reason))).toEqual([
      'Error: shutting down',
      'Error: shutting down',
    ]);
    await eventually(async () => expect(await processes()).toEqual([]), 10_000, 'no process');
  });

  it('refuses what is no recording', async () => {
    const error = await failure({ path: paths.tokens, durationSeconds: 1 }, engine());
    expect(error).toMatchObject({ code: 'rejected', isRetryable: false });
  });

  it('works for two at once', async () => {
    const one = await record([0.5, 'one', 0.5], 'first.wav');
    const two = await record([0.5, 'two', 0.5], 'second.wav');
    const heard = await Promise.all([hear(one), hear(two), hear(one, engine())]);
    expect(heard.map(({ text }) => text)).toEqual(['one', 'two', 'one']);
  });
});
