import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { letTimePass } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { GatewayUnderTest } from './gateway-under-test.js';

const CONNECTIONS = 8;
const FILE_BYTES = 64 * 1024 * 1024;
const AUDIO = '/api/agreements/1234567890123456/audio';
const SAVE = '/api/agreements/temporary';
/** Well below the half minute after which what does not go on is ended anyway. */
const SOON_MS = 10_000;

let gateway: GatewayUnderTest;
const opened: Socket[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(
    (incoming, response) => {
      if (incoming.url === `${AUDIO}?long`) {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': FILE_BYTES });
        const piece = Buffer.alloc(64 * 1024);
        const pieces = Array.from({ length: FILE_BYTES / piece.length }, () => piece);
        Readable.from(pieces).pipe(response);
        return;
      }
      incoming.resume().on('end', () => response.end('{}'));
    },
    // The test stands for a proxy that says from where each request comes.
    { env: { FILE_CONNECTIONS: String(CONNECTIONS), TRUSTED_PROXIES: '127.0.0.1,::1' } },
  );
}, 120_000);

beforeEach(() => {
  gateway.upstream.seen.length = 0;
});

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

afterAll(async () => {
  await gateway?.stop();
}, 60_000);

/** Sends a request from one of four addresses, and nothing more. What is answered is not read. */
function begin(i: number, head: string, body: Buffer | string = ''): Socket {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  opened.push(socket);
  socket.write(`${head}Host: test\r\nX-Forwarded-For: 203.0.113.${i % 4}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** One after the other, by somebody who sends and reads as fast as it goes. */
async function honest(path: string, init: RequestInit): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const answer = await fetch(gateway.url + path, { ...init, signal: AbortSignal.timeout(SOON_MS) });
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}

describe('where most connections for files are taken', () => {
  it('by uploads of several addresses that hardly arrive, the slowest makes room for an honest one', async () => {
    const head = `POST ${SAVE} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 256000\r\n`;
    for (let i = 0; i < CONNECTIONS; i += 1) begin(i, head, Buffer.alloc(1024)).resume();
    await until('most have a connection', () => gateway.upstream.seen.length >= CONNECTIONS - 1);
    await letTimePass(1500, 'uploads that are old enough to make room');
    const form = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } };
    expect(await honest(SAVE, { ...form, body: Buffer.alloc(100_000) })).toEqual([200, 200, 200]);
  }, 60_000);

  it('by readers of several addresses that do not read, the slowest makes room for an honest one', async () => {
    for (let i = 0; i < CONNECTIONS; i += 1) begin(i, `GET ${AUDIO}?long HTTP/1.1\r\n`);
    await until('most are answered', () => gateway.upstream.seen.length >= CONNECTIONS - 1);
    await letTimePass(1500, 'answers that are old enough to make room');
    expect(await honest(AUDIO, {})).toEqual([200, 200, 200]);
  }, 60_000);
});
