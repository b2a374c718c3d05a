import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import type { SpeechEngineError } from '../speech-engine.js';
import { describeSpeechEngine } from '../test/speech-engine.contract.js';
import { OpenAiEngine, type OpenAiEngineOptions } from './openai.engine.js';

const recording = fileURLToPath(new URL('../../../../../libs/testing/fixtures/jfk.wav', import.meta.url));
const speech = { path: recording, durationSeconds: 11 };
/** How long the circuit stays open. */
const HALF_OPEN_MS = 60_000;
const SALE = {
  duration: 11,
  segments: [
    { start: 0.2, end: 4, text: 'I agree to sell my car for $2,000.', speaker: 'A' },
    { start: 4.5, end: 10.8, text: 'I agree to pay that on Friday.', speaker: 'B' },
  ],
};

describe('OpenAiEngine', () => {
  let openai: OpenAiStandIn;
  const engine = (options: Partial<OpenAiEngineOptions> = {}) =>
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

  afterEach(() => {
    jest.restoreAllMocks();
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
      { ...SALE.segments[0], confidence: null, words: null },
      { ...SALE.segments[1], confidence: null, words: null },
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
          durationSeconds: 11,
        },
      },
    ]);
  });

  it('asks whisper for segments and words, and drops what whisper itself takes for silence', async () => {
    const invented = { start: 8, end: 10, text: 'Thanks for watching!', noSpeechProb: 0.9, avgLogprob: -1.4 };
    openai.respondWith({ duration: 11, segments: [{ start: 0, end: 5, text: 'Yes, I agree.' }, invented] });
    const { segments, text, language } = await transcribe(engine({ model: 'whisper-1' }));
    expect(segments).toEqual([
      {
        start: 0,
        end: 5,
        text: 'Yes, I agree.',
        speaker: null,
        confidence: 0.779,
        words: [
          { start: 0, end: 1.667, text: 'Yes,', confidence: null },
          { start: 1.667, end: 3.333, text: 'I', confidence: null },
          { start: 3.333, end: 5, text: 'agree.', confidence: null },
        ],
      },
    ]);
    expect(text).toBe('Yes, I agree.');
    expect(language).toBe('english');
    expect(openai.requests[0]?.fields.slice(2)).toEqual([
      ['timestamp_granularities[]', 'segment'],
      ['timestamp_granularities[]', 'word'],
    ]);
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

  it.each([
    [7, 7000],
    ['2.5', 2500],
    ['in half an hour', 30 * 60_000],
    ['soon', null],
    [86_400, 3_600_000],
    [new Date(0).toUTCString(), 0],
  ])('passes on that the service wants to be left alone: %s', async (retryAfter, expected) => {
    const header =
      retryAfter === 'in half an hour' ? new Date(Date.now() + 30 * 60_000).toUTCString() : retryAfter;
    openai.meet({ status: 429, retryAfter: header });
    const error = (await transcribe(engine()).catch((reason: unknown) => reason)) as SpeechEngineError;
    expect(error).toMatchObject({ code: 'quota', isRetryable: true });
    if (expected === null) expect(error.retryAfterMs).toBeNull();
    else expect(Math.abs((error.retryAfterMs ?? -1) - expected)).toBeLessThan(3000);
  });

  it.each(['reset', 'empty', 'truncated', 'page'] as const)(
    'calls an answer that is none (%s) unavailable',
    async (fault) => {
      openai.meet(fault);
      await expect(transcribe(engine({ model: 'whisper-1' }))).rejects.toMatchObject({
        name: 'SpeechEngineError',
        code: 'unavailable',
        isRetryable: true,
      });
      expect(openai.requests).toHaveLength(1);
    },
  );

  it.each(['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-transcribe-diarize'])(
    'takes nonsense from %s for silence',
    async (model) => {
      openai.meet('nonsense');
      expect(await transcribe(engine({ model }))).toEqual({
        text: '',
        durationSeconds: 11,
        language: model === 'whisper-1' ? 'english' : null,
        segments: [],
      });
    },
  );

  it('never gets an answer from a server that hangs', async () => {
    openai.meet('silence');
    await expect(transcribe(engine({ timeoutMs: 200 }))).rejects.toMatchObject({ code: 'timeout' });
  });

  it('stops asking a server that is down, until a trial call succeeds', async () => {
    const subject = engine({ circuit: { leastCalls: 4, halfOpenAfterMs: HALF_OPEN_MS } });
    const real = performance.now.bind(performance);
    let aheadMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs);
    const outcome = () =>
      transcribe(subject).then(
        () => 'heard',
        (error: SpeechEngineError) => error.code,
      );
    openai.failWith(503, null, 5);
    expect(await Promise.all([outcome(), outcome(), outcome(), outcome()])).toEqual(
      Array(4).fill('unavailable'),
    );
    expect(openai.requests).toHaveLength(4);

    const refused = (await transcribe(subject).catch((reason: unknown) => reason)) as SpeechEngineError;
    expect(refused).toMatchObject({ code: 'unavailable', isRetryable: true });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    expect(await outcome()).toBe('unavailable');
    expect(openai.requests).toHaveLength(4);

    expect(await subject.answers()).toBe(false);

    aheadMs += HALF_OPEN_MS;
    expect(await subject.answers()).toBe(true);
    expect(await outcome()).toBe('unavailable');
    expect(await outcome()).toBe('unavailable');
    expect(openai.requests).toHaveLength(5);

    aheadMs += HALF_OPEN_MS;
    expect(await Promise.all([outcome(), outcome(), outcome()])).toEqual(['heard', 'heard', 'heard']);
    expect(openai.requests).toHaveLength(8);
  });

  it('goes on asking after a recording that is refused', async () => {
    const subject = engine({ circuit: { leastCalls: 2 } });
    openai.failWith(400, null, 4);
    for (let count = 0; count < 4; count += 1) {
      await expect(transcribe(subject)).rejects.toMatchObject({ code: 'rejected' });
    }
    expect(await transcribe(subject)).toMatchObject({ durationSeconds: 11 });
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
    expect(await unreachable.answers()).toBe(false);
  });

  it('knows without a charge whether it would be answered', async () => {
    expect(await engine().answers()).toBe(true);
    expect(await engine({ apiKey: 'sk-wrong' }).answers()).toBe(false);
    expect(openai.requests).toEqual([]);
    for (const [code, isAnswered] of [
      ['insufficient_quota', false],
      ['rate_limit_exceeded', true],
    ] as const) {
      const server = createServer((_request, response) => {
        response.writeHead(429, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'no', type: code, code } }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const answers = await engine({ baseURL: `http://127.0.0.1:${port}/v1` }).answers();
        expect([code, answers]).toEqual([code, isAnswered]);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }
  });
});
