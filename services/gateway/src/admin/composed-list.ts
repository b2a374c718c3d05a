import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { validate as isUuid } from 'uuid';
import { AppError, Text } from '#platform';
import type { Answers, Upstream } from '../upstreams/upstreams.module.js';

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

/** Why an administrator does it. */
export class RetryReason {
  @ApiProperty({ example: 'The speech engine is back' })
  @Text({ min: 3, max: 500, multiline: true, message: 'Please give a reason of 3 to 500 characters' })
  reason: string;
}

/** What is said of every composed list. */
export const listHeaders = {
  'x-next-cursor': { schema: { type: 'string' }, description: 'Of the next page, when there is one' },
  'x-incomplete': { schema: { type: 'string' }, description: 'Services that did not answer' },
} as const;

/** Where a page of a list of several services ended: a time, when the list has one, and an id. */
interface Cursor {
  id: string;
  at: string | null;
}

export function encodeCursor({ id, at }: Cursor): string {
  return Buffer.from(JSON.stringify([id, at])).toString('base64url');
}

/** @throws AppError `invalid_input` for anything that no page ended with. */
export function decodeCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  try {
    const [id, at] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at));
    if (isUuid(id) && (at === null || isTime)) return { id: String(id), at };
  } catch {
    // Said below.
  }
  throw new AppError('invalid_input', {
    errors: [{ field: 'cursor', message: 'This is not a page of the list.' }],
  });
}
