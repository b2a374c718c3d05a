import { readAgreementData } from './agreement-form.js';

const fields = {
  partyAName: 'Anna Miller',
  partyAEmail: 'anna@example.test',
  partyBName: 'Ben Carter',
  partyBEmail: 'ben@example.test',
  planType: 'split-second-contract',
  temporary: true,
};
const read = (title?: unknown) => readAgreementData(JSON.stringify({ ...fields, title })).title;

describe('the title of an agreement', () => {
  it.each([
    ['  Honda Civic  ', 'Honda Civic'],
    ['Año 2019 · 李 🤝', 'Año 2019 · 李 🤝'],
    [`${'😀'.repeat(79)}a`, `${'😀'.repeat(79)}a`],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['  ', ''],
  ])('%j is %j', (typed, title) => {
    expect(read(typed)).toBe(title);
  });

  it('can be left out', () => {
    expect(read()).toBeUndefined();
    expect(read(null)).toBeNull();
  });

  it.each([
    ['too long', 'x'.repeat(81)],
    ['a link', 'Pay at evil.example/now'],
    ['a link in wide letters', 'ｗｗｗ.evil'],
    ['two lines', 'Car\nBcc: all@example.test'],
    ['turned around', 'Car\u202e'],
    ['invisible inside', 'Ca\u200br'],
    ['half a character', '\ud800'],
    ['no letter', '2019'],
    ['no text', 7],
    ['a list', ['Car']],
  ])('is refused: %s', (_what, title) => {
    expect(() => read(title)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
