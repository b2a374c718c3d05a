import { randomBytes } from 'node:crypto';
import { connect } from 'amqplib';
import { DataSource } from 'typeorm';
import { createEnvelope } from '#contracts';
import { Publisher } from '#messaging';
import { Outbox, outboxEntities } from '#outbox';
import { databaseOptions, publicKeysOf, startService } from '#platform';
import { createTestDatabase } from '#testing';
import { type Finding, ratioFinding, valueFinding } from '../finding.js';
import { OpenLoop, perSlice } from '../open-loop.js';
import { newContext, type Row, type Stage } from '../stage.js';
import { median } from '../statistics.js';
import { arrivals, messageService, tickCommitted, tickSent } from './message.service.js';

const SLICE_SECONDS = 1.5;
const WARM_UP_SECONDS = 2;
const CONTROL_EXCHANGE = 'bench.control';

interface Sender {
  send: (number: number) => Promise<unknown>;
  loop: OpenLoop;
  close: () => Promise<void>;
}

/** Publish to handler start at 200 messages a second. */
export const eventLatencyRow: Row = async (stage) => {
  const rate = 200;
  const [ours, control] = [await ourSender(stage), await rawSender(stage)];
  try {
    const slices = { ours: [] as number[][], control: [] as number[][] };
    await ours.loop.run(rate, WARM_UP_SECONDS, ours.send);
    await control.loop.run(rate, WARM_UP_SECONDS, control.send);
    for (let round = 0; round < stage.rounds; round += 1) {
      const order = round % 2 === 0 ? (['ours', 'control'] as const) : (['control', 'ours'] as const);
      for (const side of order) {
        const { loop, send } = side === 'ours' ? ours : control;
        slices[side].push(await loop.run(rate, SLICE_SECONDS, send));
      }
    }
    const [p50, controlP50] = [perSlice(slices.ours, 0.5), perSlice(slices.control, 0.5)];
    return [
      ratioFinding('P10', 'event at 200/s: p50 / raw amqplib', 'ms', p50, controlP50, { atMost: 1.5 }),
      valueFinding('P10', 'event at 200/s: p50', 'ms', p50, { atMost: 3 }),
      {
        ...valueFinding('P10', 'event at 200/s: p99', 'ms', perSlice(slices.ours, 0.99), { atMost: 25 }),
        control: median(perSlice(slices.control, 0.99)),
      },
    ];
  } finally {
    await ours.close();
    await control.close();
  }
};

/** From the moment a transaction should begin, over its commit and the relay, to the handler. */
export const outboxLatencyRow: Row = async (stage) => {
  const rate = 100;
  const database = await createTestDatabase(stage.servers.databaseUrl);
  const dataSource = await new DataSource(databaseOptions(database.url, 1, outboxEntities)).initialize();
  await dataSource.synchronize();
  await dataSource.destroy();
  const { definition, strategy } = messageService('outbox');
  const service = await startService(
    definition,
    serviceEnv(definition.name, stage, { DATABASE_URL: database.url }),
  );
  try {
    await strategy()?.ready();
    await service.app.get(Publisher).ready();
    const outbox = service.app.get(Outbox);
    const loop = new OpenLoop();
    arrivals.committed = (number) => loop.arrived(number);
    const send = (number: number) =>
      outbox.transaction((manager) => outbox.add(manager, tickCommitted, { number }));
    await loop.run(rate, WARM_UP_SECONDS, send);
    const slices: number[][] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      slices.push(await loop.run(rate, SLICE_SECONDS, send));
    }
    const findings: Finding[] = [
      valueFinding('P13', 'commit → handler at 100/s: p50', 'ms', perSlice(slices, 0.5), { atMost: 6 }),
      valueFinding('P13', 'commit → handler at 100/s: p99', 'ms', perSlice(slices, 0.99), { atMost: 30 }),
    ];
    return findings;
  } finally {
    await service.close();
    await database.drop();
  }
};

/** Each signs its calls with a key of its own. */
function serviceEnv(name: string, stage: Stage, more: Record<string, string> = {}): Record<string, string> {
  const secret = randomBytes(32).toString('hex');
  return {
    ...stage.env,
    SERVICE_TOKEN_SECRET: secret,
    SERVICE_TOKEN_PUBLIC_KEYS: publicKeysOf({ [name]: secret }),
    PORT: '0',
    ...more,
  };
}

async function ourSender(stage: Stage): Promise<Sender> {
  const { definition, strategy } = messageService('direct');
  const service = await startService(definition, serviceEnv(definition.name, stage));
  await strategy()?.ready();
  const publisher = service.app.get(Publisher);
  await publisher.ready();
  const loop = new OpenLoop();
  arrivals.sent = (number) => loop.arrived(number);
  return {
    loop,
    send: (number) => publisher.publish(createEnvelope(tickSent, { number }, newContext())),
    close: () => service.close(),
  };
}

/** The same with the client library alone: two connections without Nagle, a quorum queue, confirms, acks. */
async function rawSender(stage: Stage): Promise<Sender> {
  const publishing = await connect(stage.servers.amqpUrl, { noDelay: true });
  const consuming = await connect(stage.servers.amqpUrl, { noDelay: true });
  const publish = await publishing.createConfirmChannel();
  const consume = await consuming.createChannel();
  await publish.assertExchange(CONTROL_EXCHANGE, 'topic', { durable: true });
  await consume.assertQueue(CONTROL_EXCHANGE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await consume.bindQueue(CONTROL_EXCHANGE, CONTROL_EXCHANGE, tickSent.routingKey);
  await consume.prefetch(10);
  const loop = new OpenLoop();
  await consume.consume(CONTROL_EXCHANGE, (message) => {
    if (!message) return;
    const { data } = JSON.parse(message.content.toString('utf8')) as { data: { number: number } };
    loop.arrived(data.number);
    consume.ack(message);
  });
  return {
    loop,
    send: (number) =>
      new Promise<void>((resolve, reject) => {
        const content = Buffer.from(JSON.stringify(createEnvelope(tickSent, { number }, newContext())));
        publish.publish(CONTROL_EXCHANGE, tickSent.routingKey, content, { persistent: true }, (error) =>
          error ? reject(error as Error) : resolve(),
        );
      }),
    close: async () => {
      await publishing.close();
      await consuming.close();
    },
  };
}
