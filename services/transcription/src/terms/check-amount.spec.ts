import type { RecordedSegment } from '../recordings/segments.js';
import { checkAmount } from './check-amount.js';
import { RuleTerms } from './rule-terms.js';
import type { Spoken, Term } from './term.js';

const term = (kind: Term['kind'], text: string, value: string | null): Term => ({
  ...{ kind, text, value, recording: 'a', start: 1, speaker: null },
});
const dollars = (...values: number[]) => values.map((value) => term('amount', '', `${value.toFixed(2)} USD`));

describe('the typed amount beside those that were said', () => {
  it('is nothing when none was typed', () => {
    expect(checkAmount(dollars(2000), null)).toBeNull();
  });

  it('flags another amount', () => {
    expect(checkAmount(dollars(2500), 200_000)).toEqual({
      ...{ typedCents: 200_000, spokenCents: [250_000], agrees: false },
    });
  });

  it.each<[string, Term[], boolean]>([
    ['none was said', [term('item', 'my car', null)], true],
    ['one of them is it', dollars(500, 2000), true],
    ['others do not', dollars(500, 1400), false],
    ['the same, said twice', dollars(1000, 1000), false],
    ['nobody says that they are parts', dollars(500, 1500), false],
    ['payments of', [...dollars(1, 500), term('condition', 'in 4 monthly payments of $500', null)], true],
    ['too few instalments', [...dollars(500), term('condition', 'in three instalments', null)], false],
    ['half and half', [...dollars(1000), term('condition', 'half now and half later', null)], false],
    ['only half', [...dollars(1000), term('condition', 'half now', null)], false],
    ['an unsure one', [...dollars(400), { ...term('amount', '', '2000.00 USD'), isUnsure: true }], false],
  ])('%s', (_, terms, agrees) => {
    expect(checkAmount(terms, 200_000)?.agrees).toBe(agrees);
  });

  it.each<[string, Term[], Term[], boolean | null]>([
    ['party A says another, and party B reads the typed one aloud', dollars(500), dollars(250), false],
    ['party B answers with another', dollars(250), dollars(200), false],
    ['both say it', dollars(250), dollars(250), true],
    ['party B names it and a deposit', dollars(250), dollars(250, 50), true],
    ['party A names it last, after a haggle', dollars(300, 250), dollars(250), true],
    [
      'party B says that it is not sure',
      dollars(250),
      [{ ...term('amount', '', '200.00 USD'), isUnsure: true }],
      true,
    ],
    [
      'party A says so much in how many payments',
      [...dollars(50), term('condition', 'in 5 payments of $50', null)],
      dollars(250),
      true,
    ],
    [
      'party A does not say how many payments',
      [...dollars(50), term('condition', 'in 5 payments', null)],
      dollars(250),
      null,
    ],
    [
      'party A does not say how many payments, and party B another',
      [...dollars(50), term('condition', 'in 5 payments', null)],
      dollars(200),
      false,
    ],
  ])('asks each of two recordings by itself: %s', (_, byA, byB, agrees) => {
    const terms = [...byA, ...byB.map((one): Term => ({ ...one, recording: 'b' }))];
    expect(checkAmount(terms, 25_000)?.agrees ?? null).toBe(agrees);
  });

  it('tells of two recordings all amounts that were said', () => {
    const terms = [...dollars(500), ...dollars(250).map((one): Term => ({ ...one, recording: 'b' }))];
    expect(checkAmount(terms, 25_000)?.spokenCents).toEqual([50_000, 25_000]);
  });

  it.each<[string, Term[]]>([
    ['another currency', [term('amount', '€2,000', '2000.00 EUR')]],
    ['one of an unknown country', [term('amount', 'dos mil pesos', null)]],
    ['instalments said apart', [...dollars(500), term('condition', 'in four instalments', null)]],
    ['nothing but unsure words', [{ ...term('amount', '', '2000.00 USD'), isUnsure: true }]],
  ])('is not compared with %s', (_, terms) => {
    expect(checkAmount(terms, 200_000)).toBeNull();
  });

  it.each<[string, Term[], Spoken, boolean | null]>([
    ['heard in a language in which none is looked for', [], { a: 'pl', b: null }, null],
    ["heard in party B's recording in such a language", [], { a: 'en', b: 'fr' }, null],
    ['heard in languages in which they are looked for', [], { a: 'en-US', b: 'es' }, true],
    ['heard beside such a language', dollars(2000), { a: 'en', b: 'pl' }, true],
    ['heard as another beside such a language', dollars(2500), { a: 'en', b: 'pl' }, false],
  ])('is compared only with what can be read: %s', (_, terms, spoken, agrees) => {
    expect(checkAmount(terms, 200_000, [], spoken)?.agrees ?? null).toBe(agrees);
  });

  /** Said in party B's recording. */
  const FROM_AFAR = /^from afar: /;
  const check = async (typed: number, language: string, ...lines: string[]) => {
    const segments = lines.map((line, at): RecordedSegment => {
      const [, speaker = null, text = line.replace(FROM_AFAR, '')] = /^([AB]): (.*)$/.exec(line) ?? [];
      return {
        ...{
          recording: FROM_AFAR.test(line) ? 'b' : 'a',
          start: at * 5,
          end: at * 5 + 4,
          text,
          speaker,
          confidence: null,
          words: null,
        },
        ...{ isDoubtful: false, isOverlap: false },
      };
    });
    const facts = { partyA: '', partyB: '', amountCents: null, isRemote: false };
    const day = new Date('2026-11-21T10:00:00Z');
    const { signal } = new AbortController();
    const spoken = { a: language, b: null };
    const terms = await new RuleTerms().read(
      segments,
      { ...facts, recordedAt: { a: day, b: day } },
      signal,
      spoken,
    );
    return checkAmount(terms, typed * 100, segments)?.agrees ?? null;
  };

  it.each<[number, string, ...string[]]>([
    [2000, 'en', 'I pay five hundred dollars now and fifteen hundred dollars on Friday.'],
    [2000, 'en', 'A: Five hundred dollars down. The rest, fifteen hundred dollars, later.'],
    [2000, 'en', 'A: Five hundred dollars now.', 'B: And the rest, fifteen hundred dollars, on Friday.'],
    [700, 'en', 'I sell the bike for five hundred dollars and the helmet for two hundred dollars.'],
    [900, 'en', 'five hundred dollars today three hundred dollars tomorrow one hundred dollars on friday'],
    [2000, 'es', 'Te pago quinientos dólares hoy y mil quinientos dólares el viernes.'],
    [2000, 'es', 'Quinientos dólares de anticipo. El resto, mil quinientos dólares, después.'],
    [400, 'en', 'I will not pay five hundred dollars.', 'Four hundred dollars then.'],
    [2000, 'en', 'I pay you in four payments of five hundred dollars.'],
    [2000, 'es', 'Te pago en cuatro pagos de quinientos dólares.'],
    [2000, 'es', 'En 4 pagos mensuales de $500.'],
    [3500, 'es', 'Te pago en siete cuotas de quinientos dólares.'],
    [1000, 'es', 'Mil dólares, la mitad hoy y la mitad el viernes.'],
    [2000, 'en', 'I pay two thousand dollars in four payments.'],
    [9000, 'en', 'I will pay you fifteen hundred a month for six months.'],
    [2000, 'en', 'I pay two hundred dollars a week for ten weeks.'],
    [100, 'en', 'Twenty dollars an hour for five hours.'],
    [200, 'en', 'Five weekly payments of forty dollars.'],
    [200, 'es', 'Cinco pagos semanales de cuarenta dólares.'],
    [600, 'es', 'Te pago cien dólares al mes durante seis meses.'],
    [2000, 'es', 'Quinientos dólares a la quincena por cuatro quincenas.'],
    [2000, 'es', 'Te pago quinientos dólares quincenales durante cuatro quincenas.'],
    [2700, 'en', 'I pay you three hundred a month for nine more months.'],
    [100, 'en', 'Twenty dollars per person for five people.'],
    [50, 'en', 'Ten dollars each for five shirts.'],
    [140, 'en', 'Ten dollars a day for fourteen full days.'],
    [120, 'es', 'Son veinte dólares cada vez por seis veces.'],
    [2000, 'es', 'Son quinientos dólares diarios por cuatro días.'],
    [1500, 'es', 'Me pagas en tres quincenas de quinientos dólares.'],
    [1500, 'es', 'Lo pago en tres abonos de quinientos dólares.'],
    [1500, 'es', 'En tres letras de quinientos dólares.'],
    [400, 'en', 'Five hundred dollars. No, four hundred.', 'Four hundred dollars then.'],
    [500, 'en', 'Five hundred dollars. Okay, fifty people saw it.'],
    [500, 'es', 'Son quinientos dólares. Vale, veinte días.'],
    [250, 'en', 'I sell my bike for $250.', 'from afar: I buy it for $250, with $50 as a deposit.'],
  ])('agrees: %s, %s: %s', async (typed, language, ...lines) => {
    expect(await check(typed, language, ...lines)).toBe(true);
  });

  it.each<[number, string, string]>([
    [20, 'en', 'Ten dollars a day for two weeks.'],
    [140, 'en', 'Ten dollars a day for two weeks.'],
    [300, 'en', 'I pay you a hundred dollars a week for three months.'],
    [100, 'en', 'I pay $50 a week for two months.'],
    [300, 'en', 'I pay you $50 every two weeks for six months.'],
    [600, 'en', 'You pay me fifty dollars a month for one year.'],
    [60, 'en', 'Twenty dollars an hour for two kids for three hours.'],
    [20, 'en', 'Ten dollars each for two weeks.'],
    [20, 'es', 'Te pago diez dólares al día durante dos semanas.'],
    [140, 'es', 'Te pago diez dólares al día durante dos semanas.'],
    [600, 'es', 'Cincuenta dólares al mes por un año.'],
    [300, 'es', 'Te pago cien dólares semanales por tres meses.'],
    [300, 'es', 'Te pago cincuenta dólares cada dos semanas por seis meses.'],
  ])(
    'is none where a rate is for something else than what is counted: %s, %s: %s',
    async (typed, language, line) => {
      expect(await check(typed, language, line)).toBe(null);
    },
  );

  it.each<[number, string, ...string[]]>([
    [250, 'en', 'I sell my bike for five hundred dollars.', 'from afar: The amount is $250.00.'],
    [250, 'en', 'I sell my bike for $250.', 'from afar: The amount is two hundred dollars. I agree.'],
    [500, 'en', 'I sell it for three hundred dollars. No wait, two hundred dollars.'],
    [500, 'en', 'i sell it for three hundred dollars no wait two hundred dollars'],
    [500, 'en', 'A: I sell it for three hundred dollars.', 'B: Two hundred dollars.'],
    [500, 'en', 'Three hundred dollars today. Sorry, two hundred dollars today.'],
    [500, 'en', 'A: Three hundred dollars now?', 'A: Two hundred dollars now.'],
    [800, 'en', 'between three hundred and five hundred dollars'],
    [500, 'en', 'I will not pay five hundred dollars.', 'Four hundred dollars then.'],
    [500, 'es', 'Lo vendo por trescientos dólares. No, mejor doscientos dólares.'],
    [500, 'es', 'Trescientos dólares hoy. Perdón, doscientos dólares hoy.'],
    [500, 'es', 'No te pago quinientos dólares.', 'Cuatrocientos dólares.'],
    [2000, 'es', 'Te pago en tres pagos de quinientos dólares.'],
    [200, 'en', 'Four weekly payments of forty dollars.'],
    [200, 'en', 'Five payments already. Of forty dollars I said nothing.'],
    [2000, 'es', 'Te pago en cuatro pagos de seiscientos dólares.'],
    [2000, 'es', 'Cuatro pagos ya hice. Son quinientos dólares.'],
    [2000, 'es', 'Mil dólares, la mitad hoy.'],
    [4000, 'en', 'Two thousand dollars, half now and half on Friday.'],
    [8000, 'en', 'I will pay you fifteen hundred a month for six months.'],
    [900, 'en', 'I pay you two hundred dollars a week.'],
    [1800, 'es', 'Quinientos dólares cada quincena.'],
    [1800, 'es', 'Quinientos dólares a la quincena por cuatro quincenas.'],
    [2000, 'es', 'Lo pago en tres abonos de quinientos dólares.'],
    [2000, 'es', 'Quinientos dólares por el trabajo diario.'],
  ])('does not agree: %s, %s: %s', async (typed, language, ...lines) => {
    expect(await check(typed, language, ...lines)).toBe(false);
  });

  it.each<[number, string, ...string[]]>([
    [500, 'en', 'It costs four hundred euros.'],
    [500, 'en', 'I will not pay five hundred dollars.'],
    [8000, 'en', 'I pay two thousand dollars in four payments.'],
    [8000, 'en', 'Two thousand dollars in four instalments.'],
    [8000, 'es', 'Son dos mil dólares en cuatro cuotas.'],
    [2000, 'es', 'Son quinientos dólares. Te pago en cuatro mensualidades.'],
    [100, 'en', 'I sell two tickets for fifty dollars each.'],
    [800, 'en', 'I pay you two hundred dollars a week.'],
    [200, 'en', 'It is a hundred dollars per room, two rooms.'],
    [200, 'en', 'A hundred dollars for each of the two rooms.'],
    [200, 'en', 'I pay you forty per window.'],
    [15, 'en', 'Fifteen fifty dollars an hour.'],
    [2000, 'es', 'Quinientos dólares cada quincena.'],
    [2000, 'es', 'Quinientos dólares por quincena.'],
    [2000, 'es', 'Te pago quinientos dólares quincenales.'],
    [2000, 'es', 'Quinientos dólares cada quince días.'],
    [2000, 'es', 'Quinientos dólares cada dos semanas.'],
    [2000, 'es', 'Quinientos dólares a diario.'],
    [2000, 'es', 'Quinientos dólares semanalmente.'],
    [2000, 'es', 'Son quinientos dólares cada cuarto.'],
    [2000, 'es', 'Quinientos dólares anual.'],
    [500, 'en', 'I sell it for five hundred dollars, no wait, make it four hundred.'],
    [500, 'en', 'Five hundred dollars. No, four hundred.'],
    [500, 'en', 'A: I want five hundred dollars.', 'B: How about four hundred?', 'A: Okay, four hundred.'],
    [500, 'en', 'A: I want five hundred dollars.', 'B: I give you four fifty.', 'A: Deal.'],
    [500, 'es', 'Son quinientos dólares. No, perdón, cuatrocientos.'],
  ])('is not compared: %s, %s: %s', async (typed, language, ...lines) => {
    expect(await check(typed, language, ...lines)).toBeNull();
  });
});
