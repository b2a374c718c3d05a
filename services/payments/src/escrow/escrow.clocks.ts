import type { ClockRule } from '#platform';

/** What `dueCommand` reads of time, but for what is past anyway. */
export const escrowClocks: readonly ClockRule[] = [
  {
    table: 'escrows',
    key: 'id',
    column: 'release_at',
    is: 'end',
    isRunning: `state = 'release_due'`,
    // Who looks at what was delivered has the whole time again, with its notices.
    afterRestore: {
      left: 'make_interval(hours => hold_hours)',
      set: 'half_time_at = null, last_hour_at = null',
    },
  },
  {
    table: 'escrows',
    key: 'id',
    column: 'resumed_at',
    is: 'beginning',
    otherwise: 'held_at',
    isRunning: `state in ('held', 'release_due', 'disputed')`,
  },
  {
    table: 'escrows',
    key: 'id',
    column: 'waiting_since',
    is: 'beginning',
    otherwise: 'created_at',
    isRunning: `state in ('requires_onboarding', 'requires_payment')`,
  },
];
