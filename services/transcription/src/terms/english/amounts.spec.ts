import { centsOf, findAmounts } from './amounts.js';

const read = (text: string) =>
  findAmounts(text).map(({ from, to, value }) => [text.slice(from, to), value] as const);

describe('amounts of money', () => {
  it.each([
    ['i agree to sell my car for two thousand dollars', 'two thousand dollars', 200_000],
    ['twenty five hundred bucks', 'twenty five hundred bucks', 250_000],
    ['The price is $1,250.50.', '$1,250.50', 125_050],
    ['fifty dollars an hour', 'fifty dollars an hour', 5000],
    ['I pay two grand in cash', 'two grand', 200_000],
    ['half a grand', 'half a grand', 50_000],
    ['i pay you a hundred and twenty for it', 'a hundred and twenty', 12_000],
    ['Forty-five dollars and fifty cents', 'Forty-five dollars and fifty cents', 4550],
    ['ninety nine cents each', 'ninety nine cents each', 99],
    ['two and a half thousand dollars', 'two and a half thousand dollars', 250_000],
    ['eighteen thousand, five hundred dollars', 'eighteen thousand, five hundred dollars', 1_850_000],
    ['one hundred and one thousand dollars', 'one hundred and one thousand dollars', 10_100_000],
    ['2.5 thousand dollars', '2.5 thousand dollars', 250_000],
    ['1.5k dollars', '1.5k dollars', 150_000],
    ['a couple hundred dollars', 'a couple hundred dollars', 20_000],
    ['nineteen ninety nine dollars', 'nineteen ninety nine dollars', 199_900],
    ['USD 300', 'USD 300', 30_000],
    ['300 US dollars per month', '300 US dollars per month', 30_000],
    ['my playstation five three hundred dollars', 'three hundred dollars', 30_000],
    ['model 3 for eighteen thousand dollars', 'eighteen thousand dollars', 1_800_000],
    ['a dollar', 'a dollar', 100],
    ['you pay me back two hundred fifty a month', 'two hundred fifty a month', 25_000],
    ['the deposit is 400.', '400', 40_000],
  ])('%s', (text, said, cents) => {
    expect(read(text).map(([words, value]) => [words, centsOf(value)])).toEqual([[said, cents]]);
  });

  it('tells several apart', () => {
    const text = 'five hundred dollars now and fifteen hundred dollars on delivery';
    expect(read(text)).toEqual([
      ['five hundred dollars', '500.00 USD'],
      ['fifteen hundred dollars', '1500.00 USD'],
    ]);
  });

  it.each<[string, [string, string][]]>([
    [
      'between one thousand and two thousand dollars',
      [
        ['one thousand', '1000.00 USD'],
        ['two thousand dollars', '2000.00 USD'],
      ],
    ],
    [
      'between five hundred and one thousand dollars',
      [
        ['five hundred', '500.00 USD'],
        ['one thousand dollars', '1000.00 USD'],
      ],
    ],
    [
      'two hundred and three hundred dollars',
      [
        ['two hundred', '200.00 USD'],
        ['three hundred dollars', '300.00 USD'],
      ],
    ],
    [
      'between two hundred and fifty and three hundred euros',
      [
        ['two hundred and fifty', '250.00 EUR'],
        ['three hundred euros', '300.00 EUR'],
      ],
    ],
    [
      'between a hundred and one fifty dollars',
      [
        ['a hundred', '100.00 USD'],
        ['one fifty dollars', '150.00 USD'],
      ],
    ],
    [
      'between about one thousand and a million dollars',
      [
        ['one thousand', '1000.00 USD'],
        ['a million dollars', '1000000.00 USD'],
      ],
    ],
    [
      'from twenty to thirty bucks',
      [
        ['twenty', '20.00 USD'],
        ['thirty bucks', '30.00 USD'],
      ],
    ],
    [
      'between 1,000 and 2,000 dollars',
      [
        ['1,000', '1000.00 USD'],
        ['2,000 dollars', '2000.00 USD'],
      ],
    ],
    [
      'between one thousand and $2,000',
      [
        ['one thousand', '1000.00 USD'],
        ['$2,000', '2000.00 USD'],
      ],
    ],
    [
      'from $5 to $10',
      [
        ['$5', '5.00 USD'],
        ['$10', '10.00 USD'],
      ],
    ],
    // Its lower end is said in short, and is no two dollars.
    ['between two and three hundred dollars', [['three hundred dollars', '300.00 USD']]],
    ['the iPhone 12 and 300 dollars', [['300 dollars', '300.00 USD']]],
    ['two thousand and five hundred dollars', [['two thousand and five hundred dollars', '2500.00 USD']]],
    ['five hundred and one thousand dollars', [['five hundred and one thousand dollars', '501000.00 USD']]],
    [
      'one million and two hundred thousand dollars',
      [['one million and two hundred thousand dollars', '1200000.00 USD']],
    ],
  ])('%s, end by end', (text, ends) => {
    expect(read(text)).toEqual(ends);
  });

  it('knows other currencies, which are no cents of a dollar', () => {
    expect(read('€300 or forty euros')).toEqual([
      ['€300', '300.00 EUR'],
      ['forty euros', '40.00 EUR'],
    ]);
    expect(centsOf('300.00 EUR')).toBeNull();
    expect(centsOf(null)).toBeNull();
  });

  it.each([
    'one of us will pay',
    'my number is five five five one two three four',
    'call me at 555-123-4567',
    'call 5551234567 for questions',
    'the model 3 and the iphone 12',
    'it is from nineteen ninety nine',
    'a 2015 Honda Civic for 2026',
    'in twenty twenty six',
    'for two hours on the twenty fifth',
    'it weighs fifty pounds',
    'i will rent it for thirty days',
    'one hundred percent',
    'it has ninety thousand miles',
    'apartment 450 at 12 main street',
    'the money and a half day',
  ])('none: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
