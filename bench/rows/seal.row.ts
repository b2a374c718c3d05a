import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { visitor } from '#platform';
import { ask } from '../ask.js';
import { type Finding, valueFinding } from '../finding.js';
import { OpenLoop, perSlice } from '../open-loop.js';
import { agreementData, owner, type Row, type Stage } from '../stage.js';

const run = promisify(execFile);

const MINUTES = 10;
/** As people speak. */
const WORDS_PER_MINUTE = 150;
const SEGMENT_SECONDS = 4;
const LOOK_EVERY_MS = 5;
const SEALED_WITHIN_MS = 60_000;
const CALLS_PER_SECOND = 200;
const SECONDS = 5;
const CALLS = 200;
const MB = 1_000_000;

/** How long and how much memory it takes to seal ten minutes, and how fast the verify call answers while many ask. */
export const sealRow: Row = async (stage) => {
  const others = await startOtherServices();
  const client = new pg.Client({ connectionString: stage.env.AGREEMENTS_DATABASE_URL });
  await client.connect();
  try {
    const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
    const service = await stage.service('agreements', { TRANSCRIPTION_URL: url, PAYMENTS_URL: url });
    const recording = await tenMinutes(stage);
    const seal = async () => {
      const agreementId = await completed(stage, client, service.url, recording);
      const { rssBytes } = await service.usage();
      const seconds = await sealing(client, agreementId);
      const { peakRssBytes } = await service.usage();
      return { agreementId, seconds, megabytes: (peakRssBytes - rssBytes) / MB };
    };
    // Fonts are read and code is compiled once.
    const { agreementId } = await seal();
    const seals = [];
    for (let round = 0; round < stage.rounds; round += 1) seals.push(await seal());
    const urls = [agreementId, ...seals.map((one) => one.agreementId)].map(
      (id) => `${service.url}/api/verify/${id}`,
    );
    const micros: number[] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      const before = await service.usage();
      for (let call = 0; call < CALLS; call += 1) await verify(urls[call % urls.length] ?? '', stage);
      micros.push(((await service.usage()).cpuMicros - before.cpuMicros) / CALLS);
    }
    const slices: number[][] = [];
    for (let round = 0; round <= stage.rounds; round += 1) {
      const times = await verifying(urls, stage);
      if (round > 0) slices.push(times);
    }
    const findings: Finding[] = [
      valueFinding(
        'P30',
        'sealing ten minutes',
        's',
        seals.map((one) => one.seconds),
        { atMost: 2 },
      ),
      valueFinding(
        'P30',
        'the same, memory',
        'MB',
        seals.map((one) => one.megabytes),
        { atMost: 100 },
      ),
      valueFinding('P30', 'verify call, processor', 'µs', micros, {}),
      valueFinding('P30', 'verify call at 200/s, p50', 'ms', perSlice(slices, 0.5), {}),
      valueFinding('P30', 'the same, p99', 'ms', perSlice(slices, 0.99), { atMost: 30 }),
    ];
    return findings;
  } finally {
    await client.end();
    others.closeAllConnections();
    others.close();
  }
};

/** Opus as a browser records it. */
async function tenMinutes(stage: Stage): Promise<Buffer> {
  const file = join(stage.folder, 'ten-minutes.webm');
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `anoisesrc=color=pink:duration=${MINUTES * 60}:seed=1`],
    ...['-ac', '1', '-c:a', 'libopus', '-b:a', '32k', '-f', 'webm', file],
  ]);
  return readFile(file);
}

/** A completed agreement whose seal is ordered; its job is not in the queue yet. */
async function completed(stage: Stage, client: pg.Client, url: string, recording: Buffer): Promise<string> {
  const form = new FormData();
  form.append('agreementData', JSON.stringify(agreementData));
  form.append('audio', new Blob([new Uint8Array(recording)], { type: 'audio/webm' }), 'a.webm');
  const saved = await fetch(`${url}/api/agreements/temporary`, {
    method: 'POST',
    body: form,
    headers: { 'x-service-token': stage.tokens.issue(visitor) },
  });
  if (saved.status !== 201) throw new Error(`the upload was answered ${saved.status}: ${await saved.text()}`);
  const { agreementId } = (await saved.json()) as { agreementId: string };
  await client.query(
    `update agreements set status = 'completed', owner_id = $2, paid_at = now(), completed_at = now()
     where agreement_id = $1`,
    [agreementId, owner.id],
  );
  await client.query(
    `insert into seals (agreement_id, version, log_seq, ordered_at)
     select agreement_id, 1, log_seq, now() from agreements where agreement_id = $1`,
    [agreementId],
  );
  return agreementId;
}

