import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
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
  recordingStored,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { Publisher } from '#messaging';
import { eventually, startOpenAi } from '#testing';
import { valueFinding } from '../finding.js';
import { EXCHANGE, newContext, type Row, type Stage } from '../stage.js';
import { percentile } from '../statistics.js';

const run = promisify(execFile);

const LENGTH_SECONDS = 600;
const ENGINE_MS = 2000;
const DONE_MS = 180_000;

/** Everything around the speech engine, for a recording of ten minutes and an engine that takes two seconds. */
export const transcriptionRow: Row = async (stage) => {
  const openai = await startOpenAi({ port: 0 });
  openai.respondWith({ duration: LENGTH_SECONDS, segments: minutes() });
  openai.delay(ENGINE_MS);
  const service = await stage.service('transcription', {
    SPEECH_ENGINE: 'openai',
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.url,
  });
  const publisher = new Publisher(stage.servers.amqpUrl, 'bench', pino({ level: 'silent' }));
  const ear = await listen(stage.servers.amqpUrl);
  try {
    await publisher.ready();
    await eventually(
      async () => {
        const { status } = await fetch(`${service.url}/health`);
        if (status !== 200) throw new Error(`${status}`);
      },
      30_000,
      'a ready service',
    );
    const sound = join(stage.folder, 'ten-minutes.webm');
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000'],
      ...['-t', String(LENGTH_SECONDS), '-c:a', 'libopus', '-b:a', '32k', sound],
    ]);
    const overheads: number[] = [];
    const preparations: number[] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      const { overheadMs, preparationMs } = await transcribe(stage, publisher, ear, sound);
      overheads.push(overheadMs);
      preparations.push(preparationMs);
    }
    if (openai.requests.length !== stage.rounds) {
      throw new Error(`the engine was asked ${openai.requests.length} times for ${stage.rounds} transcripts`);
    }
    return [
      valueFinding('P21', 'paid → transcript without the engine: p95', 'ms', [percentile(overheads, 0.95)], {
        atMost: 800,
      }),
      valueFinding('P21', 'paid → transcript without the engine: median', 'ms', overheads, {}),
      valueFinding('P21', 'stored → prepared (ffmpeg), before anybody pays', 'ms', preparations, {}),
    ];
  } finally {
    await ear.close();
    await publisher.close();
    await openai.close();
  }
};

async function transcribe(stage: Stage, publisher: Publisher, ear: Ear, sound: string) {
  const [agreementId, recordingId] = [newAgreementId(), randomUUID()];
  const objectKey = `recordings/${recordingId}/original`;
  const path = join(stage.env.STORAGE_DISK_ROOT ?? '', objectKey);
  await mkdir(dirname(path), { recursive: true });
  await copyFile(sound, path);
  const facts = { agreementId, recordingId };

  const storedAt = performance.now();
  const prepared = ear.next(agreementId, recordingPrepared);
  await publisher.publish(
    createEnvelope(
      recordingStored,
      {
        ...facts,
        objectKey,
        sha256: '0'.repeat(64),
        bytes: 1,
        mime: 'audio/webm',
        durationMs: LENGTH_SECONDS * 1000,
      },
      newContext(),
    ),
  );
  await prepared;
  const preparationMs = performance.now() - storedAt;

  const paidAt = performance.now();
  const completed = ear.next(agreementId, transcriptCompleted);
  await publisher.publish(
    createEnvelope(
      agreementPaid,
      { ...facts, ownerId: 7, status: 'processing', paidAt: new Date().toISOString() },
      newContext(),
    ),
  );
  const { data } = await completed;
  const overheadMs = performance.now() - paidAt - ENGINE_MS;
  const { segmentCount } = data as { segmentCount: number };
  if (segmentCount !== minutes().length) throw new Error(`the transcript has ${segmentCount} segments`);
  return { overheadMs, preparationMs };
}

/** One segment for every ten seconds. */
function minutes() {
  return Array.from({ length: LENGTH_SECONDS / 10 }, (_, index) => ({
    start: index * 10,
    end: index * 10 + 9,
    text: 'I agree to pay the money on Friday morning.',
  }));
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
  for (const { routingKey } of [
    recordingPrepared,
    transcriptProgressed,
    transcriptCompleted,
    transcriptFailed,
  ]) {
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
