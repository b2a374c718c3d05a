import { Module } from '@nestjs/common';
import type { OpenAI } from 'openai';
import { TranscriptionConfig } from './config.js';
import { openAiClient, readApiFailure } from './openai-client.js';

export interface ModelRequest {
  /** What the model is to do. Nothing that a user wrote belongs here. */
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Letters, digits, `_` and `-`. */
  schemaName: string;
  /** JSON Schema of the answer in OpenAI's strict form: every property required, no additional ones. */
  schema: object;
  /** Of the answer. */
  maxTokens: number;
  signal?: AbortSignal;
}

/** Answers in the shape of a JSON schema. */
export interface LanguageModel {
  readonly name: string;
  /**
   * One call, never repeated.
   * @returns what the model wrote, parsed. The model promises the schema; the caller still checks it.
   * @throws ModelError; the signal's reason when aborted.
   */
  answer(request: ModelRequest): Promise<unknown>;
}

/** Injection token of `LanguageModel | null`; null when none is configured. */
export const LANGUAGE_MODEL = Symbol('language model');

type ModelErrorCode =
  | 'quota'
  | 'authentication'
  | 'unavailable'
  | 'rejected'
  | 'timeout'
  /** The model declines to answer. */
  | 'refused'
  /** Cut off at `maxTokens`. */
  | 'incomplete'
  /** Not JSON. */
  | 'invalid_answer';

export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    readonly code: ModelErrorCode,
    /** Whether the same request may succeed later. */
    readonly isRetryable: boolean,
    /** Ours: it is logged, and the model's words may be those of a question or of a recording. */
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

interface OpenAiModelOptions {
  apiKey: string;
  /** Default OpenAI's own. */
  baseURL?: string;
  model: string;
  /** For one call, in milliseconds; default 20 seconds. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** A chat model of OpenAI or of a compatible server. */
export class OpenAiModel implements LanguageModel {
  readonly name: string;
  private readonly client: OpenAI;
  private readonly timeoutMs: number;

  constructor(private readonly options: OpenAiModelOptions) {
    this.name = `openai:${options.model}`;
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.client = openAiClient(options);
  }

  async answer(request: ModelRequest): Promise<unknown> {
    request.signal?.throwIfAborted();
    const timeLimit = AbortSignal.timeout(this.timeoutMs);
    try {
      return readAnswer(await this.ask(request, timeLimit));
    } catch (error) {
      request.signal?.throwIfAborted();
      if (error instanceof ModelError) throw error;
      if (timeLimit.aborted) {
        throw new ModelError('timeout', true, `no answer within ${this.timeoutMs} ms`, { cause: error });
      }
      const { code, isRetryable, message, cause } = readApiFailure(error);
      throw new ModelError(code, isRetryable, message, { cause });
    }
  }

  private ask(request: ModelRequest, timeLimit: AbortSignal): Promise<unknown> {
    const { system, messages, schemaName, schema, maxTokens, signal } = request;
    return this.client.chat.completions.create(
      {
        model: this.options.model,
        messages: [{ role: 'system', content: system }, ...messages],
        response_format: {
          type: 'json_schema',
          json_schema: { name: schemaName, schema: { ...schema }, strict: true },
        },
        temperature: 0,
        max_completion_tokens: maxTokens,
      },
      {
        signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
        // The limit above covers the whole call; the client's own must not be the shorter one.
        timeout: this.timeoutMs * 2,
      },
    );
  }
}

/** Compatible servers leave things out, and a proxy may answer with a page: nothing is taken for granted. */
function readAnswer(completion: unknown): unknown {
  const choices = fieldOf(completion, 'choices');
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = fieldOf(choice, 'message');
  const refusal = fieldOf(message, 'refusal');
  if (typeof refusal === 'string' && refusal !== '') {
    throw new ModelError('refused', false, 'the model refuses to answer');
  }
  const finishReason = fieldOf(choice, 'finish_reason');
  if (finishReason === 'content_filter') {
    throw new ModelError('refused', false, 'the answer was withheld by a content filter');
  }
  if (finishReason === 'length') {
    throw new ModelError('incomplete', false, 'the answer is longer than it may be');
  }
  const content = fieldOf(message, 'content');
  if (typeof content !== 'string') {
    throw new ModelError('unavailable', true, 'the answer is not a chat completion');
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new ModelError('invalid_answer', true, 'the answer is not JSON');
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** `openaiChatModel` is `none` for no model at all. */
type ModelConfig = Pick<TranscriptionConfig, 'openaiApiKey' | 'openaiBaseUrl' | 'openaiChatModel'>;

/** The configured chat model; null when there is no key and no server's address for it, or none is wanted. */
export function selectLanguageModel(config: ModelConfig): LanguageModel | null {
  const { openaiApiKey, openaiBaseUrl, openaiChatModel } = config;
  if (openaiChatModel === 'none' || (!openaiApiKey && !openaiBaseUrl)) return null;
  return new OpenAiModel({
    // Servers in one's own network often want no key, but the protocol has no way to leave it out.
    apiKey: openaiApiKey || 'none',
    model: openaiChatModel,
    ...(openaiBaseUrl ? { baseURL: openaiBaseUrl } : {}),
  });
}

@Module({
  providers: [{ provide: LANGUAGE_MODEL, inject: [TranscriptionConfig], useFactory: selectLanguageModel }],
  exports: [LANGUAGE_MODEL],
})
export class LanguageModelModule {}
