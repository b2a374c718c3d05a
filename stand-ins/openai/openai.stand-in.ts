import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatEnding,
  type ChatRequest,
  checkChatRequest,
  readChatRequest,
  type ScriptedAnswer,
  writeCompletion,
} from './openai-chat.js';
import { ApiError, apiErrorOf, type Fault, sendFault } from './openai-errors.js';
import { checkRequest, readTranscriptionRequest, type TranscriptionRequest } from './openai-request.js';
import { nonsense, type ScriptedTranscript, writeTranscription } from './openai-transcription.js';

export type { ChatRequest } from './openai-chat.js';
export type { Fault } from './openai-errors.js';
export type { TranscriptionRequest } from './openai-request.js';
export type { ScriptedTranscript } from './openai-transcription.js';

interface OpenAiStandInOptions {
  /** 0 for any free port. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** The one key that is accepted; default `sk-stand-in`. */
  apiKey?: string;
}

/** What one transcription meets; `null` goes well. */
export type TranscriptionFault = Fault | 'nonsense' | null;
/** What one chat completion meets; `null` goes well. */
type ChatFault = Fault | Exclude<ChatEnding, 'stop'> | null;

/**
 * Speaks OpenAI's protocol for transcriptions and chat completions, with the answers a test puts into it. It can
 * neither hear nor think: without a script every request fails. Requests are checked against OpenAI's own description
 * of its API.
 */
export interface OpenAiStandIn {
  /** The address to configure, ending in `/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** Every transcription request that came in whole, refused ones included. */
  readonly requests: readonly TranscriptionRequest[];
  /** Every chat request, refused ones included. */
  readonly chatRequests: readonly ChatRequest[];
  /** What every following request is answered with. */
  respondWith(transcript: ScriptedTranscript): void;
  /** Answers every request with a transcript of its own. Calls count from 1. */
  respondEach(script: (request: TranscriptionRequest, call: number) => ScriptedTranscript): void;
  /** Fails the next requests, then goes back to the scripted answer. */
  failWith(status: number, code?: string | null, times?: number): void;
  /** What the next transcriptions meet, one after the other. */
  meet(...faults: TranscriptionFault[]): void;
  /** Waits before every answer from now on: milliseconds, or how many for a request, as a share of its length. */
  delay(milliseconds: number | ((request: TranscriptionRequest) => number)): void;
  /** Keeps the answer to the next transcription back until the function that it returns is called. */
  holdNext(): () => void;
  /** What every following chat request is answered with. */
  answerChatWith(answer: ScriptedAnswer | ((request: ChatRequest) => ScriptedAnswer)): void;
  /** What the next chat requests meet, one after the other. */
  meetChat(...faults: ChatFault[]): void;
  /** Forgets scripts and requests. */
  reset(): void;
  close(): Promise<void>;
}

interface Script {
  transcript: ((request: TranscriptionRequest, call: number) => ScriptedTranscript) | null;
  faults: TranscriptionFault[];
  delay: (request: TranscriptionRequest) => number;
  /** What the next answer waits for. */
  held: Promise<void> | null;
  chat: ((request: ChatRequest) => ScriptedAnswer) | null;
  chatFaults: ChatFault[];
}

const nothing = (): Script => ({
  transcript: null,
  faults: [],
  delay: () => 0,
  held: null,
  chat: null,
  chatFaults: [],
});

export async function startOpenAi(options: OpenAiStandInOptions): Promise<OpenAiStandIn> {
  const { port, host = '127.0.0.1', apiKey = 'sk-stand-in' } = options;
  const requests: TranscriptionRequest[] = [];
  const chatRequests: ChatRequest[] = [];
  const script = nothing();

  const transcribe = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await readTranscriptionRequest(request);
    const call = requests.push(received);
    // Decided on arrival: a request given up during the delay must not use up what is meant for the next one.
    const fault = script.faults.shift() ?? null;
    const scripted = script.transcript?.(received, call) ?? null;
    const transcript = fault === 'nonsense' ? nonsense(scripted?.duration ?? 30) : scripted;
    const { held } = script;
    script.held = null;
    const delayMs = script.delay(received);
    await held;
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    const reply = () => {
      checkRequest(received, received.file?.durationSeconds ?? transcript?.duration ?? 0);
      if (transcript) return writeTranscription(transcript, received);
      throw unscripted('transcript', 'cannot hear', 'respondWith');
    };
    if (fault && fault !== 'nonsense') return sendFault(fault, reply, response);
    send(reply(), response);
  };

  const complete = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await readChatRequest(request);
    const call = chatRequests.push(received);
    const fault = script.chatFaults.shift() ?? null;
    const ending = fault === 'length' || fault === 'refusal' ? fault : 'stop';
    const reply = () => {
      checkChatRequest(received);
      if (script.chat) return writeCompletion(received, script.chat(received), ending, call);
      throw unscripted('answer', 'cannot think', 'answerChatWith');
    };
    if (fault && fault !== ending) return sendFault(fault as Fault, reply, response);
    send(reply(), response);
  };

  /** Every model is there: what a request may ask of it is checked with the request. */
  const describeModel = async (request: IncomingMessage, response: ServerResponse) => {
    const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const model = { id, object: 'model', created: 0, owned_by: 'stand-in' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(model));
  };

  const routes: Record<string, typeof transcribe> = {
    'POST /v1/audio/transcriptions': transcribe,
    'POST /v1/chat/completions': complete,
    'GET /v1/models/{model}': describeModel,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0]?.replace(/(?<=^\/v1\/models\/)[^/]+$/, '{model}');
    const route = routes[`${request.method} ${path}`];
    if (!route)
      throw new ApiError(404, `Invalid URL (${request.method} ${request.url})`, null, 'unknown_url');
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      throw new ApiError(401, 'Incorrect API key provided.', null, 'invalid_api_key');
    }
    await route(request, response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = apiErrorOf(error);
      // The rest of an upload nobody reads must not keep the sender waiting.
      request.resume();
      response
        .writeHead(failure.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(failure.body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;

  return {
    url: `http://${host}:${address.port}/v1`,
    apiKey,
    requests,
    chatRequests,
    respondWith: (transcript) => {
      script.transcript = () => transcript;
    },
    respondEach: (each) => {
      script.transcript = each;
    },
    failWith: (status, code = null, times = 1) => {
      script.faults = Array.from({ length: times }, () => ({ status, code }));
    },
    meet: (...faults) => {
      script.faults = faults;
    },
    delay: (milliseconds) => {
      script.delay = typeof milliseconds === 'number' ? () => milliseconds : milliseconds;
    },
    holdNext: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      script.held = promise;
      return resolve;
    },
    answerChatWith: (scripted) => {
      script.chat =
        typeof scripted === 'function'
          ? (scripted as (request: ChatRequest) => ScriptedAnswer)
          : () => scripted;
    },
    meetChat: (...faults) => {
      script.chatFaults = faults;
    },
    reset: () => {
      Object.assign(script, nothing());
      requests.length = 0;
      chatRequests.length = 0;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function send({ contentType, body }: { contentType: string; body: string }, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': contentType }).end(body);
}

function unscripted(what: string, why: string, how: string): ApiError {
  return new ApiError(500, `No ${what} was scripted: this stand-in ${why}. Call ${how}() first.`);
}
