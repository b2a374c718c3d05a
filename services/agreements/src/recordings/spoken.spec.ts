import { contextFromHeaders, runInContext, validateBody } from '#platform';
import { SpokenBody, spokenIn } from './spoken.js';

describe('what is spoken in a recording', () => {
  const now = new Date('2026-11-27T15:00:00.000Z');
  const of = (header: string, said?: SpokenBody) =>
    runInContext(contextFromHeaders({ 'accept-language': header }), () => spokenIn(said, now));

  it('is taken for the language in which its sender uses the product', () => {
    expect([of('es'), of('en-US,en;q=0.9')]).toEqual([{ language: 'es' }, { language: 'en' }]);
  });

  it('is unknown where the product has no such language, and where nobody says', () => {
    expect([of('fr'), of('*'), spokenIn(undefined, now)]).toEqual([{}, {}, {}]);
  });

  it('is what its sender says, with the lines that were pressed', () => {
    const turns = [{ party: 'b' as const, start: 1.5, end: 4 }];
    expect(of('en', { language: 'fr', turns })).toEqual({ language: 'fr', turns });
    expect(of('en', { turns: [] })).toEqual({ language: 'en' });
  });

  it.each([
    ['when it was recorded', '2026-11-24T09:30:00.000Z', true],
    ['within 40 days', '2026-10-18T15:00:00.000Z', true],
    ['longer ago', '2026-10-18T14:59:59.999Z', false],
    ['by a clock that is up to an hour ahead', '2026-11-27T16:00:00.000Z', true],
    ['later than that', '2026-11-27T16:00:00.001Z', false],
  ])('has begun %s: %s is told: %s', (_, startedAt, isTold) => {
    expect(of('en', { startedAt })).toEqual({ language: 'en', ...(isTold ? { startedAt } : {}) });
    expect(validateBody(SpokenBody, { startedAt })).toEqual({ startedAt });
  });

  it.each([
    { startedAt: 'yesterday' },
    { startedAt: '2026-11-27' },
    { startedAt: '2026-02-30T10:00:00.000Z' },
    { startedAt: 1_795_000_000_000 },
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
