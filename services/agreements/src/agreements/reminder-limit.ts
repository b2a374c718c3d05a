import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform';

/** How often messages of one kind about one agreement leave. */
interface Pace {
  /** Milliseconds from one to the next. */
  everyMs: number;
  aDay: number;
}

/** Messages of one kind about one agreement: once an hour, five a day. */
export const messagesADay = 5;
const reminderPace: Pace = { everyMs: HOUR_MS, aDay: messagesADay };
/** Somebody waits for a code in front of the screen; with five tries each, fifty guesses in a million are made a day. */
export const codePace: Pace = { everyMs: MINUTE_MS, aDay: 10 };

/**
 * When the next message may leave.
 * @param times when the newest messages left, newest first; more than go in a day are not looked at.
 */
export function nextAllowed(times: readonly Date[], { everyMs, aDay }: Pace = reminderPace): Date | null {
  const [newest] = times;
  if (!newest) return null;
  const last = times[aDay - 1];
  return new Date(Math.max(newest.getTime() + everyMs, last ? last.getTime() + DAY_MS : 0));
}
