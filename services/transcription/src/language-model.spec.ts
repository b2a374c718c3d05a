import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { type ModelRequest, OpenAiModel, selectLanguageModel } from './language-model.module.js';

const request: ModelRequest = {
  system: 'Name the colour.',
  messages: [
    { role: 'user', content: 'Sky?' },
    { role: 'assistant', content: '{"name":"blue"}' },
    { role: 'user', content: 'Grass?' },
  ],
  schemaName: 'colour',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  maxTokens: 50,
};

describe('OpenAiModel', () => {
  let openai: OpenAiStandIn;
  const model = (options: { apiKey?: string; timeoutMs?: number } = {}) =>
    new OpenAiModel({ apiKey: openai.apiKey, baseURL: openai.url, model: 'gpt-4o-mini', ...options });

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
  });

  beforeEach(() => {
    openai.reset();
    openai.answerChatWith({ name: 'green' });
  });

  afterAll(async () => {
    await openai.close();
  });

  it('asks for an answer in the shape of the schema', async () => {
    expect(await model().answer(request)).toEqual({ name: 'green' });
    expect(openai.chatRequests).toEqual([
      {
        model: 'gpt-4o-mini',
        messages: [{ role: 'system', content: 'Name the colour.' }, ...request.messages],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'colour', schema: request.schema, strict: true },
        },
        temperature: 0,
        max_completion_tokens: 50,
      },
    ]);
  });

  it.each([
    [{ status: 400 }, 'rejected', false],
    [{ status: 401 }, 'authentication', false],
    [{ status: 429, code: 'rate_limit_exceeded' }, 'quota', true],
    [{ status: 429, code: 'insufficient_quota' }, 'quota', false],
    [{ status: 500 }, 'unavailable', true],
    ['refusal', 'refused', false],
    ['length', 'incomplete', false],
    ['reset', 'unavailable', true],
    ['empty', 'unavailable', true],
    ['truncated', 'unavailable', true],
    ['page', 'unavailable', true],
  ] as const)('calls %j %s, and asks once', async (fault, code, isRetryable) => {
    openai.meetChat(fault);
    await expect(model().answer(request)).rejects.toMatchObject({ name: 'ModelError', code, isRetryable });
    expect(openai.chatRequests).toHaveLength(1);
    expect(await model().answer(request)).toEqual({ name: 'green' });
  });

  const completion = (message: object) => JSON.stringify({ choices: [{ finish_reason: 'stop', message }] });
  const PRIVATE = 'landlord';

  it.each<[string, number, string, string]>([
    [
      'a refusal',
      200,
      completion({ content: null, refusal: `I cannot tell who said ${PRIVATE}.` }),
      'refused',
    ],
    ['an answer without the shape', 200, completion({ content: `${PRIVATE} money` }), 'invalid_answer'],
    ['an answer of something else', 200, PRIVATE, 'unavailable'],
    [
      'an error that quotes the question',
      400,
      JSON.stringify({ error: { message: `Bad input: ${PRIVATE}`, type: 'x', code: `no ${PRIVATE}` } }),
      'rejected',
    ],
  ])('keeps the words of %s out of its error, which is logged', async (_what, status, body, code) => {
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const own = new OpenAiModel({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}/v1`, model: 'm' });
      const error: unknown = await own.answer(request).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ModelError', code });
      expect(inspect(error, { depth: null })).not.toContain(PRIVATE);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('refuses an answer that is not JSON', async () => {
    openai.answerChatWith('Green, of course.');
    await expect(model().answer(request)).rejects.toMatchObject({
      code: 'invalid_answer',
      isRetryable: true,
    });
  });

  it('is told when a schema is not strict', async () => {
    const schema = { ...request.schema, additionalProperties: true };
    await expect(model().answer({ ...request, schema })).rejects.toMatchObject({ code: 'rejected' });
  });

  it('gives up after its own time limit', async () => {
    openai.meetChat('silence');
    await expect(model({ timeoutMs: 150 }).answer(request)).rejects.toMatchObject({
      code: 'timeout',
      isRetryable: true,
    });
  });

  it('stops when aborted, with the reason', async () => {
    openai.meetChat('silence');
    const controller = new AbortController();
    const running = model().answer({ ...request, signal: controller.signal });
    const rejected = expect(running).rejects.toThrow('nobody waits');
    await eventually(async () => expect(openai.chatRequests).toHaveLength(1), 10_000, 'the request');
    controller.abort(new Error('nobody waits'));
    await rejected;
    await expect(model().answer({ ...request, signal: controller.signal })).rejects.toThrow('nobody waits');
    expect(openai.chatRequests).toHaveLength(1);
  });
});

describe('selectLanguageModel', () => {
  const openaiChatModel = 'gpt-4o-mini';

  it('has no model without a key and a server', () => {
    expect(selectLanguageModel({ openaiChatModel })).toBeNull();
    expect(selectLanguageModel({ openaiChatModel, openaiApiKey: '', openaiBaseUrl: '' })).toBeNull();
  });

  it('uses OpenAI with a key, or a server of one’s own without', () => {
    expect(selectLanguageModel({ openaiChatModel, openaiApiKey: 'sk-a' })?.name).toBe('openai:gpt-4o-mini');
    const own = { openaiChatModel: 'llama', openaiBaseUrl: 'http://127.0.0.1:9/v1' };
    expect(selectLanguageModel(own)?.name).toBe('openai:llama');
  });

  it('has none when none is wanted', () => {
    expect(selectLanguageModel({ openaiChatModel: 'none', openaiApiKey: 'sk-a' })).toBeNull();
  });
});
