import { AppError, type PageQuery } from '#platform';

/** Rows of a list, newest first, and where the next page begins. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** The id before which a page begins; null for the first. @throws AppError `invalid_input` */
export function beforeId({ cursor }: PageQuery): number | null {
  if (cursor === undefined) return null;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(id) || id <= 0 || id > 2_147_483_647) {
    throw new AppError('invalid_input', {
      errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
    });
  }
  return id;
}

/** Cuts a page out of rows of which one more than `limit` was asked for. */
export function cutPage<Row extends { id: number }>(found: Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? Buffer.from(String(last.id)).toString('base64url') : null };
}
