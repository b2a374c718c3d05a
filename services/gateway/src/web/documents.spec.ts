import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage, prerenderedAt, readPrerendered } from './documents.js';

const known = ['en', 'es'] as const;

describe('the language of a page', () => {
  it.each([
    ['nothing is asked for', undefined, 'en'],
    ['English is', 'en-US,en;q=0.9', 'en'],
    ['Spanish is', 'es', 'es'],
    ['Spanish of Mexico is', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['only a region of Spanish is', 'es-419', 'es'],
    ['Spanish is preferred by its weight', 'en;q=0.4, es;q=0.8', 'es'],
    ['English is preferred by its weight', 'es;q=0.2,en;q=0.9', 'en'],
    ['Spanish comes after a language we lack', 'fr-FR,fr;q=0.9,es;q=0.5', 'es'],
    ['none of ours is', 'fr,de;q=0.5', 'en'],
    ['Spanish is refused', 'es;q=0,*;q=0.5', 'en'],
    ['anything is', '*', 'en'],
    ['the header is no list of languages', ';;q=x,,', 'en'],
  ])('when %s', (_case, asked, expected) => {
    expect(chooseLanguage({ 'accept-language': asked }, known)).toBe(expected);
  });

  it.each([
    ['lang=es', 'es'],
    ['a=b; lang=es; c=d', 'es'],
    ['lang=en', 'en'],
    ['lang=fr', 'en'],
    ['lang=', 'en'],
    ['lang=../es', 'en'],
    ['xlang=es', 'en'],
    ['lang=%E0%A4%A', 'en'],
  ])('with the cookie %s and a browser that asks for English', (cookie, expected) => {
    expect(chooseLanguage({ cookie, 'accept-language': 'en' }, known)).toBe(expected);
  });

  it('is the chosen one, whatever the browser asks for', () => {
    expect(chooseLanguage({ cookie: 'lang=en', 'accept-language': 'es' }, known)).toBe('en');
  });
});

const LOOKS = { '/': '<p>home', '/login': '<p>login' };

describe('documents that bring their screen along', () => {
  it.each([
    ['/', '<p>home'],
    ['/login', '<p>login'],
    ['/login/', undefined],
    ['/login?then=/record', undefined],
    ['/signup', undefined],
    ['constructor', undefined],
  ])('%s', (address, document) => {
    expect(prerenderedAt(address, LOOKS)).toBe(document);
  });

  it('are not there after an older build', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-looks-'));
    expect(await readPrerendered(folder)).toEqual({});
    await writeFile(join(folder, 'first-looks.json'), JSON.stringify(LOOKS));
    expect(await readPrerendered(folder)).toEqual(LOOKS);
    await rm(folder, { recursive: true });
  });
});
