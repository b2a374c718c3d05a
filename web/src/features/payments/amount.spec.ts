import { amountDoubt, parseDollars, twoReadings, typedDollars } from './amount';

describe('a typed amount', () => {
  it.each([
    ['250', 25_000],
    ['250.5', 25_050],
    ['0.29', 29],
    ['19.99', 1999],
    ['1.15', 115],
    ['12,50', 1250],
    ['250,00', 25_000],
    ['250,5', 25_050],
    ['1,250,000', 125_000_000],
    ['1.250.000', 125_000_000],
    ['1,250.5', 125_050],
    ['1,250,000.07', 125_000_007],
    ['1.250,50', 125_050],
    [' $ 12.00 ', 1200],
    ['0', 0],
  ])('%s is %i cents', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
    expect(twoReadings(text)).toBeNull();
  });

  it.each(['', '-5', 'two goats', '1,25,0', '1e3', '12.', '.5', '99999999999'])('"%s" is none', (text) => {
    expect(parseDollars(text)).toBeNull();
    expect(twoReadings(text)).toBeNull();
  });

  it.each<[string, [number, number]]>([
    ['1,250', [125_000, 125]],
    ['1.250', [125_000, 125]],
    ['$0,500', [50_000, 50]],
  ])('%s can be read in two ways and is therefore none', (text, readings) => {
    expect(parseDollars(text)).toBeNull();
    expect(twoReadings(text)).toEqual(readings);
  });

  it('that can be read in two ways is answered with both', () => {
    expect(amountDoubt(' 1,250')).toBe('“1,250” can be $1,250.00 or $1.25. Please choose one.');
    expect(amountDoubt('250.00')).toBeNull();
  });

  it('is typed back without empty cents', () => {
    expect(typedDollars(25_000)).toBe('250');
    expect(typedDollars(25_050)).toBe('250.50');
  });
});
