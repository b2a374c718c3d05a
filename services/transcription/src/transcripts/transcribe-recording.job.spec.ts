import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { JobRun } from '#jobs';
import { AppError, HealthRegistry, Outages, type ServiceClient } from '#platform';
import type { ObjectStore, Spool } from '#storage';
import { findSpeakers, type HeardRecording } from '../diarization/diarization.module.js';
import { HIGH, LOW, makeDialogue, waveFile } from '../diarization/two-speakers/test/made-voices.js';
import type { PaidWork, RecordingEntity, RecordingsService } from '../recordings/recordings.module.js';
import {
  type AudioPartsRepository,
  type SpeechEngine,
  SpeechEngineError,
  type SpeechEngines,
  SpeechOutage,
  Transcriber,
} from '../speech/speech.module.js';
import { TranscribeRecording } from './transcribe-recording.job.js';
import type { TranscriptEntity } from './transcript.entity.js';
import type { TranscriptComposer } from './transcript-composer.js';
import type { TranscribeRecordingPayload, TranscriptsService } from './transcripts.service.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transcribe-spec-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const said = (start: number, text: string, speaker: string | null) => ({
  ...{ start, end: start + 1, text, speaker, confidence: 0.9, words: null },
});
const { signal } = new AbortController();

interface Deal {
  isRemote: boolean | null;
  recordings?: ('a' | 'b')[];
  tellsSpeakers?: SpeechEngine['tellsSpeakers'];
  /** Of party A's recording, from before party B has answered. */
  kept?: ReturnType<typeof said>[];
  /** Of each recording. */
  sound?: Buffer | string;
  seconds?: number;
  /** Where somebody speaks, as far as that was measured. */
  speech?: { start: number; end: number }[];
  /** What the engine says instead of words. */
  failure?: SpeechEngineError;
  outage?: SpeechOutage;
}

/** Has a job hear the recordings of a deal; each of two voices is heard where the engine is told of two. */
async function hear({ isRemote, recordings = ['a'], tellsSpeakers = 'as_told', kept, ...deal }: Deal) {
  const { sound = '', seconds = 4, speech = [{ start: 0, end: seconds }], failure, outage = watch() } = deal;
  const told: (number | null | undefined)[] = [];
  const engine: SpeechEngine = {
    ...{ name: 'fake', takes: 'wav', parallelParts: 1, tellsSpeakers, languages: null, isDraft: false },
    isReady: () => true,
    answers: async () => true,
    transcribe: async ({ voices, durationSeconds }) => {
      told.push(voices);
      if (failure) throw failure;
      const labels = voices === 2 ? (['A', 'B'] as const) : ([null, null] as const);
      const segments = [said(0, 'I sell it.', labels[0]), said(2, 'For 200.', labels[1])];
      return { text: '', durationSeconds, language: 'en', segments };
    },
  };
  const entities = recordings.map((party) => ({
    ...{ id: `recording-${party}`, party, workingKey: 'working', durationMs: seconds * 1000 },
    ...{ language: 'en', speech, preparedAt: new Date(), createdAt: new Date(), turns: null },
  })) as unknown as RecordingEntity[];
  const parts = {
    read: async (id: string, _engine: string, plan: { start: number; end: number }[]) =>
      plan.map((span) => {
        const isIn = ({ start }: { start: number }) => start >= span.start && start < span.end;
        const segments = kept?.filter(isIn);
        return segments && id === 'recording-a' ? { ...span, segments, language: 'en' } : null;
      }),
    save: async () => undefined,
  } as unknown as AudioPartsRepository;
  const store = { getFile: (_key: string, path: string) => writeFile(path, sound) } as unknown as ObjectStore;
  const transcript = { id: 't', run: 1, agreementId: '4207731958026614', deletedAt: null, isRenewing: false };
  let heard: HeardRecording[] = [];
  const job = new TranscribeRecording(
    { manager: { findOneByOrFail: async () => transcript as TranscriptEntity } } as unknown as DataSource,
    { inOrder: async () => entities } as unknown as RecordingsService,
    {
      ...{ progress: async () => undefined, partHeard: async () => true, isRunning: async () => true },
    } as unknown as TranscriptsService,
    new Transcriber(parts, store, outage),
    parts,
    {
      compose: async (all: HeardRecording[]) => {
        heard = all;
        return {};
      },
    } as unknown as TranscriptComposer,
    { during: (work: (path: string) => Promise<unknown>) => work(folder) } as unknown as Spool,
    { choose: () => engine } as unknown as SpeechEngines,
    { during: (work: () => Promise<unknown>) => work() } as unknown as PaidWork,
    {
      call: async () => {
        if (isRemote === null) throw new AppError('unavailable');
        const party = { name: 'Anna' };
        return { partyA: party, partyB: party, amount: null, isRemoteContract: isRemote };
      },
    } as unknown as ServiceClient<'agreements'>,
  );
  await job.run({
    ...{ payload: { transcriptId: 't', run: 1 }, signal, isLastAttempt: false },
    save: async () => undefined,
  } as unknown as JobRun<TranscribeRecordingPayload>);
  return { told, heard };
}

