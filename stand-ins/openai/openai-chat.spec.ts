import { type OpenAiStandIn, startOpenAi } from './openai.stand-in.js';
import { mismatch } from './openai-contract.js';

const COLOUR = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};
const REQUEST = {
  model: 'gpt-4o-mini',
  messages: [
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: 'Which colour has the sky?' },
  ],
  response_format: { type: 'json_schema', json_schema: { name: 'colour', schema: COLOUR, strict: true } },
};

describe('OpenAI stand-in for chat', () => {
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

  const ask = (body: unknown = REQUEST) =>
    fetch(`${openai.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${openai.apiKey}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const schema = (changed: object) => ({
    ...REQUEST,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'colour', schema: { ...COLOUR, ...changed }, strict: true },
    },
  });

  it('never makes up an answer', async () => {
    const response = await ask();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('answerChatWith') },
    });
  });

  it('answers as OpenAI describes it, with what was scripted for the question', async () => {
    openai.answerChatWith(({ messages }) => ({
      name: messages.at(-1)?.content.includes('sky') ? 'blue' : '',
    }));
    const response = await ask();
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(mismatch('CreateChatCompletionResponse', answer)).toBeNull();
    expect(mismatch('CreateChatCompletionResponse', { ...answer, choices: [{}] })).not.toBeNull();
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ name: 'blue' });
    expect(openai.chatRequests).toEqual([REQUEST]);
    expect(openai.requests).toEqual([]);
  });

  it.each([
    ['what is no JSON', '{', 'parse'],
    ['no messages', { ...REQUEST, messages: [] }, 'messages'],
    ['no model', { messages: REQUEST.messages }, "'model'"],
    ['a role there is not', { ...REQUEST, messages: [{ role: 'boss', content: 'Hello' }] }, 'messages'],
    ['a temperature above 2', { ...REQUEST, temperature: 3 }, 'temperature'],
    ['a schema that allows more', schema({ additionalProperties: true }), 'additionalProperties'],
    ['a schema with something optional', schema({ required: [] }), 'required'],
    [
      'the same further inside',
      schema({ properties: { name: { type: 'array', items: { type: 'object', properties: {} } } } }),
      'additionalProperties',
    ],
  ])('refuses %s', async (_name, body, says) => {
    openai.answerChatWith({ name: 'blue' });
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining(says) },
    });
  });

  it('meets calls with one fault after the other', async () => {
    openai.answerChatWith({ name: 'blue' });
    openai.meetChat('refusal', 'length', { status: 503 }, 'empty');
    expect(await (await ask()).json()).toMatchObject({
      choices: [{ message: { content: null, refusal: expect.stringContaining('sorry') } }],
    });
    expect(await (await ask()).json()).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    expect((await ask()).status).toBe(503);
    expect(await (await ask()).text()).toBe('');
    expect((await ask()).status).toBe(200);
  });
});
