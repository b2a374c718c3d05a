import type { RecordedSegment } from '../../recordings/segments.js';
import { RuleTerms } from '../rule-terms.js';
import type { DealFacts } from '../term.js';
import { findSpanishAmounts } from './amounts.js';
import { findSpanishConditions } from './clauses.js';
import { findSpanishDates } from './dates.js';
import { readSpanishNumber, spanishTokens } from './numbers.js';

/** A Saturday. */
const recordedAt = new Date('2026-11-21T10:00:00Z');
const facts: DealFacts = {
  ...{ partyA: 'María López', partyB: 'Tomás García', amountCents: null, isRemote: false },
  recordedAt: { a: recordedAt, b: recordedAt },
};

function segments(...texts: string[]): RecordedSegment[] {
  return texts.map((text, index) => ({
    ...{ recording: 'a', start: index * 5, end: index * 5 + 4, text, speaker: String((index % 2) + 1) },
    ...{ confidence: null, words: null, isDoubtful: false, isOverlap: false },
  }));
}

describe('Spanish numbers', () => {
  it.each<[string, number]>([
    ['doscientos cincuenta', 250],
    ['mil', 1000],
    ['mil quinientos', 1500],
    ['dos mil', 2000],
    ['treinta y cinco', 35],
    ['ciento veintitrés', 123],
    ['quinientas', 500],
    ['setecientos setenta y siete', 777],
    ['veintiún mil', 21_000],
    ['doscientos cincuenta mil', 250_000],
    ['un millón doscientos mil', 1_200_000],
    ['1.250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['1500', 1500],
    ['2 mil', 2000],
    ['novecientos noventa y nueve', 999],
    ['veinte y cinco', 25],
    ['diez y seis', 16],
    ['doscientos diez y nueve mil', 219_000],
    ['medio millón', 500_000],
    ['.50', 0.5],
    ['dos cientos cincuenta', 250],
    ['2 mil 500', 2500],
    ['2 mil quinientos', 2500],
    ['dos mil 500', 2500],
    ['1,5 millones', 1_500_000],
    ['uno punto cinco millones', 1_500_000],
    ['dos coma veinticinco mil', 2250],
    ['un millón y medio', 1_500_000],
    ['cinco mil, doscientos', 5200],
  ])('%s', (text, value) => {
    const tokens = spanishTokens(text);
    expect(readSpanishNumber(tokens, 0)).toMatchObject({ value, next: tokens.length });
  });

  it('are none in other words', () => {
    expect(readSpanishNumber(spanishTokens('coche'), 0)).toBeNull();
    expect(readSpanishNumber([], 0)).toBeNull();
  });
});

const amounts = (text: string) =>
  findSpanishAmounts(text).map(({ from, to, value }) => [text.slice(from, to), value]);

describe('Spanish amounts', () => {
  it.each<[string, string, string | null]>([
    ['Son doscientos cincuenta dólares.', 'doscientos cincuenta dólares', '250.00 USD'],
    ['Cuesta $1,250 en total', '$1,250', '1250.00 USD'],
    ['cuesta mil quinientos', 'mil quinientos', '1500.00 USD'],
    ['te pago veinte dólares por hora', 'veinte dólares por hora', '20.00 USD'],
    ['son 30 euros', '30 euros', '30.00 EUR'],
    ['diez dólares con cincuenta centavos', 'diez dólares con cincuenta centavos', '10.50 USD'],
    ['cincuenta centavos', 'cincuenta centavos', '0.50 USD'],
    ['un millón de dólares', 'un millón de dólares', '1000000.00 USD'],
    // Of which country nobody knows.
    ['dos mil pesos', 'dos mil pesos', null],
    ['el precio es de ochocientos', 'ochocientos', '800.00 USD'],
    ['la renta es 900 al mes', '900 al mes', '900.00 USD'],
    ['cuesta $1,200 2 semanas', '$1,200', '1200.00 USD'],
    ['cien dólares uno por uno', 'cien dólares', '100.00 USD'],
    ['ochocientos dólares con dos meses de garantía', 'ochocientos dólares', '800.00 USD'],
    ['mil dólares con un interés del diez por ciento', 'mil dólares', '1000.00 USD'],
    ['Te lo vendo por cien.', 'cien', '100.00 USD'],
    ['Te lo vendo por 700 $.', '700 $', '700.00 USD'],
    ['1.500 €', '1.500 €', '1500.00 EUR'],
    ['Te pago 500$ 3 veces.', '500$', '500.00 USD'],
    ['US$5K', 'US$5K', '5000.00 USD'],
    ['cuesta $50 K', '$50 K', '50000.00 USD'],
    ['cinco, eh, mil dólares', 'mil dólares', null],
    ['dos, este, mil dólares', 'mil dólares', null],
    ['dos mil eh quinientos dólares', 'dos mil eh quinientos dólares', '2500.00 USD'],
    ['quinientos eh cincuenta dólares', 'quinientos eh cincuenta dólares', null],
  ])('%s', (text, said, value) => {
    expect(amounts(text)).toEqual([[said, value]]);
  });

  it.each<[string, [string, string | null][]]>([
    ['Te pago veinte y cinco dólares.', [['veinte y cinco dólares', '25.00 USD']]],
    ['dos cientos cincuenta dólares', [['dos cientos cincuenta dólares', '250.00 USD']]],
    ['2 mil 500 dólares', [['2 mil 500 dólares', '2500.00 USD']]],
    ['uno punto cinco millones de dólares', [['uno punto cinco millones de dólares', '1500000.00 USD']]],
    ['cinco con cincuenta dólares', [['cinco con cincuenta dólares', '5.50 USD']]],
    ['cinco dólares con cincuenta', [['cinco dólares con cincuenta', '5.50 USD']]],
    ['cinco dólares cincuenta cada uno', [['cinco dólares cincuenta cada uno', '5.50 USD']]],
    ['dos mil dólares con un coche', [['dos mil dólares', '2000.00 USD']]],
    ['quinientos dólares dos semanas después', [['quinientos dólares', '500.00 USD']]],
    ['cinco mil, doscientos dólares', [['cinco mil, doscientos dólares', '5200.00 USD']]],
    [
      'el precio es cincuenta, cincuenta dólares',
      [
        ['cincuenta', '50.00 USD'],
        ['cincuenta dólares', '50.00 USD'],
      ],
    ],
    ['quinientos, cuatrocientos dólares', [['cuatrocientos dólares', '400.00 USD']]],
    ['Quinientos. Cincuenta dólares.', [['Cincuenta dólares', '50.00 USD']]],
    ['quinientos, cincuenta dólares', [['quinientos, cincuenta dólares', null]]],
    ['cincuenta cincuenta dólares', [['cincuenta cincuenta dólares', null]]],
    ['quinientos cuatrocientos dólares', [['quinientos cuatrocientos dólares', null]]],
    ['cinco con cinco dólares', [['cinco con cinco dólares', null]]],
    ['cinco dólares cinco', [['cinco dólares cinco', null]]],
    ['dos dólares y medio', [['dos dólares y medio', null]]],
    ['tres cuartos de un millón de dólares', [['un millón de dólares', null]]],
    ['la mitad de mil dólares', [['mil dólares', null]]],
    ['la mitad de dos mil dólares', [['dos mil dólares', '2000.00 USD']]],
    ['1 500 dólares', [['1 500 dólares', null]]],
    ['$1 500', [['$1 500', null]]],
    ['la PlayStation cinco trescientos dólares', [['trescientos dólares', '300.00 USD']]],
    ['$1.500,00', [['$1.500,00', '1500.00 USD']]],
    ['$50,00', [['$50,00', '50.00 USD']]],
    ['C$500', [['C$500', null]]],
    ['US$500', [['US$500', '500.00 USD']]],
    ['$500 MXN', [['$500 MXN', null]]],
    ['$500 pesos', [['$500 pesos', null]]],
    ['quinientos dólares canadienses', [['quinientos dólares canadienses', null]]],
    ['500 dólares de Canadá', [['500 dólares de Canadá', null]]],
    ['quinientos dólares americanos', [['quinientos dólares', '500.00 USD']]],
    ['diez y seis mil dólares', [['diez y seis mil dólares', '16000.00 USD']]],
    ['medio millón de dólares', [['medio millón de dólares', '500000.00 USD']]],
    // How much it is, nobody says.
    ['unos treinta y tantos mil dólares', [['treinta y tantos mil dólares', null]]],
    ['mil y pico de dólares', [['mil y pico de dólares', null]]],
    ['Te cuesta mil y pico.', [['mil y pico', null]]],
    ['unos cuantos mil dólares', [['mil dólares', null]]],
    ['medio mil dólares', [['mil dólares', null]]],
    ['cinco y medio dólares', [['cinco y medio dólares', null]]],
    ['12 1/2 dólares', [['12 1/2 dólares', null]]],
    ['$12½', [['$12½', null]]],
    ['1/2 dólar', [['1/2 dólar', null]]],
    ['.50 dólares', [['.50 dólares', '0.50 USD']]],
    // One sum or two.
    ['Son doscientos y cincuenta dólares.', [['doscientos y cincuenta dólares', null]]],
    ['un pago de mil y doscientos dólares', [['mil y doscientos dólares', null]]],
    ['un millón y doscientos mil dólares', [['un millón y doscientos mil dólares', null]]],
    ['un millón, doscientos mil dólares', [['un millón, doscientos mil dólares', null]]],
    ['te pago mil y doscientos al mes', [['mil y doscientos al mes', null]]],
    ['te pago mil y dos camisetas', [['mil', '1000.00 USD']]],
  ])('%s: sure only where the words are plain', (text, expected) => {
    expect(amounts(text)).toEqual(expected);
  });

  it.each<[string, [string, string][]]>([
    [
      'entre mil y dos mil dólares',
      [
        ['mil', '1000.00 USD'],
        ['dos mil dólares', '2000.00 USD'],
      ],
    ],
    [
      'entre mil y doscientos dólares',
      [
        ['mil', '1000.00 USD'],
        ['doscientos dólares', '200.00 USD'],
      ],
    ],
    [
      'doscientos y trescientos dólares',
      [
        ['doscientos', '200.00 USD'],
        ['trescientos dólares', '300.00 USD'],
      ],
    ],
    [
      'entre treinta y cinco y cuarenta euros',
      [
        ['treinta y cinco', '35.00 EUR'],
        ['cuarenta euros', '40.00 EUR'],
      ],
    ],
    [
      'de quinientos a mil dólares',
      [
        ['quinientos', '500.00 USD'],
        ['mil dólares', '1000.00 USD'],
      ],
    ],
    ['entre dos y tres mil dólares', [['tres mil dólares', '3000.00 USD']]],
    [
      'de quinientos mil a un millón doscientos mil dólares',
      [
        ['quinientos mil', '500000.00 USD'],
        ['un millón doscientos mil dólares', '1200000.00 USD'],
      ],
    ],
    ['entre dos y tres mil quinientos dólares', [['tres mil quinientos dólares', '3500.00 USD']]],
    [
      'de cinco a dos mil quinientos dólares',
      [
        ['cinco', '5.00 USD'],
        ['dos mil quinientos dólares', '2500.00 USD'],
      ],
    ],
    ['treinta y cinco mil dólares', [['treinta y cinco mil dólares', '35000.00 USD']]],
  ])('%s, end by end', (text, ends) => {
    expect(amounts(text)).toEqual(ends);
  });

  it.each([
    'Tengo dos perros.',
    'Es un coche de 2014.',
    'Lo vi por un momento.',
    'Vendo mi coche con noventa mil kilómetros.',
    'por dos semanas',
    'El número es cinco cinco cinco uno dos.',
    'Te pago el cincuenta por ciento, hoy.',
    'Gano $1.2M.',
  ])('are none in: %s', (text) => {
    expect(amounts(text)).toEqual([]);
  });
});

describe('Spanish dates', () => {
  const dates = (text: string) =>
    findSpanishDates(text, recordedAt).map(({ from, to, value }) => [text.slice(from, to), value]);

  it.each<[string, string, string]>([
    ['Te pago mañana.', 'mañana', '2026-11-22'],
    ['Pasado mañana lo traigo.', 'Pasado mañana', '2026-11-23'],
    ['Nos vemos el viernes.', 'el viernes', '2026-11-27'],
    ['el próximo sábado', 'el próximo sábado', '2026-11-28'],
    ['Lo entrego el quince de diciembre.', 'el quince de diciembre', '2026-12-15'],
    ['el 3 de enero', 'el 3 de enero', '2027-01-03'],
    ['el primero de marzo de 2027', 'el primero de marzo de 2027', '2027-03-01'],
    ['el cinco de mayo de dos mil veintisiete', 'el cinco de mayo de dos mil veintisiete', '2027-05-05'],
    ['lunes, treinta de noviembre', 'lunes, treinta de noviembre', '2026-11-30'],
    ['antes del quince', 'quince', '2026-12-15'],
    ['para el día 30', 'el día 30', '2026-11-30'],
    ['dentro de treinta días', 'dentro de treinta días', '2026-12-21'],
    ['en dos semanas', 'en dos semanas', '2026-12-05'],
    ['en diciembre', 'diciembre', '2026-12'],
    ['el viernes a las seis de la tarde', 'el viernes a las seis de la tarde', '2026-11-27T18:00'],
    ['el viernes a las seis', 'el viernes a las seis', '2026-11-27'],
    [
      'mañana a las nueve y media de la mañana',
      'mañana a las nueve y media de la mañana',
      '2026-11-22T09:30',
    ],
    ['el 24/12/2026', '24/12/2026', '2026-12-24'],
  ])('%s', (text, said, value) => {
    expect(dates(text)).toEqual([[said, value]]);
  });

  it.each<[string, [string, string | null][]]>([
    ['El viernes pasado te pagué.', [['El viernes', null]]],
    ['el pasado viernes', [['viernes', null]]],
    ['el lunes de la semana pasada', [['el lunes', null]]],
    ['el viernes de la semana que viene', [['el viernes', null]]],
    ['el quince de diciembre del año pasado', [['el quince de diciembre', null]]],
    ['Te pago en un año y medio.', [['en un año y medio', '2028-05-25']]],
    ['en dos semanas y media', [['en dos semanas y media', null]]],
    ['en un mes y medio', [['en un mes y medio', null]]],
    ['dentro de noventa días de la entrega', [['dentro de noventa días', null]]],
    ['en dos semanas después de la entrega', [['en dos semanas', null]]],
    ['dos semanas después del viernes', [['dos semanas después del viernes', '2026-12-11']]],
    ['una semana a partir del viernes', [['una semana a partir del viernes', '2026-12-04']]],
    ['tres días antes del viernes', [['tres días antes del viernes', '2026-11-24']]],
    ['dentro de treinta días a partir de hoy', [['treinta días a partir de hoy', '2026-12-25']]],
    ['Pasado mañana lo traigo.', [['Pasado mañana', '2026-11-27']]],
    ['en dos semanas', [['en dos semanas', '2026-12-09']]],
    ['el viernes que viene', [['el viernes que viene', '2026-11-27']]],
    ['el lunes catorce', [['el lunes catorce', '2026-12-14']]],
    ['el viernes 5', [['el viernes 5', null]]],
    ['el primer viernes del año', [['viernes', null]]],
    ['la próxima semana, el jueves', [['el jueves', null]]],
    ['el viernes después de las cinco', [['el viernes', '2026-11-27']]],
    ['el lunes 3 pagos', [['el lunes', '2026-11-30']]],
    ['el 20 de diciembre del año que viene', [['el 20 de diciembre del año que viene', '2027-12-20']]],
    ['el quince de diciembre del veintisiete', [['el quince de diciembre del veintisiete', null]]],
    ['en treinta días hábiles', [['en treinta días', null]]],
    ['el sábado a las 12 de la noche', [['el sábado a las 12 de la noche', '2026-11-28']]],
    ['El Domingo te pago', [['El Domingo', '2026-11-29']]],
  ])('%s, said on a Wednesday', (text, days) => {
    const found = findSpanishDates(text, new Date('2026-11-25T12:00:00Z'));
    expect(found.map(({ from, to, value }) => [text.slice(from, to), value])).toEqual(days);
  });

  it.each<[string, string, string, string]>([
    ['2027-01-31', 'Te pago en un mes.', 'en un mes', '2027-02-28'],
    ['2027-01-28', 'Te pago en un mes.', 'en un mes', '2027-02-28'],
    ['2028-01-31', 'dentro de un mes', 'dentro de un mes', '2028-02-29'],
    ['2026-10-31', 'en un mes', 'en un mes', '2026-11-30'],
    ['2026-10-31', 'en dos meses', 'en dos meses', '2026-12-31'],
    ['2028-02-29', 'dentro de un año', 'dentro de un año', '2029-02-28'],
    ['2027-08-31', 'en un año y medio', 'en un año y medio', '2029-02-28'],
    [
      '2027-01-10',
      'un mes después del 31 de enero de 2027',
      'un mes después del 31 de enero de 2027',
      '2027-02-28',
    ],
    ['2027-01-10', 'un mes antes del 31 de marzo', 'un mes antes del 31 de marzo', '2027-02-28'],
    // Days and weeks go on into the next month.
    ['2027-01-31', 'en treinta días', 'en treinta días', '2027-03-02'],
    ['2027-01-31', 'en dos semanas', 'en dos semanas', '2027-02-14'],
  ])('said on %s, "%s": the last day of a shorter month', (day, text, said, value) => {
    const found = findSpanishDates(text, new Date(`${day}T12:00:00Z`));
    expect(found.map(({ from, to, value }) => [text.slice(from, to), value])).toEqual([[said, value]]);
  });

  it.each([
    'por la mañana',
    'a las diez de la mañana',
    'el treinta y uno de febrero',
    'dos mil dólares',
    'Mayo canta.',
    'Vive en la calle 5 de Mayo.',
    'Esto es para Julio Ruiz.',
    'Domingo Pérez lo paga.',
  ])('are none in: %s', (text) => {
    expect(dates(text)).toEqual([]);
  });
});

describe('Spanish conditions', () => {
  const conditions = (text: string) =>
    findSpanishConditions(text, findSpanishDates(text, recordedAt)).map(({ from, to }) =>
      text.slice(from, to),
    );

  it.each<[string, string[]]>([
    ['Lo compro si la moto pasa la revisión.', ['si la moto pasa la revisión']],
    ['Siempre que no llueva, vengo.', ['Siempre que no llueva, vengo']],
    ['Puedes devolverla hasta que empiece el curso', ['hasta que empiece el curso']],
    ['Te pago en dos pagos.', ['en dos pagos']],
    ['La mitad hoy y el resto el viernes', ['La mitad hoy y el resto el viernes']],
    ['El inquilino debe avisar un mes antes.', ['El inquilino debe avisar un mes antes']],
    ['Me pagas a más tardar el viernes.', ['a más tardar el viernes']],
    ['Sí, estoy de acuerdo.', []],
    ['Sí acepto.', []],
    ['Vendo el coche por mil dólares.', []],
  ])('%s', (text, expected) => {
    expect(conditions(text)).toEqual(expected);
  });
});

describe('a Spanish deal', () => {
  const deal = segments(
    'Me llamo María López y vendo mi bicicleta azul por doscientos cincuenta dólares.',
    'Soy Tomás García. La compro si los frenos funcionan.',
    'Te la entrego el viernes a las seis de la tarde.',
    'De acuerdo. Te pago la mitad hoy y la mitad el viernes.',
  );
  const { signal } = new AbortController();
  const read = (spoken: string | null) => new RuleTerms().read(deal, facts, signal, { a: spoken, b: null });

  it.each(['es', 'spanish'])('has its terms, each with its second, said to be %s', async (spoken) => {
    const terms = await read(spoken);
    expect(
      terms.map(({ kind, text, value, start }) => [kind, text, value, Math.floor(start / 5) * 5]),
    ).toEqual([
      ['party', 'María López', 'María López', 0],
      ['item', 'mi bicicleta azul', null, 0],
      ['amount', 'doscientos cincuenta dólares', '250.00 USD', 0],
      ['party', 'Tomás García', 'Tomás García', 5],
      ['condition', 'si los frenos funcionan', null, 5],
      ['date', 'el viernes a las seis de la tarde', '2026-11-27T18:00', 10],
      ['condition', 'la mitad hoy y la mitad el viernes', null, 15],
      ['date', 'hoy', '2026-11-21', 15],
      ['date', 'el viernes', '2026-11-27', 15],
    ]);
  });

  it('has none by rules in a language that they do not know, and English ones stay as they are', async () => {
    expect(await read('fr')).toEqual([]);
    const english = segments('I sell it for two hundred dollars.');
    const terms = await new RuleTerms().read(english, facts, signal, { a: 'en', b: null });
    expect(terms.map(({ value }) => value)).toContain('200.00 USD');
  });

  it('names who introduces themselves', async () => {
    const { nameSpeakers } = await import('../../diarization/name-speakers.js');
    expect(nameSpeakers(deal, facts)).toEqual([
      { label: '1', party: 'a', basis: 'said' },
      { label: '2', party: 'b', basis: 'said' },
    ]);
  });
});
