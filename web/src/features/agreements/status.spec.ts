import { filterCounts, filterOf, isUnlocked, stageLabel, statusLabel } from './status';

describe('agreement status', () => {
  it.each([
    ['pending', 'Awaiting Payment', 'progress'],
    ['processing', 'Processing', 'progress'],
    ['awaiting_party', 'Awaiting Other Party', 'awaiting'],
    ['completed', 'Completed', 'completed'],
    ['cancelled', 'Cancelled', 'all'],
    ['something new', 'something new', 'all'],
  ])('%s reads "%s" and is counted under %s', (status, label, filter) => {
    expect(statusLabel(status)).toBe(label);
    expect(filterOf(status)).toBe(filter);
  });

  it('adds waiting for payment to what is in progress', () => {
    const counts = filterCounts({
      totalAgreements: 9,
      pendingAgreements: 2,
      awaitingAgreements: 1,
      processingAgreements: 3,
      completedAgreements: 2,
      cancelledAgreements: 1,
    });
    expect(counts).toEqual({ all: 9, completed: 2, progress: 5, awaiting: 1 });
  });

  it('tells what the transcription does while it does it', () => {
    expect(stageLabel({ status: 'processing', transcript: { stage: 'transcribing', percent: 41.6 } })).toBe(
      'Transcribing 42%',
    );
    expect(stageLabel({ status: 'completed', transcript: { stage: 'done', percent: 100 } })).toBeNull();
    expect(stageLabel({ status: 'pending', transcript: { stage: 'none', percent: 0 } })).toBeNull();
  });

  it('unlocks only what is paid for', () => {
    expect(isUnlocked({ status: 'pending', paidAt: null })).toBe(false);
    expect(isUnlocked({ status: 'awaiting_party', paidAt: '2026-11-21T00:00:00Z' })).toBe(true);
    expect(isUnlocked({ status: 'completed', paidAt: null })).toBe(true);
  });
});
