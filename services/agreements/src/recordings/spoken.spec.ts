import { contextFromHeaders, runInContext, validateBody } from '#platform';
import { SpokenBody, spokenIn } from './spoken.js';

describe('what is spoken in a recording', () => {
  const of = (header: string, said?: SpokenBody) =>
    runInContext(contextFromHeaders({ 'accept-language': header }), () => spokenIn(said));

  it('is taken for the language in which its sender uses the product', () => {
    expect([of('es'), of('en-US,en;q=0.9')]).toEqual([{ language: 'es' }, { language: 'en' }]);
  });

  it('is unknown where the product has no such language, and where nobody says', () => {
    expect([of('fr'), of('*'), spokenIn()]).toEqual([{}, {}, {}]);
  });

  it('is what its sender says, with the lines that were pressed', () => {
    const turns = [{ party: 'b' as const, start: 1.5, end: 4 }];
    expect(of('en', { language: 'fr', turns })).toEqual({ language: 'fr', turns });
    expect(of('en', { turns: [] })).toEqual({ language: 'en' });
  });

  it.each([
    { language: 'xx' },
    { language: 'english' },
    { turns: [{ party: 'c', start: 0, end: 1 }] },
    { turns: [{ party: 'a', start: -1, end: 1 }] },
    { turns: [{ party: 'a', start: 0, end: Number.NaN }] },
    { turns: Array.from({ length: 101 }, () => ({ party: 'a', start: 0, end: 1 })) },
    { turns: { party: 'a', start: 0, end: 1 } },
  ])('is refused as %j', (said) => {
    expect(() => validateBody(SpokenBody, said)).toThrow(/./);
  });
});
