import { ApiError } from '../../../../lib/api/api-error';
import { causeOf, delayMs, isPassing } from './retry';

describe('delayMs', () => {
  it('doubles up to 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((attempt) => delayMs(attempt, 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('is between half and the whole', () => {
    expect(delayMs(3, 0)).toBe(2000);
    expect(delayMs(3, 0.5)).toBe(3000);
    for (let i = 0; i < 50; i += 1) {
      const delay = delayMs(10);
      expect(delay).toBeGreaterThanOrEqual(15_000);
      expect(delay).toBeLessThanOrEqual(30_000);
    }
  });
});

describe('isPassing', () => {
  const error = (status: number, code: string) => new ApiError(status, code, '');

  it.each([
    [0, 'unreachable'],
    [408, 'http_408'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [502, 'http_502'],
    [503, 'unavailable'],
    [400, 'invalid_multipart'],
    [200, 'unreadable_answer'],
    [403, 'http_403'],
  ])('%i %s may be better later', (status, code) => {
    expect(isPassing(error(status, code))).toBe(true);
  });

  it.each([
    [400, 'invalid_input'],
    [404, 'not_found'],
    [409, 'chunk_conflict'],
    [413, 'file_too_large'],
    [415, 'unsupported_media'],
    [422, 'recording_too_long'],
  ])('%i %s will be the same later', (status, code) => {
    expect(isPassing(error(status, code))).toBe(false);
  });

  it('knows only what the server or the network said', () => {
    expect(isPassing(new Error('bug'))).toBe(false);
    expect(isPassing(new DOMException('Aborted', 'AbortError'))).toBe(false);
  });

  it('tells a server that takes no more from one that is away', () => {
    expect(causeOf(error(429, 'daily_limit'))).toBe('limit');
    expect(causeOf(error(503, 'storage_full'))).toBe('full');
  });

  it('tells no network from a server that is away', () => {
    expect(causeOf(error(0, 'unreachable'))).toBe('network');
    expect(causeOf(error(503, 'unavailable'))).toBe('server');
    expect(causeOf(error(429, 'too_many_requests'))).toBe('server');
  });
});
