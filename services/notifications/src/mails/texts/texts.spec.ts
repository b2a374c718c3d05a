import { otherLanguages } from '#contracts';
import { englishTexts } from './en/texts.js';
import { wordings } from './wording.js';

/** Where each text stands, such as `saved.subject`. */
function paths(texts: unknown, before = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [before];
  return Object.entries(texts).flatMap(([key, inner]) =>
    paths(inner, before === '' ? key : `${before}.${key}`),
  );
}

const isOperators = (path: string) =>
  /^(openAdministration|supportAddress|lastOfMany|humanTranscriptPaid|humanTranscriptLate|deadLetter|jobGivenUp|dependencies|service|outage|outageOver|violationsFound|escrow\.support)\b/.test(
    path,
  );
/** The same in every language. */
const same = new Set([
  'product',
  'plans.split-second-contract',
  'plans.pro',
  'rows.plan',
  'subscription.plan',
  'receipt.rows.total',
]);

/** What a sentence says; which values are in it is of no interest. */
function said(value: unknown): string {
  if (typeof value === 'function') return said((value as (...values: unknown[]) => unknown)('1', '1', '1'));
  if (Array.isArray(value)) return value.map(said).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(said).join('\n');
  return String(value);
}

it.each([
  ['en', /escrow|held payment|protected payment/i],
  ['es', /escrow|pagos? protegidos?|proteger un pago|pagos? retenidos?/i],
] as const)('payment protection has no other name in the mails in %s', (language, others) => {
  const { texts } = wordings[language];
  const named = paths(texts).filter((path) => {
    const value = path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], texts);
    return !isOperators(path) && others.test(said(value));
  });
  expect(named).toEqual([]);
});

describe.each(otherLanguages('en'))('the texts of mails in %s', (language) => {
  const { texts } = wordings[language];

  it('are those of English', () => {
    expect(paths(texts).sort()).toEqual(paths(englishTexts).sort());
  });

  it('differ, but for names', () => {
    const at = (texts: object, path: string) =>
      path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], texts);
    const untranslated = paths(englishTexts).filter((path) => {
      const [english, other] = [at(englishTexts, path), at(texts, path)];
      return !isOperators(path) && !same.has(path) && typeof english === 'string' && english === other;
    });
    expect(untranslated).toEqual([]);
  });
});
