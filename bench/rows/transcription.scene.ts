import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'amqplib';
import { pino } from 'pino';
import {
  agreementPaid,
  createEnvelope,
  type EventDefinition,
  type EventEnvelope,
  newAgreementId,
  recordingPrepared,
  recordingPreviewed,
  recordingStored,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { Publisher } from '#messaging';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually, speakAgreement } from '#testing';
import type { PinnedProcess } from '../pinned-process.js';
import { EXCHANGE, newContext, owner, type Stage } from '../stage.js';

const run = promisify(execFile);

export const LENGTH_SECONDS = 600;
/** A hosted engine takes about 8 seconds for 90 seconds of sound. */
export const REAL_TIME_FACTOR = 0.09;
const DONE_MS = 180_000;

/** How long something took, in milliseconds. */
export interface Made {
  agreementId: string;
  /** From the payment to the news of the transcript. */
  transcriptMs: number;
  /** From the news of the recording to its copies. */
  preparationMs: number;
}

/** The transcription service with an engine that takes its time, and a conversation of ten minutes. */
export class TranscriptionScene {
  private constructor(
    readonly service: PinnedProcess,
    readonly openai: OpenAiStandIn,
    /** The conversation as a browser records it. */
    readonly sound: string,
    private readonly stage: Stage,
    private readonly publisher: Publisher,
    private readonly ear: Ear,
    private readonly agreements: Server,
  ) {}

  static async open(stage: Stage): Promise<TranscriptionScene> {
    const openai = await startOpenAi({ port: 0 });
    openai.respondEach(({ file }) => sentences(file?.durationSeconds ?? 0));
    openai.delay(({ file }) => (file?.durationSeconds ?? 0) * REAL_TIME_FACTOR * 1000);
    const agreements = await startAgreements();
    const service = await stage.service('transcription', {
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
      OPENAI_CHAT_MODEL: 'none',
      AGREEMENTS_URL: `http://127.0.0.1:${(agreements.address() as AddressInfo).port}`,
    });
    const publisher = new Publisher(stage.servers.amqpUrl, 'bench', pino({ level: 'silent' }));
    await publisher.ready();
    await eventually(
      async () => {
        const { status } = await fetch(`${service.url}/health`);
        if (status !== 200) throw new Error(`${status}`);
      },
      30_000,
      'a ready service',
    );
    const ear = await listen(stage.servers.amqpUrl);
    return new TranscriptionScene(
      service,
      openai,
      await converse(stage.folder),
      stage,
      publisher,
      ear,
      agreements,
    );
  }

  /** Has the conversation stored, prepared, paid and transcribed. */
  async transcribe(): Promise<Made> {
    const [agreementId, recordingId] = [newAgreementId(), randomUUID()];
    const objectKey = `recordings/${recordingId}/original`;
    const path = join(this.stage.env.STORAGE_DISK_ROOT ?? '', objectKey);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(this.sound, path);
    const facts = { agreementId, recordingId };
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');

    const storedAt = performance.now();
    const prepared = this.ear.next(agreementId, recordingPreviewed);
    const file = { sha256, bytes: 1, mime: 'audio/webm', durationMs: LENGTH_SECONDS * 1000 };
    await this.tell(recordingStored, { ...facts, objectKey, ...file });
    await prepared;
    const preparationMs = performance.now() - storedAt;

    const paidAt = performance.now();
    const completed = this.ear.next(agreementId, transcriptCompleted);
    const paid = { ownerId: owner.id, status: 'processing' as const, paidAt: new Date().toISOString() };
    await this.tell(agreementPaid, { ...facts, ...paid });
    await completed;
    return { agreementId, transcriptMs: performance.now() - paidAt, preparationMs };
  }

  async close(): Promise<void> {
    await this.ear.close();
    await this.publisher.close();
    await this.openai.close();
    this.agreements.close();
    this.agreements.closeAllConnections();
  }

  private tell<Data extends object>(definition: EventDefinition<Data>, data: Data): Promise<void> {
    return this.publisher.publish(createEnvelope(definition, data, newContext()));
  }
}

/** Two voices that take turns, over and over, with a pause in between. */
async function converse(folder: string): Promise<string> {
  const [exchange, sound] = [join(folder, 'exchange.wav'), join(folder, 'ten-minutes.webm')];
  await speakAgreement(exchange, [
    { voice: 'a', text: 'My name is Anna Miller. I agree to sell my car for two thousand dollars.' },
    { voice: 'b', text: 'My name is Ben Carter. I agree to pay the money on Friday morning.' },
  ]);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', exchange, '-af', 'apad=pad_dur=1', `${exchange}.wav`]);
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-stream_loop', '-1', '-i', `${exchange}.wav`, '-t', String(LENGTH_SECONDS)],
    ...['-c:a', 'libopus', '-b:a', '32k', sound],
  ]);
  return sound;
}

/** One sentence for every five seconds, in turns. */
function sentences(duration: number) {
  const segments = Array.from({ length: Math.floor(duration / 5) }, (_, index) => ({
    ...{ start: index * 5 + 0.2, end: index * 5 + 4.8, speaker: index % 2 === 0 ? 'A' : 'B' },
    text: 'I agree to pay two thousand dollars on Friday morning.',
  }));
  return { duration, segments };
}

/** What the service asks about the deal, always answered alike. */
async function startAgreements(): Promise<Server> {
  const deal = { amount: '2000.00', createdAt: '2026-11-21T10:00:00.000Z' };
  const body = JSON.stringify({ ...deal, partyA: { name: 'Anna Miller' }, partyB: { name: 'Ben Carter' } });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

interface Ear {
  /** The event of this kind about an agreement. @throws Error when the transcript fails or nothing comes */
  next(agreementId: string, definition: EventDefinition): Promise<EventEnvelope>;
  close(): Promise<void>;
}

async function listen(amqpUrl: string): Promise<Ear> {
  const connection = await connect(amqpUrl, { noDelay: true });
  const channel = await connection.createChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const waiting = new Map<string, (event: EventEnvelope) => void>();
  const failing = new Map<string, (error: Error) => void>();
  // Progress is heard too: an event that nobody takes holds up those behind it.
  const heard = [
    recordingPreviewed,
    recordingPrepared,
    transcriptProgressed,
    transcriptCompleted,
    transcriptFailed,
  ];
  for (const { routingKey } of heard) {
    await channel.bindQueue(queue, EXCHANGE, routingKey);
  }
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      const event = JSON.parse(message.content.toString('utf8')) as EventEnvelope;
      waiting.get(`${event.subject} ${event.type}`)?.(event);
      if (event.type === transcriptFailed.name) {
        failing.get(event.subject)?.(new Error(`the transcript failed: ${JSON.stringify(event.data)}`));
      }
    },
    { noAck: true },
  );
  return {
    next: (agreementId, { name }) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${name} within ${DONE_MS} ms`)), DONE_MS);
        waiting.set(`${agreementId} ${name}`, (event) => {
          clearTimeout(late);
          resolve(event);
        });
        failing.set(agreementId, (error) => {
          clearTimeout(late);
          reject(error);
        });
      }),
    close: () => connection.close(),
  };
}
