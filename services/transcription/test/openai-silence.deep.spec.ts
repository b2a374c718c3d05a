import { transcriptFailed } from '#contracts';
import { type OpenAiStandIn, startOpenAi, type TranscriptionFault } from '#stand-ins';
import { eventually } from '#testing';
import type { RecordingFacts } from './agreement-events.js';
import { Transcription } from './transcription.harness.js';

const SALE = {
  duration: 3,
  segments: [
    { start: 0.2, end: 1, text: 'Do you agree?', speaker: 'A' },
    { start: 1.4, end: 2, text: 'Yes, I agree.', speaker: 'B' },
  ],
};
const TEXT = 'Do you agree?\nYes, I agree.';
const CALL_LIMIT_MS = 3000;

/** All calls of a process share one circuit; the failures of one part of these tests do not open it. */
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

  describe('for a while', () => {
    // So many calls have failed by now that a few more would open the circuit; a new process begins with a closed one.
    beforeAll(() => subject.restart(), 60_000);

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
});
