import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  toneEmbeddingModel,
  toneSegmentationModel,
  toneSpeechModel,
  toneTokens,
  toneVoiceActivityModel,
} from '../../neural/test/tone-models.js';
import type { Manifest, Model } from '../manifest.js';

/** What the server does instead of sending the file. */
export type Fault =
  | { kind: 'cut'; afterBytes: number }
  /** So many bytes, and then nothing. */
  | { kind: 'pause'; afterBytes: number }
  | { kind: 'page' }
  | { kind: 'other-bytes' }
  | { kind: 'status'; status: number }
  /** The same length as the page says, but no length is told. */
  | { kind: 'page-without-length' }
  | { kind: 'silent' };

const PAGE = '<!DOCTYPE html><title>Not here</title>';
const MIB = 1024 ** 2;

/**
 * `tones/model.onnx` and `tones/tokens.txt` of the tone models, with a file that nobody asks for, packed by tar and
 * bzip2: neither is on every machine.
 */
function toneArchive(): Promise<Buffer> {
  return readFile(new URL('./tones.tar.bz2', import.meta.url));
}

/** Serves the tone models as their publishers serve the real ones, with ranges, and with faults on demand. */
export class ModelServer {
  /** Requests that came, as `path range`. */
  readonly requests: string[] = [];
  /** Used up one by one, each for the next request of a path that ends like this. */
  readonly faults: { path: string; fault: Fault }[] = [];

  /** While it is set, nobody gets an answer. */
  private closed: Promise<void> | null = null;
  private isOpened: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    readonly files: Map<string, Buffer>,
  ) {}

  static async start(): Promise<ModelServer> {
    const files = new Map([
      ['/asr-models/tones.tar.bz2', await toneArchive()],
      ['/asr-models/voice-activity.onnx', toneVoiceActivityModel()],
      ['/segmentation/segmentation.onnx', toneSegmentationModel()],
      ['/embedding/embedding.onnx', toneEmbeddingModel()],
    ]);
    const server = createServer();
    const models = new ModelServer(server, files);
    server.on('request', (request, response) => {
      const answer = () => {
        // Whoever has gone meanwhile uses up no fault.
        if (!request.socket.destroyed) models.answer(request, response);
      };
      if (models.closed !== null) void models.closed.then(answer);
      else answer();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return models;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** The manifest of what it serves, in the form of the real one. */
  get manifest(): Manifest {
    const model = (id: string, path: string, purpose: Model['purpose']): Model => {
      const content = this.files.get(`/${path}`) ?? Buffer.alloc(0);
      const [bytes, sha256] = [content.length, digest(content)];
      const name = path.slice(path.lastIndexOf('/') + 1);
      return {
        ...{ id, path, purpose, bytes, sha256, title: `Tones for ${purpose}`, kind: null, languages: [] },
        ...{ licence: 'MIT', attribution: 'nobody, MIT', home: 'https://example.test/', sources: 1 },
        files: [{ role: 'model', name, member: null, bytes, sha256 }],
        memoryBytes: 50 * MIB,
      };
    };
    const speech = model('tones-en', 'asr-models/tones.tar.bz2', 'speech');
    const packed = (role: string, name: string, content: Buffer, sha256: string | null) => ({
      ...{ role, name, member: `tones/${name}`, bytes: content.length, sha256 },
    });
    return {
      baseUrl: this.url,
      models: [
        model('tones-activity', 'asr-models/voice-activity.onnx', 'voice-activity'),
        {
          ...speech,
          ...{ kind: 'nemo-ctc', languages: ['en'], title: 'Tones' },
          files: [
            packed('model', 'model.onnx', toneSpeechModel(), digest(toneSpeechModel())),
            packed('tokens', 'tokens.txt', Buffer.from(toneTokens()), null),
          ],
        },
        model('tones-segmentation', 'segmentation/segmentation.onnx', 'segmentation'),
        model('tones-embedding', 'embedding/embedding.onnx', 'embedding'),
      ],
    };
  }

  /** Keeps all who ask from now on waiting. */
  hold(): void {
    this.closed = new Promise((resolve) => {
      this.isOpened = resolve;
    });
  }

  /** Answers those who wait, and all others again. */
  go(): void {
    this.closed = null;
    this.isOpened();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    this.requests.push(`${path} ${from}`);
    const index = this.faults.findIndex((each) => path.endsWith(each.path));
    const fault = index < 0 ? null : (this.faults.splice(index, 1)[0]?.fault ?? null);
    const file = this.files.get(path);
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'status' || !file) {
      response.writeHead(fault?.kind === 'status' ? fault.status : 404).end(PAGE);
      return;
    }
    if (fault?.kind === 'page') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': PAGE.length }).end(PAGE);
      return;
    }
    if (fault?.kind === 'page-without-length') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(PAGE.padEnd(file.length));
      return;
    }
    const content = fault?.kind === 'other-bytes' ? Buffer.from(file).fill(7, file.length - 10) : file;
    const range =
      from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from, ...range });
    if (fault?.kind === 'pause') {
      response.write(content.subarray(from, from + fault.afterBytes));
      return;
    }
    if (fault?.kind !== 'cut') {
      response.end(content.subarray(from));
      return;
    }
    response.write(content.subarray(from, from + fault.afterBytes), () => {
      // What was sent is to arrive before the connection breaks.
      setImmediate(() => response.destroy());
    });
  }
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
