import { type Answer, jsonOf, type Params, type PathOf, respond } from './api-client';

/** A call that answers a list, a page at a time. */
export type ListPath = {
  [P in PathOf<'get'>]: Answer<'get', P> extends readonly unknown[] ? P : never;
}[PathOf<'get'>];

export type RowOf<P extends ListPath> = Answer<'get', P> extends readonly (infer Row)[] ? Row : never;

export interface ListPage<Row> {
  items: Row[];
  nextCursor: string | null;
  /** Services whose rows are missing, because they did not answer. */
  incomplete?: readonly string[];
}

/** How `useInfiniteQuery` goes from page to page. */
export const pageByPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: ListPage<unknown>) => page.nextCursor,
};

/** What a list's call takes, with how many rows a page has. */
export type PageParams<P extends ListPath> = Params<'get', P> & { query: { limit: number } };

/** Reads one page, the first one without a cursor; the next one's cursor is in the answer's headers, and so is who did not answer. */
export async function readPage<P extends ListPath>(
  path: P,
  params: PageParams<P>,
  cursor: string | null,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<ListPage<RowOf<P>>> {
  const query = { ...params.query, ...(cursor ? { cursor } : {}) };
  const init = { params: { ...params, query }, headers, signal } as never;
  const answer = await respond('get', path, init);
  const silent = answer.headers.get('x-incomplete');
  return {
    items: await jsonOf(answer),
    nextCursor: answer.headers.get('x-next-cursor'),
    ...(silent ? { incomplete: silent.split(', ') } : {}),
  };
}
