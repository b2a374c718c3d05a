import autocannon from 'autocannon';
import { OpenAiEngine } from '../../services/transcription/src/speech/openai/openai.engine.js';
import { type Finding, ratioFinding, valueFinding } from '../finding.js';
import type { PinnedProcess } from '../pinned-process.js';
import { owner, type Row, type Stage } from '../stage.js';
import { percentile } from '../statistics.js';
import { LENGTH_SECONDS, REAL_TIME_FACTOR, TranscriptionScene } from './transcription.scene.js';

const PARTS = 4;
const SLICE_SECONDS = 1.5;
const CONNECTIONS = 32;

/** A conversation of ten minutes: everything around the engine, four parts against one, and asking once more. */
export const transcriptionRow: Row = async (stage) => {
  const scene = await TranscriptionScene.open(stage);
  try {
    const overheads: number[] = [];
    const preparations: number[] = [];
    const transcripts: number[] = [];
    let agreementId = '';
    // The first one also compiles.
    await scene.transcribe();
    for (let round = 0; round < stage.rounds; round += 1) {
      const asked = scene.openai.requests.length;
      const made = await scene.transcribe();
      const parts = scene.openai.requests.slice(asked).map(({ file }) => file?.durationSeconds ?? 0);
      if (parts.length !== PARTS) throw new Error(`the engine was asked for ${parts.length} parts`);
      // All at once: the engine is done with the longest of them.
      overheads.push(made.transcriptMs - Math.max(...parts) * REAL_TIME_FACTOR * 1000);
      preparations.push(made.preparationMs);
      transcripts.push(made.transcriptMs);
      agreementId = made.agreementId;
    }
    const p95 = percentile(overheads, 0.95);
    const engineMs = LENGTH_SECONDS * REAL_TIME_FACTOR * 1000;
    const oneCallMs = await oneCall(scene);
    return [
      valueFinding('P21', 'paid → transcript without the engine: p95', 'ms', [p95], { atMost: 800 }),
      valueFinding('P21', 'the same as a share of what the engine works', '%', [(p95 / engineMs) * 100], {
        atMost: 2,
      }),
      valueFinding('P21', 'paid → transcript without the engine: median', 'ms', overheads, {}),
      valueFinding('P21', 'stored → prepared (ffmpeg), before anybody pays', 'ms', preparations, {}),
      ratioFinding(
        'P22',
        'ten minutes: paid → transcript in 4 parts / one call of the engine',
        'ms',
        transcripts,
        transcripts.map(() => oneCallMs),
        { atMost: 0.45 },
      ),
      await cachedFinding(stage, scene, agreementId),
    ];
  } finally {
    await scene.close();
  }
};

/** How long the engine alone takes for the conversation in one piece. */
async function oneCall({ openai, sound }: TranscriptionScene): Promise<number> {
  const engine = new OpenAiEngine({ apiKey: openai.apiKey, baseURL: openai.url });
  openai.delay(LENGTH_SECONDS * REAL_TIME_FACTOR * 1000);
  const began = performance.now();
  await engine.transcribe(
    { path: sound, durationSeconds: LENGTH_SECONDS },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  return performance.now() - began;
}

/** Asking once more for a transcript that exists, against reading an agreement. */
async function cachedFinding(
  stage: Stage,
  { service, openai }: TranscriptionScene,
  agreementId: string,
): Promise<Finding> {
  const agreements = await stage.service('agreements');
  const read = `${agreements.url}/api/agreements/${await stage.agreement(agreements.url)}`;
  const generate = `${service.url}/api/agreements/${agreementId}/generate-transcript`;
  const asked = openai.requests.length;
  const [ours, control]: [number[], number[]] = [[], []];
  await load(stage, 'POST', generate, service);
  await load(stage, 'GET', read, agreements);
  for (let round = 0; round < stage.rounds; round += 1) {
    ours.push(await load(stage, 'POST', generate, service));
    control.push(await load(stage, 'GET', read, agreements));
  }
  if (openai.requests.length !== asked) throw new Error('the engine was asked again');
  return ratioFinding(
    'P23',
    'a transcript that exists / agreement by id: processor',
    'µs/req',
    ours,
    control,
    {
      atMost: 1.3,
    },
  );
}

/** Processor microseconds for each request. @throws Error when one is not answered with 200 */
async function load(
  stage: Stage,
  method: 'GET' | 'POST',
  url: string,
  process: PinnedProcess,
): Promise<number> {
  const before = await process.usage();
  const result = await autocannon({
    ...{ url, method, connections: CONNECTIONS, duration: SLICE_SECONDS, timeout: 5 },
    headers: { 'x-service-token': stage.tokens.issue(owner) },
  });
  const after = await process.usage();
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0 || result['2xx'] === 0) {
    throw new Error(`${url}: ${JSON.stringify({ errors, timeouts, non2xx, ok: result['2xx'] })}`);
  }
  return (after.cpuMicros - before.cpuMicros) / result['2xx'];
}