/** As in a service whose health nobody asks. */
function watch(): SpeechOutage {
  return new SpeechOutage(
    new Outages(new HealthRegistry(), { info: () => undefined, warn: () => undefined }),
  );
}

it('keeps in mind that its engine refuses everything', async () => {
  const outage = watch();
  const failure = new SpeechEngineError('authentication', false, 'Incorrect API key provided.');
  await expect(hear({ isRemote: true, failure, outage })).rejects.toThrow('speech engine: authentication');
  expect(outage.engines().map(({ name }) => name)).toEqual(['fake']);
});

describe('how many voices an engine is told of', () => {
  it.each<[string, Deal, (number | null)[]]>([
    ['of two in one room', { isRemote: false }, [2]],
    ['of party A alone, who waits for an answer from afar', { isRemote: true }, [1]],
    ['of each party alone', { isRemote: true, recordings: ['a', 'b'] }, [1, 1]],
    ['of nobody knows how many, while the deal cannot be asked', { isRemote: null }, [null]],
    ['of none where it finds out itself', { isRemote: false, tellsSpeakers: 'itself' }, [null]],
  ])('%s', async (_, deal, voices) => {
    expect((await hear(deal)).told).toEqual(voices);
  });

  it('counts no more where parts were heard for two and one speaks', async () => {
    const turns = [0, 1, 0, 1].map((voice) => ({ voice, seconds: 2.5 }));
    const { samples, spoken } = makeDialogue([LOW, HIGH], turns);
    const kept = [0, 1].map((n) => said(spoken[n]?.start ?? 0, 'I sell it.', ['A', 'B'][n] ?? null));
    const sounds = { sound: waveFile(samples), seconds: samples.length / 16_000 };
    const speakersIn = async (deal: Deal) => {
      const { heard } = await hear({ ...deal, ...sounds, kept });
      const { segments } = await findSpeakers(heard, { signal, isApart: deal.isRemote === true });
      return segments.map(({ recording, speaker }) => `${recording}${speaker}`);
    };
    const both = { isRemote: true, recordings: ['a', 'b'] as ('a' | 'b')[] };
    expect(await speakersIn({ isRemote: true })).toEqual(['a1', 'a1']);
    expect(await speakersIn(both)).toEqual(['a1', 'a1', 'b2', 'b2']);
    expect(await speakersIn({ isRemote: false })).toEqual(['a1', 'a2']);
    // An engine that was told nothing has heard two.
    expect(await speakersIn({ isRemote: true, tellsSpeakers: 'itself' })).toEqual(['a1', 'a2']);
  });
});

it('joins labels over parts by the voices where no speech was measured', async () => {
  const turns = [0, 1, 1, 0].map((voice) => ({ voice, seconds: 46 }));
  const { samples, spoken } = makeDialogue([LOW, HIGH], turns);
  const labels = ['A', 'B', 'A', 'B'];
  const kept = spoken.map(({ start }, index) => ({
    ...said(start, 'I sell it.', labels[index] ?? null),
    end: start + 4,
  }));
  const seconds = samples.length / 16_000;
  const deal = { isRemote: false, tellsSpeakers: 'itself', kept, sound: waveFile(samples) } as const;
  const { heard } = await hear({ ...deal, kept, seconds, speech: [] });
  expect(heard[0]?.parts).toHaveLength(2);
  const { segments } = await findSpeakers(heard, { signal });
  expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '2', '2', '1']);
}, 60_000);
