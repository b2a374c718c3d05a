import { ApiError, errorFromAnswer } from '../../../lib/api/api-error';
import type { PendingTranscript, TranscribedDraft } from '../../../lib/api/api-types';
import { Waker } from '../../../lib/waker';
import type { TranscriptAnswer } from './record-api';
import { failureOf, followTranscript, further } from './use-transcription';

const DONE = {
  transcript: { text: 'Two hundred.', duration: 2, segments: [] },
} as unknown as TranscribedDraft;
const working = (percent: number): PendingTranscript => ({ status: 'transcribing', percent });

function follow(
  answers: (TranscriptAnswer | Error)[],
  extra: { oldFailureMs?: number; signal?: AbortSignal } = {},
) {
  const told: PendingTranscript[] = [];
  const left = [...answers];
  const result = followTranscript({
    read: () => {
      const next = left.shift();
      if (!next) throw new Error('asked too often');
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    waker: new Waker(),
    signal: extra.signal ?? new AbortController().signal,
    onProgress: (progress) => told.push(progress),
    pollMs: 1,
    oldFailureMs: extra.oldFailureMs ?? 0,
  });
  return { result, told };
}

const failed = new ApiError(503, 'transcription_failed', '503: no');

describe('followTranscript', () => {
  it('asks until the words are there and tells how far it is', async () => {
    const { result, told } = follow([working(10), working(60), DONE]);
    await expect(result).resolves.toBe(DONE);
    expect(told).toEqual([working(10), working(60)]);
  });

  it('goes on when nobody heard of it yet, the server is away or the network is', async () => {
    const troubles = [
      new ApiError(404, 'not_ready', '404: wait'),
      new ApiError(503, 'unavailable', '503: away'),
      new ApiError(0, 'unreachable', '0: away'),
      new ApiError(429, 'too_many_requests', '429: slow down'),
    ];
    await expect(follow([...troubles, DONE]).result).resolves.toBe(DONE);
  });

  it.each([
    [200, 'unreadable_answer'],
    [401, 'http_401'],
    [403, 'http_403'],
    [404, 'http_404'],
    [408, 'http_408'],
    [511, 'http_511'],
  ])('goes on when another network answers with a page of its own: %i %s', async (status, code) => {
    const page = new ApiError(status, code, `${status}: <html>`);
    await expect(follow([page, working(10), DONE]).result).resolves.toBe(DONE);
  });

  it('ends with the failure of the engine, but not with one from before', async () => {
    await expect(follow([failed]).result).rejects.toBe(failed);
    await expect(follow([failed, DONE], { oldFailureMs: 5000 }).result).resolves.toBe(DONE);
  });

  it('ends with any other refusal', async () => {
    const ended = new ApiError(401, 'unauthenticated', '401: log in');
    await expect(follow([ended]).result).rejects.toBe(ended);
  });

  it('is given up when the screen closes', async () => {
    const control = new AbortController();
    const { result } = follow([working(1)], { signal: control.signal });
    control.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('Waker', () => {
  it('ends a wait at once, woken before or meanwhile', async () => {
    const waker = new Waker();
    const { signal } = new AbortController();
    waker.wake();
    await expect(waker.wait(60_000, signal)).resolves.toBeUndefined();
    const waiting = waker.wait(60_000, signal);
    waker.wake();
    await expect(waiting).resolves.toBeUndefined();
  });
});

describe('further', () => {
  it('takes the later stage, and in one stage the higher percent', () => {
    expect(further(working(50), { status: 'preparing', percent: 90 })).toEqual(working(50));
    expect(further(working(50), { status: 'sealing', percent: 0 })).toEqual({
      status: 'sealing',
      percent: 0,
    });
    expect(further(working(50), working(40))).toEqual(working(50));
    expect(further(working(50), working(60))).toEqual(working(60));
  });
});

const answer = (status: number, code: string, message: string, extra: object = {}) =>
  errorFromAnswer(status, '', JSON.stringify({ statusCode: status, code, message, ...extra }));

const OPTIONS = {
  manualService: { available: true, description: 'A person transcribes it.' },
  customerService: { available: false, description: 'Support.' },
};

describe('failureOf', () => {
  it('opens the fallback panel with what the answer offers', async () => {
    const error = await answer(503, 'transcription_failed', 'Transcription Service Unavailable', {
      error: 'transcription_failed',
      fallbackOptions: OPTIONS,
    });
    expect(failureOf(error, true)).toEqual({ kind: 'fallback', options: OPTIONS });
  });

  it.each([
    [answer(422, 'recording_too_long', 'Too long.'), 'too-long'],
    [answer(409, 'recording_sealed', 'The recording of a paid contract cannot be replaced.'), 'sealed'],
    [answer(404, 'agreement_not_found', 'No.'), 'gone'],
    [answer(402, 'payment_required', 'Pay first.'), 'payment'],
    [answer(400, 'x', 'Please upgrade your plan'), 'payment'],
  ])('knows %s as %s', async (error, kind) => {
    expect(failureOf(await error, true).kind).toBe(kind);
  });

  it.each([
    [answer(429, 'too_many_requests', 'Slow down.'), 'Transcription limit reached'],
    [answer(500, 'x', 'OpenAI: quota exceeded'), 'Transcription limit reached'],
    [answer(401, 'unauthenticated', 'Please log in.'), 'API Authentication Error'],
    [answer(500, 'x', 'Authentication with the engine failed'), 'API Authentication Error'],
    [answer(415, 'unsupported_media', 'This is no recording.'), 'Transcription Failed'],
    [new Error('boom'), 'Transcription Failed'],
  ])('says of %s: %s', async (error, title) => {
    expect(failureOf(await error, true)).toMatchObject({ kind: 'told', title });
  });

  it('says that somebody else is signed in, not that the network is gone', () => {
    const theirs = new ApiError(0, 'other_account', 'Made in another account.', 'Made in another account.');
    expect(failureOf(theirs, false)).toMatchObject({ kind: 'told', text: 'Made in another account.' });
  });

  it('says where the recording is when the server cannot be reached', () => {
    const away = new ApiError(0, 'unreachable', '0: Network unreachable');
    expect(failureOf(away, true)).toMatchObject({ text: expect.stringContaining('stays on this device') });
    expect(failureOf(away, false)).toMatchObject({
      text: expect.stringContaining('while this page is open'),
    });
  });
});
