import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TranscriptStage } from '#contracts';
import { until } from '../../../libs/platform/test/test-service.js';

interface Told {
  stage: TranscriptStage;
  percent: number;
  text?: string;
  amountCheck?: { typedCents: number; spokenCents: number[]; agrees: boolean };
}

/** Answers like the transcription service when it is asked how far the transcript of a recording is. */
export class FakeTranscription {
  /** Paths that were asked, oldest first. */
  readonly asked: string[] = [];
  private readonly told = new Map<string, Told>();
  private all: Told | null = null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeTranscription> {
    const server = createServer();
    const fake = new FakeTranscription(server);
    server.on('request', (request, response) => {
      fake.asked.push(request.url ?? '');
      const url = new URL(request.url ?? '', 'http://fake');
      const recordingId = url.searchParams.get('recordingId') ?? '';
      const found = fake.told.get(recordingId) ?? fake.all;
      const segments = [
        { recording: 'a', start: 0, end: 2, text: 'I sell the car.', speaker: 'A', confidence: 0.9 },
        { recording: 'a', start: 2.5, end: 4, text: 'I buy it.', speaker: 'B', confidence: 0.8 },
      ];
      const body = found
        ? { text: '', language: 'en', durationSeconds: 4, segments, sha256: null, recordingId, ...found }
        : { statusCode: 404, code: 'not_ready', message: 'not yet' };
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What it says of a recording from now on. */
  tell(recordingId: string, told: Told): void {
    this.told.set(recordingId, told);
  }

  /** What it says of every recording that it was told nothing of. */
  tellAll(told: Told | null): void {
    this.all = told;
  }

  /** Until somebody asks after this call. */
  async askedAgain(): Promise<void> {
    const before = this.asked.length;
    await until('the transcription is asked again', () => this.asked.length > before);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
