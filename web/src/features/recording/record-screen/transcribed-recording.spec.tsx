import { amountWarning } from './transcribed-recording';

const agreement = { currency: 'usd' };
const check = (spokenCents: number[], agrees: boolean) => ({
  agreement,
  transcript: { amountCheck: { typedCents: 25_000, spokenCents, agrees } },
});

describe('amountWarning', () => {
  it('names what was typed and everything that was said instead', () => {
    const sentence = amountWarning(check([30_000, 5050], false));
    expect(sentence).toContain('$250.00');
    expect(sentence).toContain('$300.00 or $50.50');
  });

  it('is silent when they agree, when and when none was said or typed', () => {
    expect(amountWarning(check([25_000, 30_000], true))).toBeNull();
    expect(amountWarning(check([], false))).toBeNull();
    expect(amountWarning({ agreement, transcript: { amountCheck: null } })).toBeNull();
  });
});
