import { contractSearch, parseSection, sectionPath, withFilters } from './sections';

describe('sections of the administration', () => {
  it.each([
    ['jobs', 'jobs'],
    [null, 'users'],
    ['', 'users'],
    ['nonsense', 'users'],
  ])('%s opens %s', (value, section) => {
    expect(parseSection(value)).toBe(section);
  });

  it('has an address with filters', () => {
    expect(sectionPath('agreements', { q: '4207 7319' })).toBe('/admin?section=agreements&q=4207+7319');
  });

  it('changes some filters and keeps the others', () => {
    const params = new URLSearchParams('section=users&q=maria');
    expect(withFilters(params, { status: 'open' }).toString()).toBe('section=users&q=maria&status=open');
    expect(withFilters(params, { q: '', status: '' }).toString()).toBe('section=users');
    expect(params.toString()).toBe('section=users&q=maria');
  });

  it.each([
    [' #4207 7319 5802 6614 ', '4207731958026614'],
    ['4207', '4207'],
    ['maria@example.com', 'maria@example.com'],
    ['Maria 2', 'Maria 2'],
    ['', ''],
  ])('searches contracts for "%s" as "%s"', (text, query) => {
    expect(contractSearch(text)).toBe(query);
  });
});
