import { possibleActs } from './agreements-section';

const PAID = {
  status: 'completed',
  hasAudioRecording: true,
  expiresAt: '2026-12-21T00:00:00Z',
  contentDeletedAt: null,
} as const;

describe('what an administrator may do with a contract', () => {
  it('never cancels a completed one', () => {
    expect(possibleActs(PAID)).toEqual(['download', 'extend']);
  });

  it('cancels what still waits', () => {
    expect(possibleActs({ ...PAID, status: 'awaiting_party' })).toEqual(['download', 'extend', 'cancel']);
    expect(possibleActs({ ...PAID, status: 'pending', expiresAt: null })).toEqual(['download']);
    expect(possibleActs({ ...PAID, status: 'processing' })).toEqual(['download', 'extend']);
  });

  it('offers nothing when the content is gone or never was', () => {
    expect(possibleActs({ ...PAID, contentDeletedAt: '2026-12-22T00:00:00Z' })).toEqual([]);
    expect(possibleActs({ ...PAID, status: 'cancelled', hasAudioRecording: false })).toEqual([]);
  });
});
