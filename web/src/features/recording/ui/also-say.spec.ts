import { withLine } from './also-say';

describe('withLine', () => {
  it('adds a line at the end, once', () => {
    expect(withLine(['Say who pays.'], 'Say the date.')).toEqual(['Say who pays.', 'Say the date.']);
    expect(withLine(['Say the date.', 'Say who pays.'], 'Say the date.')).toEqual([
      'Say the date.',
      'Say who pays.',
    ]);
  });
});
