import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type OpenAiStandIn, startOpenAi } from '#testing';
import { OpenAiEngine } from './openai.engine.js';
import { describeSpeechEngine } from './test/speech-engine.contract.js';

const recording = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));
const speech = { wavPath: recording, durationSeconds: 11 };
const SALE = {
  duration: 11,
  segments: [
    { start: 0.2, end: 4, text: 'I agree to sell my car for $2,000.', speaker: 'A' },
    { start: 4.5, end: 10.8, text: 'I agree to pay that on Friday.', speaker: 'B' },
  ],
};

describe('OpenAiEngine', () => {
  let openai: OpenAiStandIn;
  const engine = (options: { model?: string; apiKey?: string; timeoutMs?: number } = {}) =>
    new OpenAiEngine({ apiKey: openai.apiKey, baseURL: openai.url, ...options });
  const transcribe = (subject: OpenAiEngine) =>
    subject.transcribe(speech, { signal: new AbortController().signal, onProgress: () => {} });

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
  });

  beforeEach(() => {
    openai.reset();
    openai.respondWith(SALE);
  });

  afterAll(async () => {
    await openai.close();
  });

  describeSpeechEngine('OpenAI', () => ({
    engine: engine(),
    speech,
    silence: speech,
    hears: (what) => {
      openai.respondWith(what === 'speech' ? SALE : { duration: 11, segments: [] });
      openai.delay(what === 'speech' ? 300 : 0);
    },
  }));

  it('tells speakers apart, and sends the recording unchanged with what that needs', async () => {
    const { segments, language } = await transcribe(engine());
    expect(segments).toEqual([
      { ...SALE.segments[0], confidence: null },
      { ...SALE.segments[1], confidence: null },
    ]);
    expect(language).toBeNull();
    const bytes = await readFile(recording);
    expect(openai.requests).toEqual([
      {
        fields: [
          ['model', 'gpt-4o-transcribe-diarize'],
          ['response_format', 'diarized_json'],
          ['chunking_strategy', 'auto'],
        ],
        file: {
          name: 'jfk.wav',
          mime: 'audio/wav',
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      },
    ]);
  });

  it('asks whisper for segments, and drops those that whisper itself takes for silence', async () => {
    const invented = { start: 8, end: 10, text: 'Thanks for watching!', noSpeechProb: 0.9, avgLogprob: -1.4 };
    openai.respondWith({ duration: 11, segments: [{ start: 0, end: 5, text: 'Yes, I agree.' }, invented] });
    const { segments, text, language } = await transcribe(engine({ model: 'whisper-1' }));
    expect(segments).toEqual([{ start: 0, end: 5, text: 'Yes, I agree.', speaker: null, confidence: 0.779 }]);
    expect(text).toBe('Yes, I agree.');
    expect(language).toBe('english');
    expect(openai.requests[0]?.fields).toContainEqual(['timestamp_granularities[]', 'segment']);
  });

  it('takes the text as one segment from a model that knows no times', async () => {
    const { segments } = await transcribe(engine({ model: 'gpt-4o-transcribe' }));
    expect(segments).toHaveLength(1);
    expect(segments[0]).toMatchObject({ start: 0, end: 11, speaker: null });
  });

  it('keeps times inside the recording whatever the answer says', async () => {
    openai.respondWith({
      duration: 11,
      segments: [
        { start: 9, end: 400, text: 'second' },
        { start: -3, end: 2, text: 'first' },
        { start: 4, end: 5, text: '   ' },
      ],
    });
    const { segments } = await transcribe(engine());
    expect(segments.map(({ start, end, text }) => [start, end, text])).toEqual([
      [0, 2, 'first'],
      [9, 11, 'second'],
    ]);
  });

  it.each([
    [400, null, 'rejected', false],
    [413, null, 'rejected', false],
    [403, null, 'authentication', false],
    [408, null, 'unavailable', true],
    [429, 'rate_limit_exceeded', 'quota', true],
    [429, 'insufficient_quota', 'quota', false],
    [500, null, 'unavailable', true],
    [503, null, 'unavailable', true],
  ])('calls status %d (%s) %s', async (status, apiCode, code, isRetryable) => {
    openai.failWith(status, apiCode);
    await expect(transcribe(engine())).rejects.toMatchObject({
      name: 'SpeechEngineError',
      code,
      isRetryable,
    });
    expect(openai.requests).toHaveLength(1);
    await expect(transcribe(engine())).resolves.toMatchObject({ durationSeconds: 11 });
  });

  it('reports a wrong key', async () => {
    await expect(transcribe(engine({ apiKey: 'sk-wrong' }))).rejects.toMatchObject({
      code: 'authentication',
      isRetryable: false,
    });
  });

  it('gives up after its own time limit', async () => {
    openai.delay(2000);
    await expect(transcribe(engine({ timeoutMs: 100 }))).rejects.toMatchObject({
      code: 'timeout',
      isRetryable: true,
    });
  });

  it('reports a server that cannot be reached', async () => {
    const gone = await startOpenAi({ port: 0 });
    await gone.close();
    const unreachable = new OpenAiEngine({ apiKey: 'sk-any', baseURL: gone.url });
    await expect(transcribe(unreachable)).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
  });
});
