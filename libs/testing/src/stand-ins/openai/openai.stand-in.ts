import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, apiErrorOf, STATUS_ERRORS } from './openai-api-error.js';
import { checkRequest, readTranscriptionRequest, type TranscriptionRequest } from './openai-request.js';
import { type ScriptedTranscript, writeTranscription } from './openai-transcription.js';

export interface OpenAiStandInOptions {
  /** 0 for any free port. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** The one key that is accepted; default `sk-stand-in`. */
  apiKey?: string;
}

/**
 * Speaks OpenAI's transcription protocol, with the answers a test puts into it. It cannot hear: without a script
 * every request fails.
 */
export interface OpenAiStandIn {
  /** The address to configure, ending in `/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** Every transcription request that came in whole, refused ones included. */
  readonly requests: readonly TranscriptionRequest[];
  /** What every following request is answered with. */
  respondWith(transcript: ScriptedTranscript): void;
  /** Fails the next requests, then goes back to the scripted answer. */
  failWith(status: number, code?: string | null, times?: number): void;
  /** Waits before every answer from now on. */
  delay(milliseconds: number): void;
  /** Forgets script and requests. */
  reset(): void;
  close(): Promise<void>;
}

interface Failure {
  status: number;
  code: string | null;
}

export async function startOpenAi(options: OpenAiStandInOptions): Promise<OpenAiStandIn> {
  const { port, host = '127.0.0.1', apiKey = 'sk-stand-in' } = options;
  const requests: TranscriptionRequest[] = [];
  let script: ScriptedTranscript | null = null;
  let failures: Failure[] = [];
  let delayMs = 0;

  const transcribe = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      throw new ApiError(401, 'Incorrect API key provided.', null, 'invalid_api_key');
    }
    const received = await readTranscriptionRequest(request);
    requests.push(received);
    // Decided on arrival: a request given up during the delay must not use up what is meant for the next one.
    const failure = failures.shift();
    const transcript = script;
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (failure) {
      throw new ApiError(
        failure.status,
        STATUS_ERRORS[failure.status] ?? 'The request failed.',
        null,
        failure.code,
      );
    }
    checkRequest(received, transcript?.duration ?? 0);
    if (!transcript) {
      throw new ApiError(
        500,
        'No transcript was scripted: this stand-in cannot hear. Call respondWith() first.',
      );
    }
    const { contentType, body } = writeTranscription(transcript, received);
    response.writeHead(200, { 'content-type': contentType }).end(body);
  };

  const server = createServer((request, response) => {
    const isTranscription = request.url?.split('?')[0] === '/v1/audio/transcriptions';
    const answered =
      isTranscription && request.method === 'POST'
        ? transcribe(request, response)
        : Promise.reject(
            new ApiError(404, `Invalid URL (${request.method} ${request.url})`, null, 'unknown_url'),
          );
    answered.catch((error: unknown) => {
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
    respondWith: (transcript) => {
      script = transcript;
    },
    failWith: (status, code = null, times = 1) => {
      failures = Array.from({ length: times }, () => ({ status, code }));
    },
    delay: (milliseconds) => {
      delayMs = milliseconds;
    },
    reset: () => {
      script = null;
      failures = [];
      delayMs = 0;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
