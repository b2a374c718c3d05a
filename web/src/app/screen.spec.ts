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
