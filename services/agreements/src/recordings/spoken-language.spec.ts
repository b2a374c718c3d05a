import { contextFromHeaders, runInContext } from '#platform';
import { spokenLanguage } from './spoken-language.js';

describe('what is spoken in a recording', () => {
  const of = (header: string) =>
    runInContext(contextFromHeaders({ 'accept-language': header }), spokenLanguage);

  it('is taken for the language in which its sender uses the product', () => {
    expect([of('es'), of('en-US,en;q=0.9')]).toEqual([{ language: 'es' }, { language: 'en' }]);
  });

  it('is unknown where the product has no such language, and where nobody says', () => {
    expect([of('fr'), of('*'), spokenLanguage()]).toEqual([{}, {}, {}]);
  });
});
