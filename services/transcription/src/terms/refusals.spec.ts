import { findFigures } from './rule-terms.js';

const day = new Date('2026-11-21T10:00:00Z');

import type { TermsLanguage } from './term.js';

const refused = (text: string, language: TermsLanguage) =>
  findFigures(text, { from: day, to: day }, language).amounts.map(({ isRefused = false }) => isRefused);

describe('amounts that somebody refuses', () => {
  it.each<[TermsLanguage, string]>([
    ['en', 'I will not pay five hundred dollars.'],
    ['en', "I won't give you five hundred dollars."],
    ['en', 'I’m not going to pay you five hundred dollars'],
    ['en', 'I cannot sell it for five hundred dollars.'],
    ['en', "It isn't worth five hundred dollars."],
    ['en', 'no way I am paying five hundred dollars'],
    ['es', 'No te pago quinientos dólares.'],
    ['es', 'No vale quinientos dólares.'],
    ['es', 'No voy a pagar quinientos dólares.'],
    ['es', 'Nunca pagaría quinientos dólares.'],
  ])('%s: %s', (language, text) => {
    expect(refused(text, language)).toEqual([true]);
  });

  it.each<[TermsLanguage, string]>([
    ['en', 'No, five hundred dollars.'],
    ['en', 'no wait five hundred dollars'],
    ['en', 'I will not pay more than five hundred dollars.'],
    ['en', 'Not now, but I pay you five hundred dollars.'],
    ['en', "I don't mind paying five hundred dollars."],
    ['en', "Don't forget the five hundred dollars."],
    ['en', 'If you do not come you owe me five hundred dollars.'],
    ['en', 'if it does not start i get five hundred dollars'],
    ['en', "Why don't you pay five hundred dollars?"],
    ['en', 'It is not only five hundred dollars.'],
    ['en', 'the car is not new for five hundred dollars'],
    ['en', 'The price is not negotiable five hundred dollars'],
    ['es', 'No, quinientos dólares.'],
    ['es', 'no es nuevo cuesta quinientos dólares'],
    ['es', 'no hay devolución son quinientos dólares'],
    ['es', 'no hay problema te pago quinientos dólares'],
    ['es', 'Si no funciona me devuelves quinientos dólares.'],
    ['es', 'No pago más de quinientos dólares.'],
  ])('none, %s: %s', (language, text) => {
    expect(refused(text, language)).toEqual([false]);
  });
});
