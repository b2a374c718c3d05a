import { transcriptFailed } from '#contracts';
import { eventually, type OpenAiStandIn, startOpenAi, type TranscriptionFault } from '#testing';
import type { RecordingFacts } from './agreement-news.js';
import { Transcription } from './transcription.harness.js';

const SALE = {
  duration: 3,
  segments: [
    { start: 0.2, end: 1, text: 'Do you agree?', speaker: 'A' },
    { start: 1.4, end: 2, text: 'Yes, I agree.', speaker: 'B' },
  ],
};
const TEXT = 'Do you agree?\nYes, I agree.';
/** Four parts, all of them asked for at once. */
const EIGHT_MINUTES = 480;
const PARTS = 4;
const CALL_LIMIT_MS = 3000;
/** What the circuit of the engine counts, and how long it stays open. */
const CIRCUIT_CALLS = 10;
const CIRCUIT_OPEN_MS = 30_000;

/**
 * All calls share one circuit: the tests run in order. It is closed again when the second one is over, and the later
 * ones fail too seldom to open it.
 */
describe('OpenAI at its worst', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
      OPENAI_TIMEOUT_MS: String(CALL_LIMIT_MS),
    });
  }, 180_000);

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
  }, 60_000);

  beforeEach(() => {
    openai.reset();
    openai.respondWith(SALE);
  });

  const reasons = ({ agreementId }: RecordingFacts) =>
    subject.tap
      .about(agreementId)
      .filter(({ type }) => type === transcriptFailed.name)
      .map(({ data }) => (data as { reason: string }).reason);

  it('is asked four times for a recording and no more, and its failure is told with what else there is', async () => {
    openai.failWith(503, null, 100);
    const facts = await subject.paid();
    const view = await subject.reaches(facts, 'failed');
    expect(openai.requests).toHaveLength(4);
    expect(new Set(openai.requests.map(({ file }) => file?.sha256)).size).toBe(1);
    await eventually(async () => expect(reasons(facts)).toEqual(['unavailable']), 10_000, 'the bad news');
    const fallbackOptions = {
      manualService: {
        available: true,
        description: 'A person transcribes your recording within 24 hours for $2.00.',
      },
      customerService: {
        available: true,
        description: 'Our support looks at your recording with you, free of charge.',
      },
    };
    expect(view.fallbackOptions).toMatchObject(fallbackOptions);
    openai.failWith(401);
    expect(await subject.generate(facts.agreementId)).toMatchObject({
      status: 503,
      body: { code: 'transcription_failed', error: 'transcription_failed', fallbackOptions },
    });
    expect(openai.requests).toHaveLength(5);
    expect(await subject.generate(facts.agreementId)).toMatchObject({
      status: 200,
      body: { transcript: TEXT },
    });
    expect(openai.requests).toHaveLength(6);
  }, 60_000);

  it('is left alone while it is down, and gets the recording when it is back', async () => {
    openai.respondEach(({ file }) => {
      const duration = file?.durationSeconds ?? 0;
      const text = `These are ${Math.round(duration)} seconds.`;
      return { duration, segments: [{ start: 0.5, end: duration - 0.5, text, speaker: 'A' }] };
    });
    openai.failWith(503, null, 100);
    const long = await subject.paidLong(EIGHT_MINUTES);
    const callsStop = async () => {
      const calls = openai.requests.length;
      // Not always as many as there are parts: the first that fails takes back those that are only on their way.
      if (calls === 0) throw new Error('no calls');
      await new Promise((resolve) => setTimeout(resolve, CIRCUIT_OPEN_MS / 3));
      if (openai.requests.length !== calls) throw new Error(`${calls} calls and going on`);
      return calls;
    };
    const failed = await eventually(callsStop, 120_000, 'an open circuit');
    // Tried four times, they would be sixteen.
    expect(failed).toBeLessThanOrEqual(CIRCUIT_CALLS);
    openai.failWith(503, null, 0);
    expect(await subject.generate(long.agreementId)).toMatchObject({ status: 200 });
    const view = await subject.reaches(long, 'done');
    expect(view.segments).toHaveLength(PARTS);
    expect(openai.requests).toHaveLength(failed + PARTS);
  }, 300_000);

  it('has no word of nonsense in the transcript, nor a number that is none', async () => {
    openai.meet('nonsense');
    const facts = await subject.paid();
    const view = await subject.reaches(facts, 'done');
    expect(view).toMatchObject({ text: '', segments: [] });
    expect(view.gaps).not.toEqual([]);
    expect(openai.requests).toHaveLength(1);
  }, 60_000);

  it('waits as long as it is told to', async () => {
    openai.meet({ status: 429, retryAfter: 3 });
    const began = Date.now();
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    expect(Date.now() - began).toBeGreaterThan(3000);
    expect(openai.requests).toHaveLength(2);
  }, 60_000);

  it.each<TranscriptionFault[][]>([[['silence', 'reset']], [['empty', 'truncated', 'page']]])(
    'is asked again after %j',
    async (faults) => {
      openai.meet(...faults);
      const facts = await subject.paid();
      const view = await subject.reaches(facts, 'done');
      expect(view.text).toBe(TEXT);
      expect(openai.requests).toHaveLength(faults.length + 1);
      expect(reasons(facts)).toEqual([]);
    },
    60_000,
  );
});
