import { ApiError, errorFromAnswer, sentenceOf } from './api-error';

describe('errorFromAnswer', () => {
  it('keeps status and body as the message, and reads code and sentence', async () => {
    const body = JSON.stringify({
      statusCode: 401,
      code: 'invalid_credentials',
      message: 'Invalid email or password',
    });
    const error = await errorFromAnswer(401, 'Unauthorized', body);
    expect(error).toMatchObject({ status: 401, code: 'invalid_credentials', message: `401: ${body}` });
    expect(sentenceOf(error, 'x')).toBe('Invalid email or password');
  });

  it('uses the status text for an empty body', async () => {
    const error = await errorFromAnswer(502, 'Bad Gateway', '');
    expect(error.message).toBe('502: Bad Gateway');
    expect(error.code).toBe('http_502');
    expect(sentenceOf(error, 'Try again')).toBe('Try again');
  });

  it('survives a page that is not JSON', async () => {
    expect((await errorFromAnswer(500, '', '<html>')).message).toBe('500: <html>');
  });
});

describe('sentenceOf', () => {
  it('falls back for anything that is not the server’s', () => {
    expect(sentenceOf(undefined, 'fallback')).toBe('fallback');
    expect(sentenceOf(new TypeError('Load failed'), 'fallback')).toBe('fallback');
    expect(sentenceOf(new ApiError(0, 'unreachable', '0: x'), 'fallback')).toBe('fallback');
  });
});
