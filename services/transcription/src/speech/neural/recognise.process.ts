import { accessSync, constants } from 'node:fs';
import sherpa, { type OfflineRecognizer, type RecognizerConfig, type Vad } from 'sherpa-onnx-node';
import type { HeardChunk, LoadedPart, RecogniseAnswer, RecogniseTask, Span, Turn } from './run-recogniser.js';

/**
 * A process of its own, because a model that is broken ends the process that loads it. It knows no other file of ours, so
 * that Node can run its source as it is, too. It is sent its task, and sends its answers one by one.
 */

const RATE = 16_000;
/** What the voice activity model takes at once. */
const WINDOW = 512;
/** Longer ones cost memory with the square of their length. */
const LONGEST_CHUNK_SECONDS = 30;
/** A pause after which what comes next is recognised by itself. */
const PAUSE_SECONDS = 2;
/** Of the silence around a chunk, so that its first and last sounds are whole. */
const MARGIN_SECONDS = 0.2;

const tell = (answer: RecogniseAnswer): void => {
  process.send?.(answer);
};

/** The library works on without a word where a file is missing. */
function begin(part: LoadedPart, paths: readonly string[]): void {
  tell({ kind: 'loading', part });
  for (const path of paths) accessSync(path, constants.R_OK);
}

/** @returns the most memory that the process has held. */
async function recognise(task: RecogniseTask): Promise<number> {
  const { samples, sampleRate } = sherpa.readWave(task.soundPath, false);
  if (sampleRate !== RATE) throw new Error(`the recording has ${sampleRate} samples per second`);
  begin('voice-activity', [task.voiceActivity]);
  const vad = loadVoiceActivity(task);
  const { kind: _, ...speechFiles } = task.speech;
  begin('speech', Object.values(speechFiles));
  const recognizer = await sherpa.OfflineRecognizer.createAsync(recognizerConfig(task));
  begin('voices', task.voices ? [task.voices.segmentation, task.voices.embedding] : []);
  const diarization = task.voices && loadVoices(task.voices, task.threads);
  tell({ kind: 'loaded' });
  const speech = findSpeech(vad, samples);
  for (const spans of chunksOf(speech)) tell({ kind: 'chunk', ...(await hear(recognizer, samples, spans)) });
  const turns: Turn[] = diarization && speech.length > 0 ? diarization.process(samples) : [];
  if (diarization) tell({ kind: 'turns', turns });
  return process.resourceUsage().maxRSS * 1024;
}

function loadVoiceActivity({ voiceActivity, threads }: RecogniseTask): Vad {
  const sileroVad = {
    model: voiceActivity,
    threshold: 0.5,
    // Longer ones would end each stretch as much too late.
    minSilenceDuration: 0.1,
    minSpeechDuration: 0.1,
    maxSpeechDuration: 20,
    windowSize: WINDOW,
  };
  const config = { sileroVad, sampleRate: RATE, numThreads: threads, provider: 'cpu', debug: 0 } as const;
  return new sherpa.Vad(config, 2 * LONGEST_CHUNK_SECONDS);
}

function recognizerConfig({ speech, threads }: RecogniseTask): RecognizerConfig {
  const { tokens } = speech;
  const common = { tokens, numThreads: threads, provider: 'cpu', debug: 0 } as const;
  const model =
    speech.kind === 'nemo-ctc'
      ? { nemoCtc: { model: speech.model } }
      : {
          transducer: { encoder: speech.encoder, decoder: speech.decoder, joiner: speech.joiner },
          modelType: 'nemo_transducer',
        };
  return { featConfig: { sampleRate: RATE, featureDim: 80 }, modelConfig: { ...model, ...common } };
}

function loadVoices(voices: NonNullable<RecogniseTask['voices']>, numThreads: number) {
  const common = { numThreads, provider: 'cpu', debug: 0 } as const;
  return new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: voices.segmentation }, ...common },
    embedding: { model: voices.embedding, ...common },
    clustering: { numClusters: voices.count, threshold: 0.5 },
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  });
}

function findSpeech(vad: Vad, samples: Float32Array): Span[] {
  const spans: Span[] = [];
  const drain = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples: own } = vad.front(false);
      spans.push({ start: start / RATE, end: Math.min(start + own.length, samples.length) / RATE });
    }
  };
  for (let at = 0; at < samples.length; at += WINDOW) {
    const window = samples.subarray(at, at + WINDOW);
    const whole = new Float32Array(WINDOW);
    whole.set(window);
    vad.acceptWaveform(whole);
    drain();
  }
  vad.flush();
  drain();
  return spans;
}

/** Stretches of speech that are recognised together. They are cut in pauses alone. */
function chunksOf(speech: readonly Span[]): Span[][] {
  const chunks: Span[][] = [];
  for (const span of speech) {
    const chunk = chunks.at(-1);
    const [first, last] = [chunk?.[0], chunk?.at(-1)];
    const goesOn =
      first &&
      last &&
      span.start - last.end < PAUSE_SECONDS &&
      span.end - first.start <= LONGEST_CHUNK_SECONDS;
    if (goesOn) chunk?.push(span);
    else chunks.push([span]);
  }
  return chunks;
}

async function hear(
  recognizer: OfflineRecognizer,
  samples: Float32Array,
  speech: Span[],
): Promise<HeardChunk> {
  const from = Math.max(0, Math.round(((speech[0]?.start ?? 0) - MARGIN_SECONDS) * RATE));
  const to = Math.min(samples.length, Math.round(((speech.at(-1)?.end ?? 0) + MARGIN_SECONDS) * RATE));
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples: samples.slice(from, to), sampleRate: RATE });
  const { tokens, timestamps, durations, ys_log_probs } = await recognizer.decodeAsync(stream);
  const start = from / RATE;
  return {
    ...{ start, end: to / RATE, speech, tokens, durations },
    timestamps: timestamps.map((second) => second + start),
    logProbabilities: ys_log_probs,
  };
}

process.once('message', (task: RecogniseTask) => {
  const end = (last: RecogniseAnswer) => process.send?.(last, () => process.disconnect());
  recognise(task).then(
    (memoryBytes) => end({ kind: 'done', memoryBytes }),
    (error: unknown) =>
      end({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit());
