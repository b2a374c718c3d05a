import { possibleActions } from './agreements-section';

const PAID = {
  status: 'completed',
  hasAudioRecording: true,
  expiresAt: '2026-12-21T00:00:00Z',
  contentDeletedAt: null,
} as const;

describe('what an administrator may do with a contract', () => {
  it('never cancels a completed one', () => {
    expect(possibleActions(PAID)).toEqual(['download', 'extend']);
  });

  it('cancels what still waits', () => {
    expect(possibleActions({ ...PAID, status: 'awaiting_party' })).toEqual(['download', 'extend', 'cancel']);
    expect(possibleActions({ ...PAID, status: 'pending', expiresAt: null })).toEqual(['download']);
    expect(possibleActions({ ...PAID, status: 'processing' })).toEqual(['download', 'extend']);
  });

  it('offers nothing when the content is gone or never was', () => {
    expect(possibleActions({ ...PAID, contentDeletedAt: '2026-12-22T00:00:00Z' })).toEqual([]);
    expect(possibleActions({ ...PAID, status: 'cancelled', hasAudioRecording: false })).toEqual([]);
  });
});
