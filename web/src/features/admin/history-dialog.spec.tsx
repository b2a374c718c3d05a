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
