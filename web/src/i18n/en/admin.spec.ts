import { adminTexts } from './admin';
import { adminHistoryTexts } from './admin-history';
import { adminLoginTexts } from './admin-login';

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('the texts of the administration', () => {
  it('has no empty and no untrimmed text', () => {
    const all = leaves({ adminTexts, adminHistoryTexts, adminLoginTexts }, 'en');
    expect(all.filter(([, text]) => text === '' || text.trim() !== text)).toEqual([]);
  });

  it.each([
    [adminLoginTexts.bothRequired, 'Please enter both email and password'],
    [adminLoginTexts.failed, 'Login Failed'],
    [adminLoginTexts.invalid, 'Invalid admin credentials'],
    [adminLoginTexts.invalidShort, 'Invalid credentials'],
    [adminTexts.agreements.downloadFailed, 'Download Failed'],
    [adminTexts.agreements.downloadFallback, 'Failed to download audio file'],
    [adminTexts.users.free, 'Free'],
  ])('says "%s"', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('knows the twelve topics of a message', () => {
    expect(Object.keys(adminTexts.tickets.topics)).toHaveLength(12);
  });
});
