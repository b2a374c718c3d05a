import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailedLoad } from './screen';

describe('a part of the program that did not arrive', () => {
  it.each([
    ['Failed to fetch dynamically imported module: https://example.test/assets/contact-1.js', true],
    ['error loading dynamically imported module: https://example.test/assets/contact-1.js', true],
    ['Importing a module script failed.', true],
    ["Cannot read properties of undefined (reading 'name')", false],
    ['Failed to fetch', false],
  ])('"%s": %s', (message, isPart) => {
    expect(isFailedLoad(new TypeError(message))).toBe(isPart);
  });

  it('is always an error', () => {
    expect(isFailedLoad('Importing a module script failed.')).toBe(false);
    expect(isFailedLoad(null)).toBe(false);
  });
});

describe('code that comes later', () => {
  it('is a screen, or a part that takes nothing with it when it does not arrive', () => {
    const root = join(import.meta.dirname, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const plain = files.filter((file) => /\blazy\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(plain).toEqual(['app/screen.tsx']);
  });
});
