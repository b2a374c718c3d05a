import { jest } from '@jest/globals';
import { pageByPage, readPage } from './pages';

const { signal } = new AbortController();

describe('a list that comes page by page', () => {
  const sent = jest.fn<typeof fetch>();
  const before = globalThis.fetch;
  beforeAll(() => {
    globalThis.fetch = sent;
  });
  beforeEach(() => sent.mockClear());
  afterAll(() => {
    globalThis.fetch = before;
  });

  const read = (cursor: string | null) =>
    readPage('/api/users/{id}/agreements', { path: { id: 7 }, query: { limit: 2 } }, cursor, signal);

  it('begins without a cursor and finds the next one in the headers', async () => {
    sent.mockResolvedValueOnce(Response.json([{ id: 1 }], { headers: { 'x-next-cursor': 'n&1' } }));
    const page = await read(pageByPage.initialPageParam);
    expect(page).toEqual({ items: [{ id: 1 }], nextCursor: 'n&1' });
    expect(pageByPage.getNextPageParam(page)).toBe('n&1');
    const headers = { 'x-incomplete': 'payments, auth' };
    sent.mockResolvedValueOnce(Response.json([], { headers }));
    await expect(read('n&1')).resolves.toEqual({
      ...{ items: [], nextCursor: null },
      incomplete: ['payments', 'auth'],
    });
    expect(sent.mock.calls.map(([address]) => address)).toEqual([
      '/api/users/7/agreements?limit=2',
      '/api/users/7/agreements?limit=2&cursor=n%261',
    ]);
  });

  it('tells a page of some network in between from a page of the list', async () => {
    sent.mockResolvedValueOnce(new Response('<html>Please sign in</html>'));
    await expect(read(null)).rejects.toMatchObject({ code: 'unreadable_answer' });
  });
});
