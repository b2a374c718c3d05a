import { englishTexts } from './en/texts.js';
import { spanishTexts } from './es/texts.js';

/** Where each text stands, such as `saved.subject`. */
function paths(texts: unknown, before = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [before];
  return Object.entries(texts).flatMap(([key, inner]) =>
    paths(inner, before === '' ? key : `${before}.${key}`),
  );
}

const isOperators = (path: string) =>
  /^(openAdministration|supportAddress|deadLetter|dependencies|service|outage|outageOver|violationsFound|escrow\.support)\b/.test(
    path,
  );
/** The same in both languages. */
const same = new Set([
  'product',
  'plans.split-second-contract',
  'plans.pro',
  'rows.plan',
  'subscription.plan',
  'receipt.rows.total',
]);

describe('the texts of mails', () => {
  it('exist once in each language', () => {
    expect(paths(spanishTexts).sort()).toEqual(paths(englishTexts).sort());
  });

  it('differ, but for names', () => {
    const at = (texts: object, path: string) =>
      path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], texts);
    const untranslated = paths(englishTexts).filter((path) => {
      const [english, spanish] = [at(englishTexts, path), at(spanishTexts, path)];
      return !isOperators(path) && !same.has(path) && typeof english === 'string' && english === spanish;
    });
    expect(untranslated).toEqual([]);
  });
});
