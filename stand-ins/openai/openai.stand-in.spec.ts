import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { letTimePass } from '#testing';
import { type OpenAiStandIn, startOpenAi } from './openai.stand-in.js';
import { mismatch, type SchemaName } from './openai-contract.js';

const kennedy = fileURLToPath(new URL('../../libs/testing/fixtures/jfk.wav', import.meta.url));

const SCRIPT = {
  duration: 40,
  segments: [
    { start: 0, end: 3, text: 'Do you agree?', speaker: 'A' },
    { start: 3.5, end: 5, text: 'Yes.', speaker: 'B' },
  ],
};

const verbose = { model: 'whisper-1', response_format: 'verbose_json' };

describe('OpenAI stand-in', () => {
  let openai: OpenAiStandIn;

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
  });

  beforeEach(() => {
    openai.reset();
  });

  afterAll(async () => {
    await openai.close();
  });

  const post = (fields: Record<string, string>, options: { key?: string; file?: string | null } = {}) => {
    const form = new FormData();
    if (options.file !== null) form.append('file', new Blob(['abc']), options.file ?? 'a.mp3');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return fetch(`${openai.url}/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.key ?? openai.apiKey}` },
      body: form,
    });
  };

  it('never makes up a text', async () => {
    const response = await post({ model: 'whisper-1' });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: {
        message: expect.stringContaining('respondWith'),
        type: 'server_error',
        param: null,
        code: null,
      },
    });
  });

  it('answers in each format', async () => {
    openai.respondWith(SCRIPT);
    const text = 'Do you agree? Yes.';
    const json = await (await post({ model: 'gpt-4o-transcribe' })).json();
    expect(json).toEqual({ text, usage: { type: 'duration', seconds: 40 } });
    const plain = await post({ model: 'whisper-1', response_format: 'text' });
    expect(await plain.text()).toBe(`${text}\n`);
    const verbose = await (await post({ model: 'whisper-1', response_format: 'verbose_json' })).json();
    expect(verbose).toMatchObject({ task: 'transcribe', language: 'english', duration: 40, text });
    const diarized = await (
      await post({
        model: 'gpt-4o-transcribe-diarize',
        response_format: 'diarized_json',
        chunking_strategy: 'auto',
      })
    ).json();
    expect(diarized).toMatchObject({
      segments: [{ id: 'seg_001', type: 'transcript.text.segment', speaker: 'A' }, { speaker: 'B' }],
    });
  });

  it.each<[string, Record<string, string>, SchemaName]>([
    ['json', { model: 'gpt-4o-transcribe' }, 'CreateTranscriptionResponseJson'],
    [
      'verbose_json',
      { model: 'whisper-1', 'timestamp_granularities[]': 'segment' },
      'CreateTranscriptionResponseVerboseJson',
    ],
    [
      'verbose_json',
      { model: 'whisper-1', 'timestamp_granularities[]': 'word' },
      'CreateTranscriptionResponseVerboseJson',
    ],
    [
      'diarized_json',
      { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' },
      'CreateTranscriptionResponseDiarizedJson',
    ],
  ])('answers as OpenAI describes %s %j', async (format, fields, schema) => {
    openai.respondWith(SCRIPT);
    const response = await post({ ...fields, response_format: format });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(mismatch(schema, answer)).toBeNull();
    expect(mismatch(schema, { ...answer, text: 7 })).toMatchObject({ instancePath: '/text' });
  });

  it('gives words when asked for words', async () => {
    openai.respondWith(SCRIPT);
    const fields = {
      model: 'whisper-1',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'word',
    };
    const answer = (await (await post(fields)).json()) as { words: object[]; segments?: object[] };
    expect(answer.words).toHaveLength(4);
    expect(answer.words[0]).toEqual({ word: 'Do', start: 0, end: 1 });
    expect(answer.segments).toBeUndefined();
  });

  it.each([
    ['no model', {}, undefined, 400],
    ['an unknown model', { model: 'gpt-9' }, undefined, 404],
    ['an unknown field', { model: 'whisper-1', colour: 'red' }, undefined, 400],
    ['a granularity there is not', { ...verbose, 'timestamp_granularities[]': 'letter' }, undefined, 400],
    ['a chunking strategy there is not', { model: 'whisper-1', chunking_strategy: 'none' }, undefined, 400],
    ['a temperature that is no number', { model: 'whisper-1', temperature: 'hot' }, undefined, 400],
    ['no file', { model: 'whisper-1' }, null, 400],
    ['a file of another type', { model: 'whisper-1' }, 'a.txt', 400],
    [
      'speakers from a model without them',
      { model: 'whisper-1', response_format: 'diarized_json' },
      undefined,
      400,
    ],
    [
      'times from a model without them',
      { model: 'gpt-4o-transcribe', response_format: 'verbose_json' },
      undefined,
      400,
    ],
    [
      'a long diarization in one piece',
      { model: 'gpt-4o-transcribe-diarize', response_format: 'diarized_json' },
      undefined,
      400,
    ],
  ])('refuses %s', async (_name, fields, file, status) => {
    openai.respondWith(SCRIPT);
    const response = await post(fields as Record<string, string>, file === undefined ? {} : { file });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('refuses a wrong key and an unknown path', async () => {
    const response = await post({ model: 'whisper-1' }, { key: 'sk-wrong' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    expect((await fetch(`${openai.url}/models`)).status).toBe(404);
    expect((await fetch(`${openai.url}/models/whisper-1`)).status).toBe(401);
  });

  it('fails as often as told, and remembers every request', async () => {
    openai.respondWith(SCRIPT);
    openai.failWith(429, 'insufficient_quota', 2);
    const first = await post({ model: 'whisper-1' });
    expect(await first.json()).toMatchObject({
      error: { type: 'insufficient_quota', code: 'insufficient_quota' },
    });
    expect((await post({ model: 'whisper-1' })).status).toBe(429);
    expect((await post({ model: 'whisper-1' })).status).toBe(200);
    expect(openai.requests).toHaveLength(3);
    expect(openai.requests[0]).toMatchObject({
      fields: [['model', 'whisper-1']],
      file: {
        name: 'a.mp3',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        durationSeconds: null,
      },
    });
  });

  it('meets calls with one fault after the other', async () => {
    openai.respondWith(SCRIPT);
    openai.meet({ status: 429, retryAfter: 7 }, 'empty', 'truncated', 'page', 'nonsense', 'reset', null);
    const ask = () => post(verbose);
    const limited = await ask();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await (await ask()).text()).toBe('');
    const half = await (await ask()).text();
    expect(half).toContain('Do you');
    expect(() => JSON.parse(half)).toThrow(SyntaxError);
    const page = await ask();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await (await ask()).json()).toMatchObject({ text: expect.stringContaining('you you you you') });
    await expect(ask()).rejects.toThrow();
    expect((await ask()).status).toBe(200);
    openai.meet('silence');
    const outcome = await Promise.race([ask(), letTimePass(300, 'it never answers').then(() => 'nothing')]);
    expect(outcome).toBe('nothing');
  });

  it('answers each recording for itself, and can take its time as an engine does', async () => {
    openai.respondEach((request, call) => ({
      duration: request.file?.durationSeconds ?? 0,
      segments: [{ start: 0, end: 1, text: `Part ${call} of ${request.file?.name}.` }],
    }));
    openai.delay((request) => (request.file?.durationSeconds ?? 0) * 20);
    const bytes = await readFile(kennedy);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'jfk.wav');
    form.append('model', 'gpt-4o-transcribe');
    const began = performance.now();
    const response = await fetch(`${openai.url}/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${openai.apiKey}` },
      body: form,
    });
    expect(await response.json()).toMatchObject({ text: 'Part 1 of jfk.wav.', usage: { seconds: 11 } });
    expect(performance.now() - began).toBeGreaterThan(210);
  });
});
