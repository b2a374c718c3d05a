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

  it.each<[string, [string, string | null][]]>([
    // A comma or the end of a sentence parts two numbers; nothing is a pair across it.
    [
      'The price is fifty, fifty dollars.',
      [
        ['fifty', '50.00 USD'],
        ['fifty dollars', '50.00 USD'],
      ],
    ],
    [
      'I pay you twenty, twenty five dollars.',
      [
        ['twenty', '20.00 USD'],
        ['twenty five dollars', '25.00 USD'],
      ],
    ],
    ['five hundred, four hundred dollars', [['four hundred dollars', '400.00 USD']]],
    ['I owe you three, twenty dollars each.', [['twenty dollars each', '20.00 USD']]],
    ['five hundred. Fifty dollars.', [['Fifty dollars', '50.00 USD']]],
    ['two thousand, fifteen hundred dollars', [['fifteen hundred dollars', '1500.00 USD']]],
    ['five thousand, two hundred dollars', [['five thousand, two hundred dollars', '5200.00 USD']]],
    ['one million, fifty thousand dollars', [['one million, fifty thousand dollars', '1050000.00 USD']]],
    [
      'five dollars. Fifty cents each.',
      [
        ['five dollars', '5.00 USD'],
        ['Fifty cents each', '0.50 USD'],
      ],
    ],
    ['five hundred, fifty dollars', [['five hundred, fifty dollars', null]]],
    ['two thousand, and five hundred dollars', [['two thousand, and five hundred dollars', null]]],
    ['I sell it for five hundred, fifty.', [['five hundred, fifty', null]]],
    ['five hundred four hundred dollars', [['five hundred four hundred dollars', null]]],
    ['two thousand fifteen hundred dollars', [['two thousand fifteen hundred dollars', null]]],
    ['fifty fifty dollars', [['fifty fifty dollars', null]]],
    // At a rate a pair may be dollars and cents.
    ['fifteen fifty dollars an hour', [['fifteen fifty dollars an hour', null]]],
    ['three fifty dollars each', [['three fifty dollars each', null]]],
    ['fifteen hundred dollars a month', [['fifteen hundred dollars a month', '1500.00 USD']]],
    // Whatever is counted.
    ['a hundred dollars per room', [['a hundred dollars per room', '100.00 USD']]],
    ['a hundred dollars for each of the two rooms', [['a hundred dollars for each', '100.00 USD']]],
    ['two hundred dollars every two weeks', [['two hundred dollars every two weeks', '200.00 USD']]],
    ['two hundred dollars per our agreement', [['two hundred dollars', '200.00 USD']]],
    ['at twenty per cent', []],
    ['twenty twenty five dollars', [['twenty twenty five dollars', null]]],
    // The beginning and the end of a number.
    ['I will pay you hundred and fifty dollars.', [['hundred and fifty dollars', '150.00 USD']]],
    ['I pay you hundred', [['hundred', '100.00 USD']]],
    ['about thousand euros', [['thousand euros', '1000.00 EUR']]],
    ['a few hundred dollars', [['hundred dollars', null]]],
    ['several hundred and fifty dollars', [['hundred and fifty dollars', null]]],
    ['a quarter million dollars', [['million dollars', null]]],
    ['three quarters of a million dollars', [['a million dollars', null]]],
    ['a quarter of one million dollars', [['one million dollars', null]]],
    ['half of a thousand dollars', [['a thousand dollars', null]]],
    ['a quarter of million dollars', [['million dollars', null]]],
    ['2/3 of a million dollars', [['a million dollars', null]]],
    ['half of the two thousand dollars', [['two thousand dollars', '2000.00 USD']]],
    ['I owe you five... hundred dollars', [['hundred dollars', null]]],
    ['one point five thousand dollars', [['one point five thousand dollars', '1500.00 USD']]],
    ['two point two five million euros', [['two point two five million euros', '2250000.00 EUR']]],
    ['twelve point five dollars', [['twelve point five dollars', '12.50 USD']]],
    ['one point fifty dollars', [['one point fifty dollars', null]]],
    ['at one point five hundred dollars', [['one point five hundred dollars', null]]],
    ['two oh five dollars', [['two oh five dollars', null]]],
    ['point five million dollars', [['point five million dollars', null]]],
    ['At this point five hundred dollars is fine.', [['five hundred dollars', '500.00 USD']]],
    ['five dollars fifty', [['five dollars fifty', '5.50 USD']]],
    ['a dollar fifty each', [['a dollar fifty each', '1.50 USD']]],
    ['ninety nine dollars ninety five for the pair', [['ninety nine dollars ninety five', '99.95 USD']]],
    ['five dollars five', [['five dollars five', null]]],
    ['two hundred dollars fifty', [['two hundred dollars fifty', null]]],
    ['five dollars and a half', [['five dollars and a half', null]]],
    ['five hundred dollars two weeks from now', [['five hundred dollars', '500.00 USD']]],
    ['five hundred dollars one of us pays', [['five hundred dollars', '500.00 USD']]],
    ['fifty dollars twenty first of december', [['fifty dollars', '50.00 USD']]],
    [
      'five dollars fifty dollars',
      [
        ['five dollars', '5.00 USD'],
        ['fifty dollars', '50.00 USD'],
      ],
    ],
    ['half a dollar', [['half a dollar', '0.50 USD']]],
    ['half a hundred dollars', [['half a hundred dollars', '50.00 USD']]],
    ['a euro', [['a euro', '1.00 EUR']]],
    // Digits as they are written here, and as elsewhere.
    ['$1,250', [['$1,250', '1250.00 USD']]],
    ['$1250.5', [['$1250.5', '1250.50 USD']]],
    ['$.50 each', [['$.50 each', '0.50 USD']]],
    ['$2.5 million', [['$2.5 million', '2500000.00 USD']]],
    ['$1 500', [['$1 500', null]]],
    ['1 500 dollars', [['1 500 dollars', null]]],
    ['$1.500,00', [['$1.500,00', null]]],
    ['$1.500', [['$1.500', null]]],
    ['$50,00', [['$50,00', null]]],
    ['2,50 dollars', [['2,50 dollars', null]]],
    ['20-30 dollars', [['20-30 dollars', null]]],
    // Money of other countries.
    ['C$500', [['C$500', null]]],
    ['US$500', [['US$500', '500.00 USD']]],
    ['$500 USD', [['$500 USD', '500.00 USD']]],
    ['$500 Canadian', [['$500 Canadian', null]]],
    ['$500 MXN', [['$500 MXN', null]]],
    ['$500 pesos', [['$500 pesos', null]]],
    ['CAD $500', [['CAD $500', null]]],
    ['five hundred Canadian dollars a week', [['five hundred Canadian dollars a week', null]]],
    ['five hundred dollars Canadian', [['five hundred dollars Canadian', null]]],
    ['five hundred Hong Kong dollars', [['five hundred Hong Kong dollars', null]]],
    ['five hundred US dollars', [['five hundred US dollars', '500.00 USD']]],
    ['fifty euro cents', [['fifty euro cents', null]]],
    ['two hundred dollar bills', [['two hundred dollar bills', null]]],
  ])('%s: sure only where the words are plain', (text, amounts) => {
    expect(read(text)).toEqual(amounts);
  });

  it.each<[string, string | null]>([
    // How many and how much, or one price.
    ['in four fifty dollar payments', null],
    ['four fifty-dollar payments', null],
    ['two fifty dollar gift cards', null],
    ['twelve fifty dollar weekly installments', null],
    ['two hundred dollar visits', null],
    ['one fifty dollar deposit', null],
    ['a one fifty dollar deposit', '150.00 USD'],
    ['the four fifty dollar deposit', '450.00 USD'],
    ['a two hundred dollar bonus', '200.00 USD'],
    ['fifty dollar payments', '50.00 USD'],
    ['twenty five dollar payments', '25.00 USD'],
    ['two-hundred-dollar visits', '200.00 USD'],
    ['two hundred and fifty dollar payments', '250.00 USD'],
    ['four fifty cent stamps', null],
    // A day or an hour and a price.
    ['on june ten twenty dollars', null],
    ['by june twenty five hundred dollars', null],
    ['in june twenty five hundred dollars', '2500.00 USD'],
    ['on june two thousand dollars are due', '2000.00 USD'],
    ['It was in June. Three fifty dollars.', '350.00 USD'],
    ['at five thirty dollars are due', null],
    ['at nineteen ninety nine dollars', '1999.00 USD'],
    // A range without a word between its ends.
    ['maybe ten fifteen dollars', null],
    ['five ten bucks', null],
    ['five fifty dollars', '550.00 USD'],
    ['fifteen ten dollars', '1510.00 USD'],
  ])('%s: one sum only where it cannot be two numbers', (text, value) => {
    expect(read(text).map(([, own]) => own)).toEqual([value]);
  });

  it.each<[string, string, string | null]>([
    ['a million and a half dollars', 'a million and a half dollars', null],
    ['two thousand and a half dollars', 'two thousand and a half dollars', null],
    ['1,000,000 and a half dollars', '1,000,000 and a half dollars', null],
    ['$1,500 and a half dollars', '$1,500 and a half dollars', null],
    ['five and a quarter dollars', 'five and a quarter dollars', null],
    ['12 and a half dollars', '12 and a half dollars', '12.50 USD'],
    ['two and a half thousand dollars', 'two and a half thousand dollars', '2500.00 USD'],
    ['I owe you one hundred and oh five dollars', 'one hundred and oh five dollars', null],
    ['12 1/2 dollars', '12 1/2 dollars', null],
    ['1/2 dollar', '1/2 dollar', null],
    ['$12½', '$12½', null],
    ['12½ dollars', '12½ dollars', null],
    ['½ dollar', '½ dollar', null],
    ['.50 dollars', '.50 dollars', '0.50 USD'],
    ['It is yours.50 dollars', '50 dollars', '50.00 USD'],
  ])('%s: a part belongs to its number', (text, said, value) => {
    expect(read(text)).toEqual([[said, value]]);
  });

  it.each<[string, number]>([
    ['two hundred and fifty dollars', 250],
    ['two hundred fifty dollars', 250],
    ['$1,250.50', 1250.5],
    ['one thousand two hundred and fifty dollars', 1250],
    ['twelve hundred fifty dollars', 1250],
    ['nine hundred ninety-nine dollars and ninety-nine cents', 999.99],
    ['one hundred twenty five thousand dollars', 125_000],
    ['two million five hundred thousand dollars', 2_500_000],
    ['five thousand and fifty dollars', 5050],
    ['a thousand and one dollars', 1001],
    ['three fifty dollars', 350],
    ['$300, please', 300],
    ['15 bucks', 15],
    ['1.5k dollars', 1500],
    ['a million dollars', 1_000_000],
    ['I pay you five hundred dollars today', 500],
    ['the hundred dollars', 100],
    ['$1,200 2 weeks later', 1200],
    ['$20 20 days from now', 20],
    ['five hundred dollars two hundred of it in cash', 500],
    ['unit five two hundred dollars a month', 200],
    ['It costs $40, fifty people know it.', 40],
  ])('%s is as plain as before', (text, dollars) => {
    expect(read(text).map(([, value]) => centsOf(value))).toEqual([Math.round(dollars * 100)]);
  });

  it.each<[string, string | null]>([
    ['five, uh, hundred dollars', null],
    ['two um thousand dollars', null],
    ['five you know hundred dollars', null],
    ['six hundred uh fifty dollars', null],
    ['twenty uh five dollars', null],
    ['six hundred — fifty dollars', null],
    ['six hundred… fifty dollars', null],
    ['six hundred and, um, fifty dollars', null],
    ["That's three hundred and, you know, twenty five dollars.", null],
    ['a hundred and... ninety dollars', null],
    ['one thousand, uh, two hundred dollars', null],
    ['five hundred, uh, dollars', '500.00 USD'],
    ['it is, uh, five hundred dollars', '500.00 USD'],
    ['two thousand five dollars', null],
    ['twenty two thousand five dollars', null],
    ['two thousand and five dollars', '2005.00 USD'],
  ])('%s: whoever halts in a number says no other one', (text, value) => {
    expect(read(text).map(([, own]) => own)).toEqual([value]);
  });

  it.each<[string, string, string | null]>([
    ['I sold it for $1.2M', '$1.2M', '1200000.00 USD'],
    ['$3.5m', '$3.5m', '3500000.00 USD'],
    ['$50 K', '$50 K', '50000.00 USD'],
    ['$3 billion', '$3 billion', '3000000000.00 USD'],
    ['$10B', '$10B', null],
    ['1.2M dollars', '1.2M dollars', null],
    ['$2 000', '$2 000', null],
    ['€12 000', '€12 000', null],
    ['I pay 700$ now', '700$', '700.00 USD'],
    ['50 €', '50 €', '50.00 EUR'],
    ['500$ 3 times', '500$', '500.00 USD'],
    ['3 $20 bills', '$20', '20.00 USD'],
    ['3 $ 20 bills', '$ 20', null],
    ['5m of rope for $20', '$20', '20.00 USD'],
  ])('%s: digits with their scale and sign, wherever these stand', (text, said, value) => {
    expect(read(text)).toEqual([[said, value]]);
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
    ['between one and two hundred and fifty dollars', [['two hundred and fifty dollars', '250.00 USD']]],
    ['from two to three thousand and fifty dollars', [['three thousand and fifty dollars', '3050.00 USD']]],
    [
      'from five to two hundred and fifty dollars',
      [
        ['five', '5.00 USD'],
        ['two hundred and fifty dollars', '250.00 USD'],
      ],
    ],
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
