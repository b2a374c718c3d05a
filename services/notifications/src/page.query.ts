import { AppError, type PageQuery } from '#platform';

/** A piece of a list, newest first; `nextCursor` is null at its end. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * Reads one page by the rows' ids. `read` gets the id below which to begin (null: from the newest) and how many rows.
 * @throws AppError `invalid_input` when the cursor is none of ours.
 */
export async function readPage<Row extends { id: string }>(
  { limit, cursor }: PageQuery,
  read: (beforeId: string | null, count: number) => Promise<Row[]>,
): Promise<Page<Omit<Row, 'id'>>> {
  const rows = await read(cursor === undefined ? null : decode(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ id: _id, ...item }) => item),
    nextCursor: last && rows.length > limit ? Buffer.from(last.id).toString('base64url') : null,
  };
}

function decode(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,18}$/.test(id)) {
    throw new AppError('invalid_input', {
      errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
    });
  }
  return id;
}
