import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually, letTimePass } from '#testing';
import { Transcription } from './transcription.harness.js';

const SALE = {
  duration: 3,
  segments: [
    { start: 0.2, end: 1, text: 'Do you agree?', speaker: 'A' },
    { start: 1.4, end: 2, text: 'Yes, I agree.', speaker: 'B' },
  ],
};
/** Four parts, all of them asked for at once. */
const EIGHT_MINUTES = 480;
const PARTS = 4;
const CALL_LIMIT_MS = 3000;
/** What the circuit of the engine counts, and how long it stays open. */
const CIRCUIT_CALLS = 10;
const CIRCUIT_OPEN_MS = 30_000;

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
      await letTimePass(CIRCUIT_OPEN_MS / 3, 'no call comes while the circuit is open');
      if (openai.requests.length !== calls) throw new Error(`${calls} calls and going on`);
      return calls;
    };
    const failed = await eventually(callsStop, 120_000, 'an open circuit');
    // Tried four times, they would be sixteen. Those on their way while the circuit opens are made, too.
    expect(failed).toBeLessThan(CIRCUIT_CALLS + PARTS);
    openai.failWith(503, null, 0);
    expect(await subject.generate(long.agreementId)).toMatchObject({ status: 200 });
    const view = await subject.reaches(long, 'done');
    expect(view.segments).toHaveLength(PARTS);
    expect(openai.requests).toHaveLength(failed + PARTS);
  }, 300_000);
});
