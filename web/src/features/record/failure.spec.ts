import { ApiError, errorFromAnswer } from '../../lib/api/api-error';
import { failureOf } from './failure';

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

  it('says where the recording is when the server cannot be reached', () => {
    const away = new ApiError(0, 'unreachable', '0: Network unreachable');
    expect(failureOf(away, true)).toMatchObject({ text: expect.stringContaining('stays on this device') });
    expect(failureOf(away, false)).toMatchObject({
      text: expect.stringContaining('while this page is open'),
    });
  });
});
