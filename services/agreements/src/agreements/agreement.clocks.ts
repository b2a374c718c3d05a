import type { ClockRule } from '#platform';

const ends = { table: 'agreements', key: 'agreement_id', column: 'expires_at', is: 'end' } as const;
const deadlines = { table: 'deadlines', key: 'agreement_id', column: 'due_at', is: 'end' } as const;

/**
 * What ends or deletes at a time, with its warnings. Agreements come first: whoever changes one locks it before what
 * belongs to it.
 */
export const agreementClocks: readonly ClockRule[] = [
  // Whose deadline a restore puts off can be paid or answered until then.
  {
    ...ends,
    isRunning: `content_deleted_at is null and status in ('pending', 'awaiting_party')`,
    afterRestore: { left: `interval '1 day'` },
  },
  { ...ends, isRunning: `content_deleted_at is null and status not in ('pending', 'awaiting_party')` },
  {
    table: 'invitations',
    key: 'id',
    column: 'expires_at',
    is: 'end',
    isRunning: 'revoked_at is null and expired_at is null',
  },
  {
    ...deadlines,
    isRunning: `done_at is null and kind in ('unpaid-end', 'access-end', 'content-end')`,
    afterRestore: { left: `interval '1 day'` },
  },
  {
    ...deadlines,
    isRunning: `done_at is null and (kind = 'link-end' or kind like '%-warning-%')`,
  },
];
