import { detailsFrom, EMPTY_DETAILS, firstEmpty, isAmountFine, toDraft } from './details';

const FULL = {
  partyAName: 'Maria ',
  partyAEmail: 'maria@example.com',
  partyBName: 'Tom',
  partyBEmail: 'tom@example.com',
  agreementAmount: '',
};

describe('agreement details', () => {
  it('names the first empty field in reading order; blanks count as empty', () => {
    expect(firstEmpty(EMPTY_DETAILS)).toBe('partyAName');
    expect(firstEmpty({ ...FULL, partyBName: '  ' })).toBe('partyBName');
    expect(firstEmpty(FULL)).toBeNull();
  });

  it.each([
    ['', true],
    ['250', true],
    ['250.50', true],
    ['250,5', true],
    ['-1', false],
    ['2.505', false],
    ['lots', false],
  ])('the amount "%s" is fine: %s', (amount, isFine) => {
    expect(isAmountFine(amount)).toBe(isFine);
  });

  it('sends trimmed values, and an amount only when there is one', () => {
    expect(toDraft(FULL, 'note')).toMatchObject({
      partyAName: 'Maria',
      temporary: true,
      backupTranscript: 'note',
    });
    expect(toDraft(FULL, 'note')).not.toHaveProperty('agreementAmount');
    expect(toDraft({ ...FULL, agreementAmount: '12,5' }, '').agreementAmount).toBe('12.5');
  });

  it('restores a kept form and ignores what it does not know', () => {
    expect(detailsFrom({ partyAName: 'Maria', other: 'x' })).toEqual({
      ...EMPTY_DETAILS,
      partyAName: 'Maria',
    });
  });
});
