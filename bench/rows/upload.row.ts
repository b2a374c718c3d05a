import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { visitor } from '#platform';
import { type Finding, type Goal, valueFinding } from '../finding.js';
import type { PinnedProcess } from '../pinned-process.js';
import { agreementData, type Row, type Stage } from '../stage.js';
import { waveHeader } from '../wave.js';

const UPLOADS = 20;
const MB = 1_000_000;
const BOUNDARY = 'a-boundary-that-is-in-no-recording';
/** So many bytes a second that even 100 MB is a short recording. */
const FORMAT = { rate: 192_000, channels: 2, bytesPerSample: 4 };

/** How much memory grows while twenty people upload at the same time, and whether the size of a file matters. */
export const uploadMemoryRow: Row = async (stage) => {
  // As many recordings wait to be checked as people upload; by default some would be asked to try again.
  const service = await stage.service('agreements', { AUDIO_CHECKS_WAITING: `${UPLOADS}` });
  const bare = await stage.control('upload');
  const send = (bytes: number) => upload(`${service.url}/api/agreements/temporary`, bytes, stage);
  const sendBare = (bytes: number) => upload(`${bare.url}/`, bytes, stage);
  await growth(service, 1 * MB, send);
  await growth(bare, 1 * MB, sendBare);
  const small = await growth(service, 20 * MB, send);
  const control = await growth(bare, 20 * MB, sendBare);
  const large = await growth(service, 100 * MB, send);
  return [
    withControl('memory for each of 20 × 20 MB', 'MB', small.each, control.each, { atMost: 6 }),
    withControl('memory for each of 20 × 100 MB', 'MB', large.each, control.each, { atMost: 6 }),
    valueFinding('P18', 'most memory: 100 MB files / 20 MB files', '×', [large.peak / small.peak], {
      atMost: 1.15,
    }),
  ];
};

function withControl(what: string, unit: string, ours: number, control: number, goal: Goal): Finding {
  return { ...valueFinding('P18', what, unit, [ours], goal), control };
}

/** Megabytes that the process grew by for each upload, and the most it had. */
async function growth(server: PinnedProcess, bytes: number, send: (bytes: number) => Promise<void>) {
  const { rssBytes } = await server.usage();
  await Promise.all(Array.from({ length: UPLOADS }, () => send(bytes)));
  const { peakRssBytes } = await server.usage();
  return { each: (peakRssBytes - rssBytes) / UPLOADS / MB, peak: peakRssBytes };
}

/** @throws Error unless the recording was taken in whole. */
async function upload(url: string, bytes: number, stage: Stage): Promise<void> {
  const head =
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="agreementData"\r\n\r\n` +
    `${JSON.stringify(agreementData)}\r\n--${BOUNDARY}\r\n` +
    'content-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n';
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + bytes + tail.length,
      'x-service-token': stage.tokens.issue(visitor),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  await Promise.all([pipeline(Readable.from(parts(head, bytes, tail)), outgoing), answered]);
  const answer = await answered;
  const body = await text(answer);
  const saved = JSON.parse(body) as { bytes?: number; sha256?: string };
  const isWhole = saved.bytes === undefined || saved.bytes === bytes;
  if (answer.statusCode !== 201 || !saved.sha256 || !isWhole) {
    throw new Error(`the upload was answered ${answer.statusCode}: ${body}`);
  }
}

function* parts(head: string, bytes: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head);
  const header = waveHeader(bytes - 44, FORMAT);
  yield header;
  const piece = Buffer.alloc(64 * 1024);
  for (let index = 0; index < piece.length; index += 1) piece[index] = (index * 37) % 120;
  for (let left = bytes - header.length; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
  }
  yield Buffer.from(tail);
}
