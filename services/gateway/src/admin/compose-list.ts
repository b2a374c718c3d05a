import type { FastifyReply } from 'fastify';
import type { Upstream } from '../proxy/routes.js';
import { type Cursor, encodeCursor } from './page.js';
import type { Answers } from './services.js';

/**
 * One page out of the pages of several services, of which each was asked for one row more than `limit`. Says in headers
 * where the next page begins and who did not answer.
 */
export function composeList<Row, View>(
  reply: FastifyReply,
  { answers, incomplete }: Answers<Row[]>,
  limit: number,
  parts: {
    /** Greater for what is newer. */
    order: (row: Row) => string;
    cursor: (row: Row) => Cursor;
    view: (row: Row, service: Upstream) => View;
  },
): View[] {
  const rows = answers
    .flatMap(({ service, answer }) => answer.map((row) => ({ service, row, order: parts.order(row) })))
    .sort((a, b) => (a.order < b.order ? 1 : -1));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last) void reply.header('x-next-cursor', encodeCursor(parts.cursor(last.row)));
  if (incomplete.length > 0) void reply.header('x-incomplete', incomplete.join(', '));
  return page.map(({ service, row }) => parts.view(row, service));
}
