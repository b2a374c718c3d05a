import { paperFor, readTheme } from './theme';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, { localStorage: { getItem: (key: string) => kept.get(key) ?? null } });
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

describe('the theme', () => {
  it.each([
    [null, 'system'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['purple', 'system'],
  ])('stored as %s is %s', (stored, theme) => {
    if (stored) kept.set('theme', stored);
    expect(readTheme()).toBe(theme);
  });

  it('colours what is around the page like the page', () => {
    expect(paperFor('system', 'dark')).toBe('#121615');
    expect(paperFor('system', 'light')).toBe('#fbf9f5');
    expect(paperFor('dark', 'light')).toBe('#121615');
    expect(paperFor('light', 'dark')).toBe('#fbf9f5');
  });
});