/** Seconds from when a worker took the job until all of it was written. */
async function sealing(client: pg.Client, agreementId: string): Promise<number> {
  await client.query(
    `insert into jobs (id, name, key, payload, correlation_id, available_at)
     values ($1, 'seal-agreement', $2, $3, $4, now() - interval '1 minute')`,
    [uuidv7(), `${agreementId}:1:0`, JSON.stringify({ agreementId, version: 1 }), randomUUID()],
  );
  const until = performance.now() + SEALED_WITHIN_MS;
  let began: number | null = null;
  while (performance.now() < until) {
    const { rows } = await client.query<{ status: string; error: string | null }>(
      `select status, last_error as error from jobs where name = 'seal-agreement' and key = $1`,
      [`${agreementId}:1:0`],
    );
    const [job] = rows;
    if (job?.error) throw new Error(job.error);
    if (job?.status === 'running') began ??= performance.now();
    if (job?.status === 'done') return (performance.now() - (began ?? performance.now())) / 1000;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`${agreementId} was not sealed`);
}

/** In milliseconds, over several agreements: what is known of one says nothing of another. */
async function verifying(urls: readonly string[], stage: Stage): Promise<number[]> {
  const loop = new OpenLoop();
  return loop.run(CALLS_PER_SECOND, SECONDS, async (number) => {
    await verify(urls[number % urls.length] ?? '', stage);
    loop.arrived(number);
  });
}

async function verify(url: string, stage: Stage): Promise<void> {
  const body = await ask(url, { 'x-service-token': stage.tokens.issue(visitor) });
  const { status } = JSON.parse(body) as { status: string };
  if (status !== 'valid') throw new Error(`the seal is ${status}`);
}

/** Answers like transcription and payments: ten minutes of speech with terms, and a receipt. */
async function startOtherServices(): Promise<Server> {
  const wordsEach = (WORDS_PER_MINUTE * SEGMENT_SECONDS) / 60;
  const segments = Array.from({ length: (MINUTES * 60) / SEGMENT_SECONDS }, (_, index) => ({
    ...{ recording: 'a', start: index * SEGMENT_SECONDS, end: (index + 1) * SEGMENT_SECONDS },
    text: Array.from({ length: wordsEach }, (_word, word) => `word${(index * 7 + word) % 97}`).join(' '),
    ...{ speaker: String(1 + (index % 2)), confidence: 0.9 },
  }));
  const terms = Array.from({ length: 12 }, (_, index) => ({
    ...{ kind: 'amount', text: `$${index}50`, value: `${index}50.00 USD`, recording: 'a' },
    ...{ start: index * 40, speaker: '1' },
  }));
  const transcript = {
    ...{
      engine: 'bench',
      draft: false,
      durationSeconds: MINUTES * 60,
      sha256: 'c'.repeat(64),
      segments,
      terms,
    },
    speakers: [
      { label: '1', party: 'a', name: 'Anna Miller', basis: 'order' },
      { label: '2', party: 'b', name: 'Ben Carter', basis: 'order' },
    ],
    ...{ amountCheck: null, human: null },
  };
  const receipts = [
    {
      ...{ number: 'SSC-2026-000001', description: 'Split Second Contract', amountCents: 500 },
      ...{ refundedCents: 0, currency: 'usd', paidAt: '2026-11-24T10:00:00.000Z', refundedAt: null },
    },
  ];
  const files = {
    json: `${JSON.stringify(transcript, null, 2)}\n`,
    txt: segments.map(({ start, text }) => `[${start}] ${text}\n`).join(''),
  };
  const server = createServer((request, response) => {
    const isPayment = request.url?.startsWith('/internal/payments/');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isPayment ? { isTest: true, receipts, held: null } : files));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
