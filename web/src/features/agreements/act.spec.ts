import { ApiError } from '../../lib/api/api-error';
import { fallbackFrom, nextAllowedFrom } from './act';

const error = (status: number, code: string, body: Record<string, unknown>) =>
  new ApiError(status, code, `${status}`, 'words', [], body);

describe('nextAllowedFrom', () => {
  it('reads the next allowed time of a refusal', () => {
    const at = '2026-11-21T13:00:00.000Z';
    expect(nextAllowedFrom(error(429, 'too_many_reminders', { nextAllowedAt: at }))).toBe(at);
  });

  it.each([error(429, 'too_many_reminders', {}), error(429, 'x', { nextAllowedAt: 'soon' }), new Error('x')])(
    'is null for %s',
    (refusal) => {
      expect(nextAllowedFrom(refusal)).toBeNull();
    },
  );
});

describe('fallbackFrom', () => {
  const options = {
    manualService: { available: true, description: 'A person' },
    customerService: { available: false, description: 'Support' },
  };

  it('reads what a failed transcription offers', () => {
    expect(fallbackFrom(error(503, 'transcription_failed', { fallbackOptions: options }))).toEqual(options);
  });

  it.each([
    error(503, 'unavailable', { fallbackOptions: options }),
    error(503, 'transcription_failed', {}),
    error(503, 'transcription_failed', { fallbackOptions: { manualService: true } }),
    null,
  ])('is null for %s', (failure) => {
    expect(fallbackFrom(failure)).toBeNull();
  });
});
