import { detailPairs } from './history-dialog';

describe('the detail of a log entry', () => {
  it('becomes named texts', () => {
    expect(
      detailPairs({ reason: 'Asked by the owner', extendedDays: 30, 'sent-to': ['a', 'b'], note: null }),
    ).toEqual([
      ['Reason', 'Asked by the owner'],
      ['Extended days', '30'],
      ['Sent to', '["a","b"]'],
    ]);
  });

  it('has words for what the log names by keys', () => {
    expect(detailPairs({ durationMs: 4240, isDraft: true, bytes: 120_034 })).toEqual([
      ['Length', '0:04'],
      ['Draft', 'Yes'],
      ['Size in bytes', '120,034'],
    ]);
  });

  it('tells money, states and reasons in words', () => {
    expect(
      detailPairs({
        reason: 'by_creator',
        state: 'release_due',
        amountCents: 25_000,
        currency: 'usd',
        isKeyed: false,
      }),
    ).toEqual([
      ['Reason', 'cancelled by party A'],
      ['State', 'Time to check'],
      ['Amount', '$250.00'],
      ['With the mailed link', 'No'],
    ]);
    expect(detailPairs({ change: 'clock-started', from: 'awaiting_party', feeCents: 5 })).toEqual([
      ['Step', 'Payment protection: time to check began'],
      ['State before', 'Awaiting Other Party'],
      ['Fee', '$0.05'],
    ]);
    expect(detailPairs({ template: 'proof', recipient: 'partyB', outcome: 'bounced' })).toEqual([
      ['Email', 'Recording and transcript'],
      ['To', 'party B'],
      ['Outcome', 'Bounced'],
    ]);
  });

  it('keeps what a person wrote, and what it does not know', () => {
    expect(detailPairs({ reason: 'by_phone', state: 'constructor' })).toEqual([
      ['Reason', 'by_phone'],
      ['State', 'constructor'],
    ]);
  });

  it('shows a moment with its zone', () => {
    const [[name, text] = []] = detailPairs({ until: '2026-11-21T12:00:00.000Z' });
    expect(name).toBe('Until');
    expect(text).toMatch(/^Nov 2\d, 2026, .+[A-Z]/);
  });

  it.each([null, undefined, '', {}, 7])('%s says nothing', (detail) => {
    expect(detailPairs(detail)).toEqual([]);
  });

  it('keeps a plain sentence', () => {
    expect(detailPairs('Paid late')).toEqual([['', 'Paid late']]);
  });
});
