import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { checkAgainst, checkStrictSchema } from './openai-contract.js';
import type { Reply } from './openai-errors.js';
import { ApiError } from './openai-errors.js';

/** The fields of a chat completion request that tests look at. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: {
    type: string;
    json_schema?: { name: string; schema?: Record<string, unknown>; strict?: boolean };
  };
  max_completion_tokens?: number;
  temperature?: number;
}

/** What a chat answer says: an object is written as JSON, a text as it is. */
export type ScriptedAnswer = object | string;

/** @throws ApiError 400 when the body is not JSON */
export async function readChatRequest(request: IncomingMessage): Promise<ChatRequest> {
  try {
    return (await json(request)) as ChatRequest;
  } catch {
    throw new ApiError(400, 'We could not parse the JSON body of your request.');
  }
}

/** Refuses what OpenAI refuses. @throws ApiError */
export function checkChatRequest(request: ChatRequest): void {
  checkAgainst('CreateChatCompletionRequest', request);
  const format = request.response_format?.json_schema;
  if (!format) return;
  if (!/^[\w-]{1,64}$/.test(format.name)) {
    throw new ApiError(400, "Invalid 'response_format.json_schema.name'.", 'response_format');
  }
  if (format.strict) checkStrictSchema(format.schema, format.name);
}

/** Ends as a model does: with the whole answer, cut off at the limit, or by declining. */
export type ChatEnding = 'stop' | 'length' | 'refusal';

export function writeCompletion(
  { model }: ChatRequest,
  answer: ScriptedAnswer,
  ending: ChatEnding,
  call: number,
): Reply {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const content = ending === 'length' ? text.slice(0, Math.floor(text.length / 2)) : text;
  const isRefusal = ending === 'refusal';
  const body = {
    id: `chatcmpl-${String(call).padStart(6, '0')}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefusal ? null : content,
          refusal: isRefusal ? "I'm sorry, I can't assist with that." : null,
        },
        logprobs: null,
        finish_reason: ending === 'length' ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  };
  return { contentType: 'application/json', body: JSON.stringify(body) };
}
