import { jest } from '@jest/globals';
import { upload } from './upload';

type Handler = (event: { lengthComputable: boolean; loaded: number; total: number }) => void;

/** A request whose network is this test. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: Handler; onload?: () => void } = {};
  readonly headers: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  method = '';
  address = '';
  isAborted = false;

  constructor() {
    FakeRequest.last = this;
  }

  open(method: string, address: string): void {
    Object.assign(this, { method, address });
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(): void {}

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });
  }

  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

const send = (options: { answerMs?: number; signal?: AbortSignal } = {}) =>
  upload('post', '/api/agreements/temporary', new Blob(['1']), options);
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('upload', () => {
  it('sends with its method and headers, tells how far it is, and reads the answer', async () => {
    const shares: number[] = [];
    const work = upload('put', '/api/recordings/{recordingId}/chunks/{n}', new Blob(['1']), {
      params: { path: { recordingId: 'r/1', n: '2' }, header: { 'x-upload-token': 't' } },
      headers: { 'Content-Type': 'application/octet-stream' },
      onProgress: (share) => shares.push(share),
    });
    const request = FakeRequest.last;
    request.progress(50);
    request.progress(100);
    request.answer(200, '{"n":1}');
    await expect(work).resolves.toEqual({ n: 1 });
    expect(request).toMatchObject({
      method: 'PUT',
      address: '/api/recordings/r%2F1/chunks/2',
      headers: { 'x-upload-token': 't', 'Content-Type': 'application/octet-stream' },
      withCredentials: true,
    });
    expect(shares).toEqual([0.5, 1]);
  });

  it('gives up when it stands still for 30 seconds, however long it takes otherwise', async () => {
    const work = outcome(send());
    const request = FakeRequest.last;
    for (let sent = 1; sent <= 5; sent += 1) {
      jest.advanceTimersByTime(29_000);
      request.progress(sent);
    }
    expect(request.isAborted).toBe(false);
    jest.advanceTimersByTime(30_000);
    expect(request.isAborted).toBe(true);
    await expect(work).resolves.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('waits longer for the answer once everything is sent, but not for ever', async () => {
    const work = outcome(send({ answerMs: 60_000 }));
    const request = FakeRequest.last;
    request.upload.onload?.();
    jest.advanceTimersByTime(59_000);
    expect(request.isAborted).toBe(false);
    jest.advanceTimersByTime(1000);
    await expect(work).resolves.toMatchObject({ code: 'unreachable' });
  });

  it('tells no network, a refusal and an answer that is none apart', async () => {
    const lost = outcome(send());
    FakeRequest.last.onerror?.();
    await expect(lost).resolves.toMatchObject({ status: 0, code: 'unreachable' });
    const refused = outcome(send());
    FakeRequest.last.answer(413, '{"code":"file_too_large","message":"The file is too large."}');
    await expect(refused).resolves.toMatchObject({ status: 413, code: 'file_too_large' });
    const page = outcome(send());
    FakeRequest.last.answer(200, '<html>Please sign in to the hotel</html>');
    await expect(page).resolves.toMatchObject({ code: 'unreadable_answer' });
  });

  it('ends when it is given up, before and while it is sent', async () => {
    const control = new AbortController();
    const work = outcome(send({ signal: control.signal }));
    control.abort();
    await expect(work).resolves.toMatchObject({ name: 'AbortError' });
    const late = outcome(send({ signal: control.signal }));
    await expect(late).resolves.toMatchObject({ name: 'AbortError' });
  });
});
